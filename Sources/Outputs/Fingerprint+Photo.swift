package import Platform
package import Scheduling
package import SystemPackage

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

extension Fingerprint {
  /// What a picture's text says of the photo that it was made from.
  package struct Photo: Sendable, Hashable {
    /// Size and sampled hash, as `ContentHash.file` gives them.
    package let content: String
    /// The sum of all of it; nil in pictures of earlier versions.
    package let whole: String?
  }

  /// The text with the sum of the input added.
  package static func text(_ quick: String, whole: CRC64) -> String {
    var words = quick.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    words.insert(contentsOf: ["whole", whole.digits], at: 3)
    return words.joined(separator: " ")
  }

  /// A picture's text without the sum of the input.
  package static func quick(_ text: String) -> String {
    var words = text.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    guard photo(in: text)?.whole != nil else { return text }
    words.removeSubrange(3...4)
    return words.joined(separator: " ")
  }

  /// The photo that a picture's text names; nil for pictures that are not made from one.
  package static func photo(in text: String) -> Photo? {
    let words = text.split(separator: " ").map(String.init)
    guard words.count > 5, words[0] == "v1", words[1] == "input" else { return nil }
    return Photo(content: words[2], whole: words[3] == "whole" ? words[4] : nil)
  }

  /// Whether a picture's text says that photos were missing or damaged when it was made.
  package static func isDraft(_ text: String) -> Bool {
    text.split(separator: " ").dropFirst().first == draft[...]
  }

  /// The sum of all bytes of a file, read by the threads of a crew.
  package static func whole(_ path: FilePath, crew: Crew = .alone) throws(SystemError) -> CRC64 {
    let size = try FileSystem.status(path).size
    let descriptor = try Transfer.descriptor(opening: path, O_RDONLY)
    defer { close(descriptor) }
    let parts = try crew.map(
      (size + partBytes - 1) / partBytes, makeScratch: { Piece(byteCount: pieceBytes) },
      work: { part, piece throws(SystemError) in
        try piece.sum(part * partBytes..<min((part + 1) * partBytes, size), of: descriptor, path)
      })
    return parts.reduce(into: CRC64()) { $0.add($1) }
  }

  /// Bytes that a thread reads in turn: of a file of 25 MB, each of 16 has a share.
  private static let partBytes = 1 << 20
  /// Bytes that stay in a core's cache between reading and summing.
  private static let pieceBytes = 1 << 17

  /// The memory of one thread.
  private final class Piece {
    private var bytes: [UInt8]

    init(byteCount: Int) { bytes = [UInt8](repeating: 0, count: byteCount) }

    func sum(
      _ range: Range<Int>, of descriptor: Int32, _ path: FilePath
    ) throws(SystemError) -> CRC64 {
      var sum = CRC64()
      var offset = range.lowerBound
      while offset < range.upperBound {
        let count = min(bytes.count, range.upperBound - offset)
        let read = try Transfer.retry("read", path) {
          unsafe bytes.withUnsafeMutableBytes {
            unsafe pread(descriptor, $0.baseAddress!, count, off_t(offset))
          }
        }
        guard read > 0 else { break }
        unsafe bytes.withUnsafeBytes {
          unsafe sum.add(UnsafeRawBufferPointer(rebasing: $0[..<read]))
        }
        offset += read
      }
      return sum
    }
  }
}
