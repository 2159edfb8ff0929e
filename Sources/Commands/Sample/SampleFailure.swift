internal import Develop
internal import Outputs
internal import PNGCoding
internal import PhotoLoading
internal import Pixels
internal import Platform
internal import RawDecoding
internal import Sampling
internal import YCbCr

/// The reason why an input gives no samples.
struct SampleFailure: Error, Sendable, Hashable {
  /// A sentence without the input's name, which is printed before it.
  var message: String

  init(_ message: String) { self.message = message }

  /// Describes an error of any stage.
  init(describing error: any Error) { message = Self.message(error) }

  private static func message(_ error: any Error) -> String {
    switch error {
    case let error as RawError: return error.reason
    case let error as PhotoError:
      if case .damaged = error.cause { return Remedy.advice(error.reason, .keepDamaged) }
      return error.reason
    case PNGError.malformed(_, let reason): return "the PNG cannot be read: \(reason)"
    case PNGError.unsupported(let reason): return reason
    case PNGError.io(_, let operation, let code):
      return "cannot \(operation): \(Console.words(ofError: code))"
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
        "its \(bytes) bytes are not a whole number of \(layout) frames of \(size.width)x\(size.height) (\(frame) bytes each); "
        + (fitting.isEmpty
          ? "no usual size fits either" : "sizes that fit: \(PictureOpener.list(fitting))")
    default: return "\(error)"
    }
  }
}
