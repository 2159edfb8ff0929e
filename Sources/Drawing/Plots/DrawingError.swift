internal import BromideSystem
public import BromideValues
internal import CBromideText

/// An error that prevents drawing. Except for `tooLarge`, an administrator must fix it on the
/// machine.
public enum DrawingError: Error, Sendable, Hashable, CustomStringConvertible {
  /// A text library is missing or lacks a required function.
  case missingLibrary(String)
  /// No font is installed.
  case missingFont
  /// No installed font has this name.
  case unknownFamily(String)
  /// A file is missing or not a font.
  case noFontFile(String)
  /// The width or height exceeds the canvas's limit.
  case tooLarge(Size)
  /// The system cannot start a thread, which Pango needs.
  case noThread
  /// There is not enough memory. `bytes` includes the memory of the text libraries.
  case outOfMemory(bytes: Int)

  /// A sentence with the error and, if possible, the fix.
  public var description: String {
    switch self {
    case .missingLibrary(let name):
      "\(name) was not found, but is needed to draw text; install Pango (Debian: libpangocairo-1.0-0, Homebrew: pango)"
    case .missingFont:
      "no font is installed, so text cannot be drawn; install one (Debian: fonts-dejavu-core, Homebrew: font-dejavu)"
    case .unknownFamily(let name):
      "no font “\(name)” is installed; use fc-list : family to list fonts, or use the path of a font file"
    case .noFontFile(let path): "\(path) is missing or not a font"
    case .tooLarge(let size):
      "a drawing of \(size) pixels is too large; a side has at most \(Canvas.longestSide)"
    case .noThread:
      "the system starts no more threads (ulimit -u), which Pango needs to draw text"
    case .outOfMemory(let bytes): MemoryShortage.words(bytes)
    }
  }
}

/// The libraries that draw shapes and text.
public enum DrawingLibraries {
  /// Loads the libraries if necessary. The first call takes a few milliseconds.
  ///
  /// - Throws: `DrawingError.missingLibrary`, `.missingFont`, `.noThread` or `.outOfMemory`.
  public static func load() throws(DrawingError) {
    guard hasThreads else { throw .noThread }
    try requireMemory()
    var message = [CChar](repeating: 0, count: Int(BROMIDE_TEXT_MESSAGE))
    switch unsafe bromide_text_load(&message) {
    case BROMIDE_TEXT_READY: return
    case BROMIDE_TEXT_NO_FONT: throw .missingFont
    default: throw .missingLibrary(text(message))
    }
  }

  /// Whether the system can start a thread. If Pango cannot start one, it ends the process.
  private static let hasThreads: Bool = {
    guard let thread = WorkerThread({}) else { return false }
    thread.join()
    return true
  }()

  /// Checks that there is enough memory before Pango uses it.
  static func requireMemory(for bytes: Int = 0) throws(DrawingError) {
    guard MemoryShortage.isThere(bytes + ofLibraries) else {
      throw .outOfMemory(bytes: bytes + ofLibraries)
    }
  }

  /// Bytes that the libraries use before drawing: the stacks of two threads and font tables.
  private static let ofLibraries = 24 << 20

  /// The versions of Pango and cairo, or `nil` if they are not installed.
  public static var versions: (pango: String, cairo: String)? {
    guard (try? load()) != nil else { return nil }
    var pango = [CChar](repeating: 0, count: 32)
    var cairo = pango
    unsafe bromide_text_versions(&pango, &cairo)
    return (text(pango), text(cairo))
  }

  private static func text(_ characters: [CChar]) -> String {
    String(decoding: characters.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
