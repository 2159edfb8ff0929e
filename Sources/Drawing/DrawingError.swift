internal import CText
public import Pixels

/// Why nothing could be drawn. All but `tooLarge` are for whoever looks after the machine.
public enum DrawingError: Error, Sendable, Hashable, CustomStringConvertible {
  /// A library for text is not installed, or is without a function that is needed.
  case missingLibrary(String)
  /// There is no font.
  case missingFont
  /// A side is beyond what a canvas can have, or there is no memory for it.
  case tooLarge(Size)

  /// A sentence in English that says what is wrong and, where it can, what to do.
  public var description: String {
    switch self {
    case .missingLibrary(let name):
      "\(name) was not found, which draws text; install Pango (Debian: libpangocairo-1.0-0, Homebrew: pango)"
    case .missingFont:
      "no font is installed, so text cannot be drawn; install one (Debian: fonts-dejavu-core, Homebrew: font-dejavu)"
    case .tooLarge(let size):
      "a drawing of \(size) pixels is too large; a side has at most \(Canvas.longestSide)"
    }
  }
}

/// The libraries behind this module.
public enum DrawingLibraries {
  /// Loads them where that was not yet done; a few milliseconds, once for the process.
  public static func load() throws(DrawingError) {
    var message = [CChar](repeating: 0, count: Int(BROMIDE_TEXT_MESSAGE))
    switch unsafe bromide_text_load(&message) {
    case BROMIDE_TEXT_READY: return
    case BROMIDE_TEXT_NO_FONT: throw .missingFont
    default: throw .missingLibrary(text(message))
    }
  }

  /// Versions of Pango and cairo; nil where they are not installed.
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
