#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// Text for people and data for programs, past every buffer.
public enum Console {
  /// Writes to standard output.
  ///
  /// - Returns: nil where all was written, else why not; empty where the reader went away, which needs no word.
  public static func output(_ text: String) -> String? {
    do throws(SystemError) {
      try FileSystem.write([UInt8](text.utf8), to: 1, name: "standard output")
      return nil
    } catch {
      return SystemError.isClosedPipe(error.code) ? "" : error.reason
    }
  }

  /// Writes to standard error; whoever closed it does not want to hear.
  public static func message(_ text: String) {
    try? FileSystem.write([UInt8](text.utf8), to: 2, name: "standard error")
  }

  /// The system's words for an errno.
  public static func words(ofError code: Int32) -> String { SystemError.words(code) }

  /// Whether standard output (1) or standard error (2) is a terminal. The corresponding C function is `isatty`.
  public static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }
}
