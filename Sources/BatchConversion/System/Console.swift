#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// Text for people and data for programs, past every buffer.
public enum Console {
  /// Writes to standard output; false where its reader went away or the disk is full.
  @discardableResult
  public static func output(_ text: String) -> Bool {
    (try? FileSystem.write([UInt8](text.utf8), to: 1, name: "standard output")) != nil
  }

  /// Writes to standard error; whoever closed it does not want to hear.
  public static func message(_ text: String) {
    try? FileSystem.write([UInt8](text.utf8), to: 2, name: "standard error")
  }

  /// Whether standard output (1) or standard error (2) is a terminal. The corresponding C function is `isatty`.
  public static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }
}
