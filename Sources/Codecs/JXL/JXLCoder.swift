internal import BromideSystem
internal import CBromideCodecs

/// Writes JPEG XL with libjxl (ISO/IEC 18181).
struct JXLCoder: WholeCoder {
  let options: JXLOptions

  static func channels(for channels: Int) -> Int { channels }

  func encode(
    _ picture: WholePicture, crew: Crew
  ) throws(PictureFileError) -> EncodedFile {
    var options = bromide_jxl_options(
      distance: Float(options.distance), effort: Int32(options.libraryEffort))
    let threads = Threads(crew)
    return unsafe try EncodedFile { file in
      unsafe withExtendedLifetime(threads) {
        var crew = unsafe threads.forLibrary
        return unsafe picture.withWhole(prefersCodePoints: true) { whole in
          unsafe bromide_jxl_encode(whole, &options, &crew, file)
        }
      }
    }
  }

  /// A crew for C.
  private final class Threads {
    private let crew: Crew

    init(_ crew: Crew) { self.crew = crew }

    @unsafe var forLibrary: bromide_jxl_crew {
      unsafe bromide_jxl_crew(
        size: UInt32(clamping: crew.size), context: Unmanaged.passUnretained(self).toOpaque(),
        run: { context, helpers, body, argument in
          guard let context = unsafe context, let body = unsafe body else { return }
          let threads = unsafe Unmanaged<Threads>.fromOpaque(context).takeUnretainedValue()
          let call = unsafe Call(body: body, argument: argument)
          threads.crew(atMost: Int(helpers)) { call() }
        })
    }
  }

  /// A loop of libjxl. Its body is safe on several threads.
  @safe
  private struct Call: @unchecked Sendable {
    let body: @convention(c) (UnsafeMutableRawPointer?) -> Void
    let argument: UnsafeMutableRawPointer?

    func callAsFunction() { unsafe body(argument) }
  }

  /// Finds the codestream and the box `xml ` in a container (ISO/IEC 18181-2).
  static func parts(of file: some RandomBytes) throws(PictureFileError) -> PictureParts? {
    var parts = PictureParts()
    // A codestream without boxes (ISO/IEC 18181-1), which other programs write.
    if try file.bytes(at: 0, count: 2) == [0xFF, 0x0A] {
      parts.pixels = [0..<file.size]
      return parts
    }
    guard let boxes = try file.boxes(), boxes.first?.name == "JXL " else { return nil }
    for box in boxes {
      switch box.name {
      case "jxlc", "jxlp": parts.pixels.append(box.content)
      case "xml ": parts.packet = parts.packet ?? box.content
      default: continue
      }
    }
    return parts
  }
}
