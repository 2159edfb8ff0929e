internal import BromideLibc
package import SystemPackage

/// The 64-bit hash FNV-1a (G. Fowler, L. C. Noll, K.-P. Vo). It distinguishes contents but does not
/// protect against attacks.
package struct ContentHash: Sendable {
  private var value: UInt64 = 0xCBF2_9CE4_8422_2325

  /// Creates the hash of bytes. You can add more.
  package init(_ bytes: [UInt8] = []) { add(bytes) }

  package mutating func add(_ bytes: [UInt8]) {
    for byte in bytes { add(byte) }
  }

  @inline(__always)
  mutating func add(_ byte: UInt8) { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 }

  package var number: UInt64 { value }
  package var text: String { value.hexDigits }
}

extension ContentHash {
  /// Returns size and hash of all bytes of a small file as text.
  package static func file(of bytes: [UInt8]) -> String {
    "\(bytes.count)-\(ContentHash(bytes).text)"
  }

  /// Returns size and hash of a file as text. It depends only on the content, not on name or date.
  ///
  /// The hash covers the beginning, the end and samples in between. This is enough to distinguish
  /// photos. If an edit changes other bytes, the caller can detect it by the file's time.
  package static func file(_ path: FilePath) throws(SystemError) -> String {
    var content = ContentHash()
    let file = try SampledFile(path)
    defer { close(file.descriptor) }
    for part in 0..<SampledFile.partCount { content.add(try file.part(part)) }
    return "\(file.size)-\(content.text)"
  }
}
