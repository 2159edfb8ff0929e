internal import CText
public import Pixels
internal import Platform

/// An error that prevents drawing. All cases but `tooLarge` concern whoever administers the
/// machine.
public enum DrawingError: Error, Sendable, Hashable, CustomStringConvertible {
  /// A text library is not installed, or lacks a function that is needed.
  case missingLibrary(String)
  /// No font is installed.
  case missingFont
  /// No installed font has this name.
  case unknownFamily(String)
  /// A file is missing or not a font.
  case noFontFile(String)
  /// A side exceeds the canvas's limit.
  case tooLarge(Size)
  /// The system starts no thread, of which Pango has some of its own.
  case noThread
  /// Memory of so many bytes, and of what the text libraries take besides, cannot be had.
  case outOfMemory(bytes: Int)

  /// A sentence that says what is wrong and, if possible, what to do.
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
  /// Loads the libraries if they are not loaded yet; takes a few milliseconds, once for the
  /// process.
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

  /// Whether a thread can be started: where Pango cannot start one, it ends the process.
  private static let hasThreads: Bool = {
    guard let thread = WorkerThread({}) else { return false }
    thread.join()
    return true
  }()

  /// Asks for memory before Pango needs it.
  static func requireMemory(for bytes: Int = 0) throws(DrawingError) {
    guard MemoryShortage.isThere(bytes + ofLibraries) else {
      throw .outOfMemory(bytes: bytes + ofLibraries)
    }
  }

  /// Bytes that the libraries take before they draw: stacks of two threads, tables of fonts.
  private static let ofLibraries = 24 << 20

  /// Versions of Pango and cairo; nil if they are not installed.
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
