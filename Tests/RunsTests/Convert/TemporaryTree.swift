import TestSupport

/// A folder that lives as long as its test.
final class TemporaryTree {
  private let folder = TemporaryFolder.fresh

  var root: String { folder.path }

  func path(_ name: String) -> String { folder(name) }

  /// Writes files, each with its own name as content unless said, and makes their folders.
  func write(_ names: String..., content: String? = nil) throws {
    for name in names { try folder.write((content ?? name).utf8, as: name) }
  }
}
