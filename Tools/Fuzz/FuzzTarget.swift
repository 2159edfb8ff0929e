internal import Foundation
internal import SystemPackage

/// A parser that processes untrusted bytes.
///
/// The parser can reject the bytes with an error. It must not crash, use excessive memory or time,
/// or print a value that it parses differently. The last rule is a `precondition`, so that a
/// violation crashes.
struct FuzzTarget: Sendable {
  let name: String
  let run: @Sendable ([UInt8]) throws -> Void

  /// Every parser.
  static let all: [FuzzTarget] =
    pictures + metadata + streams + documents + texts + structures + requests

  static func named(_ name: String) -> FuzzTarget {
    guard let target = all.first(where: { $0.name == name }) else {
      fatalError("unknown parser “\(name)”; use \(all.map(\.name))")
    }
    return target
  }

  /// Runs the parser. A rejection is a success.
  func callAsFunction(_ bytes: [UInt8]) { try? run(bytes) }

  /// Memory for a picture's pixels, in bytes. Enough for libFuzzer's pictures, and small enough to
  /// avoid swapping.
  static let memoryLimit = 32 << 20

  /// Writes the bytes to a file, for parsers that require a path. Every call replaces the previous
  /// file.
  static func file(_ bytes: [UInt8]) throws -> FilePath {
    try Data(bytes).write(to: url)
    return FilePath(url.path)
  }

  private static let url = FileManager.default.temporaryDirectory
    .appendingPathComponent("bromide-fuzz-\(ProcessInfo.processInfo.processIdentifier)")

  /// Returns bytes as text, for parsers that require text.
  static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}
