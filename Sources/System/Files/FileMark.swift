internal import CBromideSystem
package import SystemPackage

/// A short text that the file system stores with a file, as an extended attribute.
///
/// The file's bytes do not change. Copies and archives can lose the text. FAT, exFAT and some
/// network folders do not support it.
package enum FileMark {
  /// Returns the text of a file, or `nil` if it is missing.
  package static func read(_ path: FilePath) -> String? {
    var bytes = [UInt8](repeating: 0, count: capacity)
    let count = unsafe path.withPlatformString { path in
      unsafe bytes.withUnsafeMutableBytes { unsafe bromide_mark(path, $0.baseAddress, $0.count) }
    }
    guard count > 0 else { return nil }
    return String(decoding: bytes[..<count], as: UTF8.self)
  }

  /// Attaches a text to an existing file. Has no effect if the file system does not support
  /// attributes.
  package static func write(_ text: String, to path: FilePath) {
    let bytes = Array(text.utf8)
    precondition(bytes.count <= capacity, "a mark is short")
    _ = unsafe path.withPlatformString { path in
      unsafe bytes.withUnsafeBytes { unsafe bromide_set_mark(path, $0.baseAddress, $0.count) }
    }
  }

  private static let capacity = 256
}
