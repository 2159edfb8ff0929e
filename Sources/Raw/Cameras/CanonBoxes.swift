internal import BromideSystem
internal import BromideValues
internal import SystemPackage

/// The boxes of a Canon CR3 (ISO/IEC 14496-12) that describe its raw picture and that LibRaw 0.20
/// does not read.
struct CanonBoxes {
  /// The areas of a raw picture, measured from its top left.
  struct Areas: Hashable {
    /// The maker's picture.
    var picture: Region
    /// The masked columns left of the active area and rows above it. Empty if there are no masked
    /// areas.
    var masked: [Region]
    /// The exposed pixels.
    var active: Region
  }

  /// The areas in the boxes for each raw size.
  private(set) var areas: [Size: Areas] = [:]
  /// The maker's note.
  private(set) var makerNote: TIFFFields?

  /// The limit of bytes in boxes, above the number that cameras write.
  private static let mostBytes = 1 << 24

  /// Returns `nil` if the file is not a CR3 or its `moov` box cannot be read.
  init?(path: FilePath) {
    guard let head = try? FileSystem.bytes(of: path, at: 0, count: 64), head.count >= 32,
      Self.name(head, at: 4) == "ftyp", Self.name(head, at: 8) == "crx "
    else { return nil }
    let start = Self.number(head, at: 0, count: 4)
    guard start >= 16, start <= head.count - 8, Self.name(head, at: start + 4) == "moov" else {
      return nil
    }
    let count = Self.number(head, at: start, count: 4)
    guard count > 8, count <= Self.mostBytes,
      let bytes = try? FileSystem.bytes(of: path, at: start + 8, count: count - 8),
      bytes.count == count - 8
    else { return nil }
    self.init(moov: bytes)
  }

  /// - Parameter bytes: The contents of the `moov` box.
  init(moov bytes: [UInt8]) { read(bytes, 0..<bytes.count, depth: 0) }

  private mutating func read(_ bytes: [UInt8], _ range: Range<Int>, depth: Int) {
    var place = range.lowerBound
    while place + 8 <= range.upperBound, depth < 8 {
      let size = Self.number(bytes, at: place, count: 4)
      guard size >= 8, size <= range.upperBound - place else { return }
      let content = place + 8..<place + size
      switch Self.name(bytes, at: place + 4) {
      case "trak", "mdia", "minf", "stbl": read(bytes, content, depth: depth + 1)
      case "stsd": read(bytes, skipping: 8, content, depth)
      // The fields of a visual sample entry.
      case "CRAW": read(bytes, skipping: 82, content, depth)
      case "CDI1": read(bytes, skipping: 4, content, depth)
      case "uuid": read(bytes, skipping: 16, content, depth)
      case "CMT3": if makerNote == nil { makerNote = TIFFFields(Array(bytes[content])) }
      case "IAD1": readAreas(bytes, content)
      default: break
      }
      place += size
    }
  }

  private mutating func read(
    _ bytes: [UInt8], skipping count: Int, _ content: Range<Int>, _ depth: Int
  ) {
    guard content.count > count else { return }
    read(bytes, content.lowerBound + count..<content.upperBound, depth: depth + 1)
  }

  /// Reads version and flags, width, height, −, kind, −, −. For kind 2, these are followed by left,
  /// top, right and bottom (inclusive) of the picture, masked columns, masked rows and the active
  /// area.
  private mutating func readAreas(_ bytes: [UInt8], _ content: Range<Int>) {
    let words = stride(from: content.lowerBound + 4, to: content.upperBound - 1, by: 2).map {
      Self.number(bytes, at: $0, count: 2)
    }
    guard words.count >= 22, words[3] == 2 else { return }
    let size = Size(width: words[0], height: words[1])
    func region(_ start: Int) -> Region {
      let (left, top) = (words[start], words[start + 1])
      return Region(
        x: left, y: top, width: words[start + 2] + 1 - left, height: words[start + 3] + 1 - top)
    }
    let (picture, active) = (region(6), region(18))
    guard !picture.isEmpty, Region(size).contains(picture), areas[size] == nil else { return }
    // Some files contain an active area larger than the raw picture.
    let isSane = !active.isEmpty && Region(size).contains(active) && active.contains(picture)
    areas[size] = Areas(
      picture: picture,
      masked: [region(10), region(14)].filter { !$0.isEmpty && Region(size).contains($0) },
      active: isSane ? active : picture)
  }

  private static func number(_ bytes: [UInt8], at place: Int, count: Int) -> Int {
    bytes[place..<place + count].reduce(0) { $0 << 8 | Int($1) }
  }

  private static func name(_ bytes: [UInt8], at place: Int) -> String {
    String(decoding: bytes[place..<place + 4], as: UTF8.self)
  }
}
