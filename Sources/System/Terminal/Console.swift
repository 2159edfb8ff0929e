internal import BromideLibc
internal import CBromideSystem
internal import SystemPackage

/// Writes text for people and data for programs, without buffering.
///
/// All text of the program is written here. Text can come from a file, and a terminal would obey
/// control characters in it. So these characters become `\xNN`, except line ends and tabs.
/// Bromide's control sequences, for example colours, are allowed through `sequence`.
public enum Console {
  /// Writes text to standard output, with control characters escaped.
  ///
  /// - Returns: `nil` if all bytes were written, otherwise the reason. The reason is empty if the
  ///   reader closed the pipe, because this does not need a message.
  public static func output(_ text: String) -> String? {
    output(data: [UInt8](shown(text).utf8))
  }

  /// Writes bytes for a program to standard output, unchanged.
  ///
  /// - Returns: `nil` if all bytes were written, otherwise the reason. The reason is empty if the
  ///   reader closed the pipe, because this does not need a message.
  public static func output(data bytes: [UInt8]) -> String? {
    do throws(SystemError) {
      try Transfer.write(bytes, to: 1, name: "standard output")
      return nil
    } catch {
      return SystemError.isClosedPipe(error.code) ? "" : error.reason
    }
  }

  /// Writes text to standard error, with control characters escaped. Failures are ignored.
  public static func message(_ text: String) {
    try? Transfer.write([UInt8](shown(text).utf8), to: 2, name: "standard error")
  }

  /// Returns text with which `output` and `message` send a control sequence to the terminal.
  ///
  /// The text begins with a random number of this process, so a file cannot contain it.
  public static func sequence(_ characters: String) -> String { mark + characters + endMark }

  /// Returns the text to send. Control characters are escaped, except inside `sequence`.
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

  // Escape and String Terminator, which normal text does not contain.
  private static let mark = "\u{1B}" + UInt64.random(in: 0 ... .max).hexDigits
  private static let endMark = "\u{9C}"

  /// Returns the system's text for an errno.
  public static func words(ofError code: Int32) -> String { SystemError.words(code) }

  /// Returns whether to colour the text on a stream: on a terminal that supports it, unless
  /// NO_COLOR has a value (https://no-color.org).
  public static func hasColor(_ descriptor: Int32) -> Bool {
    isTerminal(descriptor) && environment("TERM") != "dumb"
      && (environment("NO_COLOR") ?? "").isEmpty
  }

  /// Returns the columns and lines of the terminal at standard output (1) or standard error (2).
  ///
  /// Without a terminal, uses `COLUMNS` and `LINES`, or else 80 and 24. The corresponding C
  /// function is `ioctl` with `TIOCGWINSZ`.
  public static func windowSize(of descriptor: Int32) -> (columns: Int, lines: Int) {
    var (columns, lines) = (Int32(0), Int32(0))
    let isKnown = unsafe bromide_terminal_size(descriptor, &columns, &lines) == 0
    func side(_ count: Int32, _ name: String, _ standard: Int) -> Int {
      if isKnown && count > 0 { return Int(count) }
      return environment(name).flatMap { Int($0) }.map { min(max($0, 20), 1000) } ?? standard
    }
    return (side(columns, "COLUMNS", 80), side(lines, "LINES", 24))
  }

  /// Sets `COLUMNS` if it or the terminal of standard output has fewer columns. Libraries that break
  /// lines then keep the words. The corresponding C function is `setenv`.
  package static func widen(to least: Int) {
    let columns = environment("COLUMNS").flatMap { Int($0) } ?? windowSize(of: 1).columns
    if columns < least { _ = unsafe setenv("COLUMNS", String(least), 1) }
  }

  /// Returns the value of an environment variable, or `nil` if it is not set. The corresponding C
  /// function is `getenv`.
  public static func environment(_ name: String) -> String? {
    guard let value = unsafe getenv(name) else { return nil }
    return unsafe String(cString: value)
  }

  /// Returns whether standard output (1) or standard error (2) is a terminal. The corresponding C
  /// function is `isatty`.
  public static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }
}
