internal import BromideCodecs
internal import BromidePhotos
internal import BromideRaw
internal import BromideRuns
internal import BromideSampling
internal import BromideSystem
internal import BromideValues

/// The reason for missing samples of an input.
struct SampleFailure: Error, Sendable, Hashable {
  /// A sentence without the input's name, which is printed before it.
  var message: String

  init(_ message: String) { self.message = message }

  /// Describes an error of any stage.
  init(describing error: any Error) { message = Self.message(error) }

  /// Does a step of sampling, and describes its error.
  static func describing<Made>(_ step: () throws -> Made) throws(SampleFailure) -> Made {
    do { return try step() } catch { throw SampleFailure(describing: error) }
  }

  private static func message(_ error: any Error) -> String {
    switch error {
    case let failure as SampleFailure: return failure.message
    case let error as OpeningError: return message(opening: error)
    case RawError.notRaw(_, let found): return notSampled(found)
    case let error as RawError: return error.reason
    case let error as PhotoError:
      if case .opening(.notRaw(_, let found)) = error.cause { return notSampled(found) }
      if case .damaged = error.cause { return Remedy.advice(error.reason, .keepDamaged) }
      return error.reason
    case let error as PictureError: return error.reason
    case Y4MReader<FrameFileError>.ReadError.format(let error): return "\(error)"
    case Y4MReader<FrameFileError>.ReadError.source(let error): return message(error)
    case RawPlaneReader<FrameFileError>.ReadError.truncated(let frame, let expected, let found):
      return "it ends within frame \(frame), after \(found) of \(expected) bytes"
    case RawPlaneReader<FrameFileError>.ReadError.source(let error): return message(error)
    case FrameFileError.io(_, let operation, let code):
      return "cannot \(operation): \(Console.words(ofError: code))"
    case FrameFileError.y4m(_, let error): return "\(error)"
    case FrameFileError.jpeg(_, let error): return "\(error)"
    case FrameFileError.frame(_, let error): return "\(error)"
    case FrameFileError.noSuchFrame(_, let frame, let count):
      return count == 0
        ? "it has no frame" : "it has no frame \(frame): there are \(count), from 0 to \(count - 1)"
    case FrameFileError.sizeMismatch(_, let layout, let size, let frame, let bytes, let fitting):
      return
        "\(bytes) bytes are not a multiple of \(layout) frames of \(size.width)x\(size.height) (\(frame) bytes each); "
        + (fitting.isEmpty
          ? "no usual size fits either" : "sizes that fit: \(list(fitting))")
    default: return "\(error)"
    }
  }

  private static func message(opening error: OpeningError) -> String {
    switch error {
    case .photo(let error): message(error)
    case .sidecar(let error): error.reason
    case .develop(let error): message(error)
    case .preview(let error): message(error)
    case .previewPixels(let error): message(error)
    case .picture(let error): error.reason
    case .frames(let error): message(error)
    case .profile(let error): error.reason
    case .unreadable(let error): error.reason
    case .noPreview: "it has no preview that can be read"
    case .unknownProfile:
      "the ICC profile is not three primaries and a curve; set --primaries and --transfer"
    case .layoutUnknown: "unknown layout; set --layout"
    case .sizeUnknown(let layout, let fitting):
      "unknown frame size; set --input-size WxH"
        + (fitting.isEmpty ? "" : "; sizes that fit \(layout): " + list(fitting))
    }
  }

  /// Returns the message for an unsupported file. `found` is its type, or an empty string if
  /// unknown.
  private static func notSampled(_ found: String) -> String {
    let kinds =
      "Bromide samples raw photos, PNG, JPEG, TIFF, JPEG XL, AVIF, WebP, HEIF, Netpbm, video and raw planes"
    let reason = found.isEmpty ? kinds : "it is \(found); \(kinds)"
    guard found.isEmpty || found == FileKind.unknown.phrase else { return reason }
    let formats = HeaderlessRaw.allCases.map(\.rawValue).joined(separator: ", ")
    return "\(reason); a raw without a header needs --headerless (\(formats))"
  }

  private static func list(_ sizes: [Size]) -> String {
    sizes.prefix(6).map { "\($0.width)x\($0.height)" }.joined(separator: ", ")
  }
}
