internal import BromideLibc
package import BromideSystem
package import SystemPackage

/// The text in a picture that identifies its input and settings.
///
/// It depends only on the input's content and the settings. So equal inputs create equal bytes,
/// with any name and on any day. It contains the input's size, a hash of its start, end and a
/// sample in between, and the checksum of all bytes. The hash is fast and enough to distinguish
/// photos. If an edit misses the sample, the file's time or a complete read reveals it.
package enum Fingerprint {
  /// Replaces `drawing` or `frame` in the text if photos are missing or damaged. So the picture is
  /// never up to date.
  package static let draft = "draft"

  /// The photo in a picture's fingerprint.
  package struct Photo: Sendable, Hashable {
    /// The size and sampled hash from `ContentHash.file`.
    package let content: String
    /// The checksum of the complete photo, or `nil` in pictures of earlier versions.
    package let whole: String?
  }

  /// Returns the text with the checksum of the input.
  package static func text(_ quick: String, whole: CRC64) -> String {
    var words = quick.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    words.insert(contentsOf: ["whole", whole.digits], at: 3)
    return words.joined(separator: " ")
  }

  /// Returns a picture's text without the checksum of the input.
  package static func quick(_ text: String) -> String {
    var words = text.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    guard photo(in: text)?.whole != nil else { return text }
    words.removeSubrange(3...4)
    return words.joined(separator: " ")
  }

  /// Returns the photo in a picture's text, or `nil` if the picture does not depend on a photo.
  package static func photo(in text: String) -> Photo? {
    let words = text.split(separator: " ").map(String.init)
    guard words.count > 5, words[0] == "v1", words[1] == "input" else { return nil }
    return Photo(content: words[2], whole: words[3] == "whole" ? words[4] : nil)
  }

  /// Returns whether photos were missing or damaged when the picture was made.
  package static func isDraft(_ text: String) -> Bool {
    text.split(separator: " ").dropFirst().first == draft[...]
  }

  /// Returns the checksum of a complete file, computed with several threads.
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

  /// Bytes per part. With 16 threads and a file of 25 MB, each thread gets a part.
  private static let partBytes = 1 << 20
  /// Bytes per read, small enough to stay in a core's cache until they are added to the checksum.
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
