internal import Platform
internal import SystemPackage

/// A directory of a TIFF or BigTIFF, usually the first, as far as it tells a finished picture from a raw, and a whole file from one that
/// was cut.
struct TIFFStart {
  /// Whether it is a BigTIFF.
  let isBig: Bool
  /// In bytes.
  let fileSize: Int
  /// The offset of the next directory; 0 for none.
  private let next: Int
  private var entries: [Int: Entry] = [:]
  private let isLittle: Bool
  private let read: (_ place: Int, _ count: Int) -> [UInt8]

  private struct Entry {
    var type: Int
    var count: Int
    /// The first value if the values stand in the entry, else their offset.
    var value: Int
    var isHere: Bool
  }

  /// - Returns: nil if the file ends before its first directory does.
  init?(_ path: FilePath) {
    guard let size = (try? FileSystem.status(path))?.size else { return nil }
    self.init(size: size, at: nil) { place, count in
      (try? FileSystem.bytes(of: path, at: place, count: count)) ?? []
    }
  }

  /// The first directory of the beginning of a file.
  init?(bytes: [UInt8]) {
    self.init(size: bytes.count, at: nil) { place, count in
      place < bytes.count ? Array(bytes[place...].prefix(count)) : []
    }
  }

  /// - Parameters:
  ///   - place: Where the directory begins; nil for the first.
  ///   - read: Reads bytes, as many as the file has.
  private init?(
    size: Int, at place: Int?, read: @escaping (_ place: Int, _ count: Int) -> [UInt8]
  ) {
    let start = read(0, 16)
    guard start.count >= 8,
      start.starts(with: [0x49, 0x49]) || start.starts(with: [0x4D, 0x4D])
    else { return nil }
    let isLittle = start[0] == 0x49
    func number(_ bytes: [UInt8], _ place: Int, _ count: Int) -> Int {
      Self.number(bytes, place, count, isLittle)
    }
    isBig = number(start, 2, 2) == 43
    guard !isBig || start.count == 16 else { return nil }
    // Widths of a count of entries, an entry, a count of values, and an offset.
    let (head, width, length, offset) = isBig ? (8, 20, 8, 8) : (2, 12, 4, 4)
    let place = place ?? number(start, isBig ? 8 : 4, offset)
    let first = read(place, head)
    guard first.count == head else { return nil }
    let count = number(first, 0, head)
    guard (0...Self.mostEntries).contains(count) else { return nil }
    let bytes = read(place + head, width * count + offset)
    guard bytes.count == width * count + offset else { return nil }
    for entry in (0..<count).map({ $0 * width }) {
      let type = number(bytes, entry + 2, 2)
      let values = number(bytes, entry + 4, length)
      let unit = Self.sizes.indices.contains(type) ? Self.sizes[type] : 0
      let (bytesOfValues, isTooLarge) = values.multipliedReportingOverflow(by: unit)
      let isHere = values >= 0 && !isTooLarge && bytesOfValues <= offset
      let tag = number(bytes, entry, 2)
      // Of two entries of a tag the first counts.
      guard entries[tag] == nil else { continue }
      entries[tag] = Entry(
        type: type, count: values,
        value: number(bytes, entry + 4 + length, isHere && unit > 0 ? min(unit, offset) : offset),
        isHere: isHere)
    }
    next = number(bytes, width * count, offset)
    fileSize = size
    self.isLittle = isLittle
    self.read = read
  }

  private subscript(tag: Int) -> Int? { entries[tag].flatMap { $0.isHere ? $0.value : nil } }

  /// Whether it states DNG's version.
  var isDNG: Bool { entries[50706] != nil }
  /// Whether its pixels are a sensor's mosaic, or linear light of one.
  var isMosaic: Bool { [32803, 34892].contains(self[262] ?? 0) }
  /// Whether it is a smaller copy of another picture.
  var isReduced: Bool { (self[254] ?? 0) & 1 == 1 }
  /// Whether it bears marks of a raw.
  var looksRaw: Bool { isDNG || isMosaic || isReduced || entries[330] != nil }
  /// Whether it is the only directory, and its picture no old JPEG, as in previews.
  var isAlone: Bool { next == 0 && self[259] != 6 }

  /// Whether the file ends before data that its directories name.
  var isCut: Bool {
    var (left, seen) = ([self], Set<Int>())
    while let directory = left.popLast(), seen.count < Self.mostDirectories {
      if directory.namesMissingData { return true }
      for place in directory.following where seen.insert(place).inserted {
        guard let next = TIFFStart(size: fileSize, at: place, read: read) else { return true }
        left.append(next)
      }
    }
    return false
  }

  /// Whether a directory names a JPEG of so few bytes that not even its headers are there: somebody took the pixels out.
  var lacksPixels: Bool {
    var (left, seen) = ([self], Set<Int>())
    while let directory = left.popLast(), seen.count < Self.mostDirectories {
      if [6, 7].contains(directory[259] ?? 0), let lengths = directory.entries[279],
        directory.numbers(of: lengths).contains(where: { $0 < Self.leastJPEG })
      {
        return true
      }
      for place in directory.following where seen.insert(place).inserted {
        guard let next = TIFFStart(size: fileSize, at: place, read: read) else { continue }
        left.append(next)
      }
    }
    return false
  }

  /// Less than the markers, tables and headers of a lossless JPEG of one component have together.
  private static let leastJPEG = 32

  /// Where the next directory and those below this one begin.
  private var following: [Int] {
    (next > 0 ? [next] : []) + (entries[330].map(numbers) ?? [])
  }

  /// Whether the file ends before values or pixels of this directory.
  private var namesMissingData: Bool {
    entries.contains { tag, entry in
      !entry.isHere && end(of: entry) > fileSize
        || Self.pointers.contains(tag) && numbers(of: entry).contains { $0 >= fileSize }
    }
      || [(273, 279), (324, 325), (513, 514)].contains { places, lengths in
        guard let place = entries[places], let length = entries[lengths] else { return false }
        return zip(numbers(of: place), numbers(of: length)).contains { $0 + $1 > fileSize }
      }
  }

  private func end(of entry: Entry) -> Int {
    let unit = Self.sizes.indices.contains(entry.type) ? Self.sizes[entry.type] : 0
    let (bytes, isTooLarge) = entry.count.multipliedReportingOverflow(by: unit)
    let (end, isTooFar) = entry.value.addingReportingOverflow(bytes)
    return isTooLarge || isTooFar ? .max : end
  }

  /// The values of a field, of a long one the first 1024; none if the file does not hold them.
  private func numbers(of entry: Entry) -> [Int] {
    let unit = Self.sizes.indices.contains(entry.type) ? Self.sizes[entry.type] : 0
    guard [2, 4, 8].contains(unit), entry.count > 0 else { return [] }
    if entry.isHere { return [entry.value] }
    let count = min(entry.count, 1024)
    let bytes = read(entry.value, count * unit)
    return (0..<bytes.count / unit).map {
      min(Self.number(bytes, $0 * unit, unit, isLittle), .max / 2)
    }
  }

  /// A number below 2⁶³; larger ones, which no offset is, become the largest.
  private static func number(_ bytes: [UInt8], _ place: Int, _ count: Int, _ isLittle: Bool) -> Int
  {
    let value = (0..<count).reduce(UInt64(0)) {
      $0 << 8 | UInt64(bytes[place + (isLittle ? count - 1 - $1 : $1)])
    }
    return Int(min(value, UInt64(Int.max / 2)))
  }

  /// Bytes of a value of each type (TIFF 6.0, section 2; BigTIFF's 16 to 18).
  private static let sizes = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4, 0, 0, 8, 8, 8]
  /// The directories of Exif and GPS.
  private static let pointers: Set<Int> = [34665, 34853]
  /// Far more than any camera writes.
  private static let mostDirectories = 64
  /// Far more than any camera writes.
  private static let mostEntries = 4096
}
