/// A box of the ISO base media file format (ISO/IEC 14496-12, 4.2).
package struct ISOBox {
  /// The four letters of its type.
  package let name: String
  /// The bytes after its header. Indices count from the start of the outer bytes.
  package let content: ArraySlice<UInt8>

  /// The header of a box.
  package struct Head {
    /// The four letters of its type.
    package let name: String
    /// Bytes of the head.
    package let count: Int
    /// Bytes of the box including its header, or `nil` if it ends with the file.
    package let size: Int?

    /// Returns `nil` if the bytes are not a header.
    package init?(_ bytes: ArraySlice<UInt8>) {
      guard let size = bytes.number(at: 0, 4), bytes.count >= 8 else { return nil }
      name = String(decoding: bytes.dropFirst(4).prefix(4), as: UTF8.self)
      switch size {
      case 0: (count, self.size) = (8, nil)
      case 1:
        guard let long = bytes.number(at: 8, 8), long >= 16 else { return nil }
        (count, self.size) = (16, long)
      default:
        guard size >= 8 else { return nil }
        (count, self.size) = (8, size)
      }
    }
  }

  /// The boxes that fill bytes, up to the first one that does not end in them.
  package static func all(in bytes: ArraySlice<UInt8>) -> [ISOBox] {
    var boxes: [ISOBox] = []
    var rest = bytes
    while let head = Head(rest), case let size = head.size ?? rest.count, size <= rest.count {
      boxes.append(ISOBox(name: head.name, content: rest.prefix(size).dropFirst(head.count)))
      rest = rest.dropFirst(size)
    }
    return boxes
  }
}

extension [ISOBox] {
  /// Returns the content of the first box with a name.
  package func first(named name: String) -> ArraySlice<UInt8>? {
    first { $0.name == name }?.content
  }
}

extension ArraySlice<UInt8> {
  /// Returns a big-endian number at an offset, or `nil` if it is outside the bytes or too large.
  package func number(at place: Int, _ count: Int) -> Int? {
    guard place >= 0, place <= self.count - count else { return nil }
    let bytes = dropFirst(place).prefix(count)
    return Int(exactly: bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
  }
}
