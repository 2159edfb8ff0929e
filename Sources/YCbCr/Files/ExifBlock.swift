/// The directories of an Exif block: a TIFF header, its first directory, and those that it points to
/// (CIPA DC-008, 4.6).
struct ExifBlock {
  private let bytes: [UInt8]
  private let isLittle: Bool
  /// Where the first directory begins.
  let first: Int

  /// Nil if the block is missing or does not begin as one.
  init?(_ bytes: [UInt8]) {
    isLittle = bytes.starts(with: [0x49, 0x49])
    guard isLittle || bytes.starts(with: [0x4D, 0x4D]) else { return nil }
    self.bytes = bytes
    guard let start = Self.number(bytes, 4, 4, isLittle),
      Self.number(bytes, 2, 2, isLittle) == 42
    else { return nil }
    first = start
  }

  /// The first value of a tag that has a type and a count, where it stands in the entry; nil if the
  /// directory is damaged or lacks it.
  func value(of tag: Int, type: ValueType, count: Int, in directory: Int) -> Int? {
    guard let entry = entry(tag, directory), number(entry + 2, 2) == type.rawValue,
      number(entry + 4, 4) == count
    else { return nil }
    return number(entry + 8, type == .short ? 2 : 4)
  }

  /// The first of a tag's BYTEs, SHORTs or LONGs; nil if the directory is damaged or lacks it.
  func number(of tag: Int, in directory: Int) -> Int? {
    guard let entry = entry(tag, directory), let type = number(entry + 2, 2),
      let size = [1: 1, 3: 2, 4: 4][type], let count = number(entry + 4, 4), count > 0
    else { return nil }
    return (size * count <= 4 ? entry + 8 : number(entry + 8, 4)).flatMap { number($0, size) }
  }

  /// A text of up to four bytes with its end, which stands in the entry.
  func shortText(of tag: Int, in directory: Int) -> String? {
    guard let entry = entry(tag, directory), number(entry + 2, 2) == ValueType.text.rawValue,
      let count = number(entry + 4, 4), count <= 4, entry + 8 + count <= bytes.count
    else { return nil }
    return String(decoding: bytes[entry + 8..<entry + 8 + count].prefix { $0 != 0 }, as: UTF8.self)
  }

  /// Types of values (TIFF 6.0, section 2).
  enum ValueType: Int {
    case text = 2
    case short = 3
    case long = 4
  }

  /// Where a tag's entry begins.
  private func entry(_ tag: Int, _ directory: Int) -> Int? {
    guard let count = number(directory, 2) else { return nil }
    for entry in 0..<count {
      let at = directory + 2 + 12 * entry
      guard let found = number(at, 2) else { return nil }
      if found == tag { return at }
    }
    return nil
  }

  private func number(_ at: Int, _ count: Int) -> Int? { Self.number(bytes, at, count, isLittle) }

  private static func number(_ bytes: [UInt8], _ at: Int, _ count: Int, _ isLittle: Bool) -> Int? {
    guard at >= 0, at <= bytes.count - count else { return nil }
    let part = bytes[at..<at + count]
    return (isLittle ? Array(part.reversed()) : Array(part)).reduce(0) { $0 << 8 | Int($1) }
  }
}
