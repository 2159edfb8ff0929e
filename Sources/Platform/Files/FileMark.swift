internal import CPlatform
package import SystemPackage

/// A short text that the file system keeps beside a file's content, as an extended attribute.
///
/// The file's bytes stay as they are. Copies and archives may lose the text, and FAT, exFAT and some network folders keep none.
package enum FileMark {
  /// The text of a file; nil without one.
  package static func read(_ path: FilePath) -> String? {
    var bytes = [UInt8](repeating: 0, count: capacity)
    let count = unsafe path.withPlatformString { path in
      unsafe bytes.withUnsafeMutableBytes { unsafe bromide_mark(path, $0.baseAddress, $0.count) }
    }
    guard count > 0 else { return nil }
    return String(decoding: bytes[..<count], as: UTF8.self)
  }

  /// Keeps a text beside a file that exists; without effect where the file system keeps none.
  package static func write(_ text: String, to path: FilePath) {
    let bytes = Array(text.utf8)
    precondition(bytes.count <= capacity, "a mark is short")
    _ = unsafe path.withPlatformString { path in
      unsafe bytes.withUnsafeBytes { unsafe bromide_set_mark(path, $0.baseAddress, $0.count) }
    }
  }

  private static let capacity = 256
}
