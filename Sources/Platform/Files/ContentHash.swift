package import SystemPackage

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// The 64-bit hash FNV-1a (G. Fowler, L. C. Noll, K.-P. Vo). It distinguishes contents but does not
/// protect against attacks.
package struct ContentHash: Sendable {
  private var value: UInt64 = 0xCBF2_9CE4_8422_2325

  package init() {}

  package mutating func add(_ bytes: [UInt8]) {
    for byte in bytes { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 }
  }

  package var number: UInt64 { value }
  package var text: String { value.hexDigits }
}

extension ContentHash {
  /// Returns size and hash of a file as text. It depends only on the content, not on name or date.
  ///
  /// The hash covers the beginning, the end and samples in between. This is enough to distinguish
  /// photos. If an edit changes other bytes, the caller can detect it by the file's time.
  package static func file(_ path: FilePath) throws(SystemError) -> String {
    var content = ContentHash()
    let size = try FileSystem.status(path).size
    // If the path is a pipe, a blocking open would wait for a writer. With O_NONBLOCK, the read
    // fails, because a pipe cannot be read at an offset.
    let descriptor = try Transfer.descriptor(opening: path, O_RDONLY | O_NONBLOCK)
    defer { close(descriptor) }
    let last = max(size - edge, 0)
    func add(_ count: Int, at offset: Int) throws(SystemError) {
      content.add(try Transfer.read(count, from: descriptor, at: offset, name: path))
    }
    try add(min(edge, size), at: 0)
    for index in 1..<samples {
      try add(sample, at: last / samples * index)
    }
    try add(min(edge, size), at: last)
    return "\(size)-\(content.text)"
  }

  private static let edge = 64 << 10
  private static let samples = 16
  private static let sample = 4 << 10
}
