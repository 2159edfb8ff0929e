/// The checksum of a picture's pixels in the form stored in its file: `crc64 995dc9bbdf1939fa`.
package struct PixelSum: Sendable, Hashable {
  private static let prefix = "crc64 "
  /// A text of the same length, until the checksum is known.
  package static let unknown = prefix + CRC64().digits

  package let text: String

  package init(_ sum: CRC64) { text = Self.prefix + sum.digits }

  /// Reads a checksum, or returns `nil` for other texts.
  package init?(_ text: String) {
    guard text.hasPrefix(Self.prefix), text.utf8.count == Self.unknown.utf8.count else {
      return nil
    }
    self.text = text
  }
}
