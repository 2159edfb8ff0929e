internal import Platform
internal import SystemPackage

/// Where the parts of a TIFF lie, found without its pixels: enough to recognise a picture of Bromide's, and a
/// copy of it that was cut short.
struct TIFFOutline {
  /// The XMP packet.
  private(set) var xmp: [UInt8]?
  /// Whether all parts lie in the file.
  private(set) var isWhole = false

  let path: FilePath
  private let size: Int
  private var image: [Int: Entry] = [:]
  private let isBig: Bool

  /// - Returns: nil if the file is not a little-endian TIFF, or its first directory is not all there.
  init?(_ path: FilePath) {
    guard let size = try? FileSystem.status(path).size,
      let start = try? FileSystem.bytes(of: path, at: 0, count: 16), start.count >= 8,
      start.starts(with: [0x49, 0x49])
    else { return nil }
    self.path = path
    self.size = size
    isBig = Self.number(start, 2, 2) == 43
    guard isBig || Self.number(start, 2, 2) == 42, !isBig || start.count == 16,
      let first = isBig ? Self.number(start, 8, 8) : Self.number(start, 4, 4),
      let image = directory(at: first)
    else { return nil }
    self.image = image
    xmp = image[700].flatMap(bytes)
    isWhole = hasStrips(image) && hasDirectories(image)
  }

  /// The whole numbers of a tag of the picture; nil if it has none or is not there.
  func numbers(_ tag: Int) -> [Int]? {
    // libtiff passes over tags of other types, too.
    guard let entry = image[tag], [.short, .long, .long8].contains(entry.kind) else { return nil }
    return values(entry)
  }

  private func hasDirectories(_ image: [Int: Entry]) -> Bool {
    [34665, 34853].allSatisfy { tag in
      guard let pointer = image[tag] else { return true }
      return values(pointer)?.first.flatMap(directory) != nil
    }
  }

  private func hasStrips(_ image: [Int: Entry]) -> Bool {
    guard let offsets = image[273].flatMap(values), let counts = image[279].flatMap(values),
      offsets.count == counts.count
    else { return false }
    return zip(offsets, counts).allSatisfy { $0 <= size && $1 <= size - $0 }
  }

  private struct Entry {
    let kind: TIFFField.Kind
    let start: Int
    let byteCount: Int
  }

  /// The entries of a directory by their tags; nil if it or a value of it is not all there.
  private func directory(at offset: Int) -> [Int: Entry]? {
    let (head, entrySize, inline) = isBig ? (8, 20, 8) : (2, 12, 4)
    // A classic directory has no more entries than this, and one of Bromide's some thirty.
    guard let start = read(offset, head), let count = Self.number(start, 0, head), count <= 0xFFFF,
      let bytes = read(offset + head, count * entrySize + inline)
    else { return nil }
    var entries: [Int: Entry] = [:]
    for index in 0..<count {
      let entry = index * entrySize
      guard let tag = Self.number(bytes, entry, 2), let code = Self.number(bytes, entry + 2, 2),
        let kind = TIFFField.Kind(rawValue: UInt16(code)),
        let values = Self.number(bytes, entry + 4, inline), values <= size
      else { return nil }
      let byteCount = values * kind.byteCount
      var start = offset + head + entry + 4 + inline
      if byteCount > inline {
        guard let value = Self.number(bytes, entry + 4 + inline, inline), value <= size,
          // Values are padded to words.
          value + (byteCount + 1) / 2 * 2 <= size
        else { return nil }
        start = value
      }
      entries[tag] = Entry(kind: kind, start: start, byteCount: byteCount)
    }
    return entries
  }

  private func bytes(_ entry: Entry) -> [UInt8]? { read(entry.start, entry.byteCount) }

  /// The values of an entry of whole numbers.
  private func values(_ entry: Entry) -> [Int]? {
    let size = entry.kind.byteCount
    guard let bytes = bytes(entry) else { return nil }
    let all = stride(from: 0, to: bytes.count, by: size).compactMap {
      Self.number(bytes, $0, size)
    }
    return all.count * size == bytes.count ? all : nil
  }

  private func read(_ offset: Int, _ count: Int) -> [UInt8]? {
    guard offset >= 0, count >= 0, count <= size, offset <= size - count,
      let bytes = try? FileSystem.bytes(of: path, at: offset, count: count), bytes.count == count
    else { return nil }
    return bytes
  }

  /// A little-endian number; nil if it is not there or too large for this machine.
  private static func number(_ bytes: [UInt8], _ offset: Int, _ count: Int) -> Int? {
    guard offset + count <= bytes.count else { return nil }
    let value = (0..<count).reduce(UInt64(0)) { $0 | UInt64(bytes[offset + $1]) << (8 * $1) }
    return Int(exactly: value)
  }
}
