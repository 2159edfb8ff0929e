/// A simple, strict reader of little-endian TIFF structures, for checking what was written.
struct PlainExif {
  struct Entry: Equatable {
    var type: Int
    var count: Int
    var bytes: [UInt8]

    var text: String { String(decoding: bytes.dropLast(), as: UTF8.self) }
    /// Each component as an integer; ratios as two.
    var numbers: [Int] {
      let width = [1: 1, 2: 1, 3: 2, 4: 4, 5: 4, 7: 1, 10: 4][type]!
      return stride(from: 0, to: bytes.count, by: width).map { start in
        let value = (0..<width).reduce(0) { $0 | Int(bytes[start + $1]) << (8 * $1) }
        return type == 10 ? Int(Int32(truncatingIfNeeded: value)) : value
      }
    }
  }

  let bytes: [UInt8]
  private(set) var image: [Int: Entry] = [:]
  private(set) var photo: [Int: Entry] = [:]
  private(set) var position: [Int: Entry] = [:]

  init?(_ bytes: [UInt8]) {
    self.bytes = bytes
    guard bytes.count >= 8, Array(bytes[0..<4]) == [0x49, 0x49, 42, 0],
      let image = directory(at: number(4, 4))
    else { return nil }
    self.image = image
    if let entry = image[0x8769] {
      guard let photo = directory(at: entry.numbers[0]) else { return nil }
      self.photo = photo
    }
    if let entry = image[0x8825] {
      guard let position = directory(at: entry.numbers[0]) else { return nil }
      self.position = position
    }
  }

  private func number(_ offset: Int, _ width: Int) -> Int {
    (0..<width).reduce(0) { $0 | Int(bytes[offset + $1]) << (8 * $1) }
  }

  /// Returns the directory at an offset, or `nil` if an offset is outside, a type is unknown, or
  /// tags do not ascend, which TIFF requires.
  private func directory(at offset: Int) -> [Int: Entry]? {
    guard offset % 2 == 0, offset + 2 <= bytes.count else { return nil }
    var entries: [Int: Entry] = [:]
    var last = -1
    for index in 0..<number(offset, 2) {
      let start = offset + 2 + 12 * index
      guard start + 12 <= bytes.count else { return nil }
      let tag = number(start, 2)
      let type = number(start + 2, 2)
      let count = number(start + 4, 4)
      guard tag > last, let width = [1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 7: 1, 10: 8][type] else {
        return nil
      }
      last = tag
      let value = width * count <= 4 ? start + 8 : number(start + 8, 4)
      guard value + width * count <= bytes.count else { return nil }
      entries[tag] = Entry(
        type: type, count: count, bytes: Array(bytes[value..<value + width * count]))
    }
    return entries
  }
}
