internal import CPlatform
internal import SystemPackage

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// Writes text for people and data for programs, without buffering.
///
/// All text leaves the program here. A terminal obeys control characters, and text may come from a file, so the
/// characters that a terminal obeys become `\xNN`, except line ends and tabs. Sequences of Bromide itself, such as
/// colours, pass as `sequence`.
public enum Console {
  /// Writes text to standard output, with control characters escaped.
  ///
  /// - Returns: nil if all was written, otherwise why not; empty if the reader went away, which needs no message.
  public static func output(_ text: String) -> String? {
    output(data: [UInt8](shown(text).utf8))
  }

  /// Writes bytes for a program to standard output, as they are.
  ///
  /// - Returns: nil if all was written, otherwise why not; empty if the reader went away, which needs no message.
  public static func output(data bytes: [UInt8]) -> String? {
    do throws(SystemError) {
      try Transfer.write(bytes, to: 1, name: "standard output")
      return nil
    } catch {
      return SystemError.isClosedPipe(error.code) ? "" : error.reason
    }
  }

  /// Writes text to standard error, with control characters escaped; failures are ignored.
  public static func message(_ text: String) {
    try? Transfer.write([UInt8](shown(text).utf8), to: 2, name: "standard error")
  }

  /// Text that makes `output` and `message` send a sequence of characters that the terminal obeys.
  ///
  /// No file can contain this text, because a random number of this process begins it.
  public static func sequence(_ characters: String) -> String { mark + characters + endMark }

  /// The text that is sent: characters that a terminal obeys are escaped, and sequences are as `sequence` has them.
  static func shown(_ text: String) -> String {
    if text.utf8.allSatisfy({ 0x20..<0x7F ~= $0 || $0 == 0x0A || $0 == 0x09 }) { return text }
    var parts = text.split(separator: mark, omittingEmptySubsequences: false)[...]
    var result = ByteText.lines(parts.removeFirst())
    for part in parts {
      let end = part.firstRange(of: endMark)
      result += part[..<(end?.lowerBound ?? part.endIndex)]
      if let end { result += ByteText.lines(part[end.upperBound...]) }
    }
    return result
  }

  // Escape and String Terminator, which text has no use for.
  private static let mark = "\u{1B}" + UInt64.random(in: 0 ... .max).hexDigits
  private static let endMark = "\u{9C}"

  /// The system's words for an errno.
  public static func words(ofError code: Int32) -> String { SystemError.words(code) }

  /// Whether text on a stream may be coloured: on a terminal that supports it, unless NO_COLOR has a value
  /// (https://no-color.org).
  public static func hasColor(_ descriptor: Int32) -> Bool {
    isTerminal(descriptor) && environment("TERM") != "dumb"
      && (environment("NO_COLOR") ?? "").isEmpty
  }

  /// Columns and lines of the terminal behind standard output (1) or standard error (2); without a terminal, the values of
  /// `COLUMNS` and `LINES`, otherwise 80 and 24. The corresponding C function is `ioctl` with `TIOCGWINSZ`.
  public static func windowSize(of descriptor: Int32) -> (columns: Int, lines: Int) {
    var (columns, lines) = (Int32(0), Int32(0))
    let isKnown = unsafe bromide_terminal_size(descriptor, &columns, &lines) == 0
    func side(_ count: Int32, _ name: String, _ standard: Int) -> Int {
      if isKnown && count > 0 { return Int(count) }
      return environment(name).flatMap { Int($0) }.map { min(max($0, 20), 1000) } ?? standard
    }
    return (side(columns, "COLUMNS", 80), side(lines, "LINES", 24))
  }

  /// The value of an environment variable; nil if it is not set. The corresponding C function is `getenv`.
  public static func environment(_ name: String) -> String? {
    guard let value = unsafe getenv(name) else { return nil }
    return unsafe String(cString: value)
  }

  /// Whether standard output (1) or standard error (2) is a terminal. The corresponding C function is `isatty`.
  public static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }
}
