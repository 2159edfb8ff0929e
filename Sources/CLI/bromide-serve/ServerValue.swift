internal import ArgumentParser
internal import BromideSystem
internal import SystemPackage

/// Reads the values of server flags.
enum ServerValue {
  /// Reads a token.
  ///
  /// - Throws: `ExitCode` if a token's file cannot be read, or a token is too short to be safe.
  static func token(_ token: String, of command: String) throws -> String {
    var text = token
    if token.hasPrefix("@") {
      let path = FilePath(reversible: String(token.dropFirst()))
      do throws(SystemError) {
        text = String(decoding: try FileSystem.contents(of: path, limit: 4096), as: UTF8.self)
      } catch {
        Console.message("bromide \(command): --token: \(error)\n")
        throw ExitCode(64)
      }
      text = String(text.split(whereSeparator: \.isNewline).first ?? "")
    }
    guard text.utf8.count >= 16, text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
      Console.message(
        "bromide \(command): --token: expected 16 or more printable characters without spaces\n")
      throw ExitCode(64)
    }
    return text
  }

  /// Prints the reason of a failure, and returns its exit code.
  static func failure(_ reason: String, of command: String) -> ExitCode {
    Console.message("bromide \(command): \(reason)\n")
    return ExitCode(1)
  }
}
