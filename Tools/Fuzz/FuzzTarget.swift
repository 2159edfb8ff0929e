internal import Foundation
internal import SystemPackage

/// One parser, given bytes that anybody may have written.
///
/// It may refuse them by an error. It may not crash, take memory or time out of proportion, or read back what it printed
/// as something else; the last is a `precondition`, so that it counts as a crash.
struct FuzzTarget: Sendable {
  let name: String
  let run: @Sendable ([UInt8]) throws -> Void

  /// Every parser.
  static let all: [FuzzTarget] =
    pictures + metadata + streams + documents + texts + structures + requests

  static func named(_ name: String) -> FuzzTarget {
    guard let target = all.first(where: { $0.name == name }) else {
      fatalError("no parser is named “\(name)”; accepted are \(all.map(\.name))")
    }
    return target
  }

  /// A refusal is as good as a success.
  func callAsFunction(_ bytes: [UInt8]) { try? run(bytes) }

  /// Memory for a picture's pixels: enough for what libFuzzer makes, too little to be swapped.
  static let memoryLimit = 32 << 20

  /// A file with these bytes, for parsers that want a path; every call replaces the last one's.
  static func file(_ bytes: [UInt8]) throws -> FilePath {
    try Data(bytes).write(to: url)
    return FilePath(url.path)
  }

  private static let url = FileManager.default.temporaryDirectory
    .appendingPathComponent("bromide-fuzz-\(ProcessInfo.processInfo.processIdentifier)")

  /// Bytes as text, where a parser takes text.
  static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}
