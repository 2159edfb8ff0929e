import Foundation

@testable import BatchConversion

/// A folder that lives as long as its test.
final class TemporaryTree {
  let root: String

  init() throws {
    let url = FileManager.default.temporaryDirectory
      .appendingPathComponent("bromide-tests-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    root = url.resolvingSymlinksInPath().path
  }

  deinit { try? FileManager.default.removeItem(atPath: root) }

  func path(_ name: String) -> String { root + "/" + name }

  /// Writes files, each with its own name as content unless said, and makes their folders.
  func write(_ names: String..., content: String? = nil) throws {
    for name in names {
      let url = URL(fileURLWithPath: path(name))
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data((content ?? name).utf8).write(to: url)
    }
  }

  /// Every file below, as sorted relative paths.
  var files: [String] {
    let found = FileManager.default.enumerator(atPath: root)?.compactMap { $0 as? String } ?? []
    return found.filter { !FileSystem.isFolder(path($0)) }.sorted()
  }
}
