internal import Pixels
internal import Platform
internal import SystemPackage

/// The digest that a DNG states of its samples, and what it covers (DNG 1.7.1, tags 50972 RawImageDigest and 51111
/// NewRawImageDigest; Adobe's SDK defines the new one).
struct StatedDigest {
  /// What the digest is an MD5 of.
  enum Coverage: Equatable {
    /// The MD5s of tiles of 256 × 256 pixels, row by row; planes of a tile follow one another. Samples of up to 8 bits have one
    /// byte, others two, the lower first.
    case tiles(bytesPerSample: Int)
    /// All samples, row by row, with two bytes, the lower first.
    case rows
    /// The MD5s of the compressed strips or tiles in the file, of lossy JPEG.
    case chunks([Range<Int>])
  }

  let digest: [UInt8]
  let coverage: Coverage
  /// The size and samples a pixel of the raw picture as the file has it.
  let size: Size
  let channels: Int
  /// Whether samples are stored as they are, so that no decoder notices damage.
  let isUncompressed: Bool

  /// Reads the tags; nil if there is no digest, or one that cannot be compared: of floats, and of samples behind a table, which
  /// decoding replaces.
  init?(_ path: FilePath) {
    guard let file = TagFile(path), let root = file.directory(at: file.first) else { return nil }
    let others = file.numbers(root[330]) ?? []
    let directories = [root] + others.compactMap(file.directory)
    guard let raw = directories.first(where: { file.number($0[254]) == 0 }),
      // The new digest covers a mask of transparency too.
      !directories.contains(where: { (file.number($0[254]) ?? 0) & 4 != 0 }),
      let width = file.number(raw[256]), let height = file.number(raw[257])
    else { return nil }
    let (new, old) = (file.bytes(root[51111]), file.bytes(root[50972]))
    guard let digest = new ?? old, digest.count == 16, digest.contains(where: { $0 != 0 }) else {
      return nil
    }
    self.digest = digest
    size = Size(width: width, height: height)
    channels = file.number(raw[277]) ?? 1
    let (bits, compression) = (file.number(raw[258]) ?? 16, file.number(raw[259]) ?? 1)
    isUncompressed = compression == 1
    if compression == 34892 {
      guard new != nil, raw[347] == nil,
        let offsets = file.numbers(raw[324] ?? raw[273]),
        let counts = file.numbers(raw[325] ?? raw[279]), offsets.count == counts.count,
        zip(offsets, counts).allSatisfy({ $0 <= file.size && $1 <= file.size - $0 })
      else { return nil }
      coverage = .chunks(zip(offsets, counts).map { $0..<$0 + $1 })
    } else {
      guard [1, 7].contains(compression), bits <= 16, file.number(raw[339]) ?? 1 == 1,
        raw[50712] == nil
      else { return nil }
      coverage = new == nil ? .rows : .tiles(bytesPerSample: bits <= 8 ? 1 : 2)
    }
  }
}

/// A classic TIFF's directories, as far as a digest needs them.
private struct TagFile {
  struct Entry {
    let kind: Int
    let count: Int
    let place: Int
  }

  let size: Int
  let first: Int
  private let path: FilePath
  private let isBig: Bool

  init?(_ path: FilePath) {
    guard let size = try? FileSystem.status(path).size,
      let start = try? FileSystem.bytes(of: path, at: 0, count: 8), start.count == 8,
      start.starts(with: [0x49, 0x49, 42, 0]) || start.starts(with: [0x4D, 0x4D, 0, 42])
    else { return nil }
    self.size = size
    self.path = path
    isBig = start[0] == 0x4D
    first = Self.number(start[4...], isBig)
  }

  /// The entries by their tags; nil if the directory is not all there.
  func directory(at offset: Int) -> [Int: Entry]? {
    guard let head = read(offset, 2) else { return nil }
    let count = Self.number(head[...], isBig)
    guard let bytes = read(offset + 2, 12 * count) else { return nil }
    var entries: [Int: Entry] = [:]
    for start in stride(from: 0, to: bytes.count, by: 12) {
      func number(_ from: Int, _ size: Int) -> Int {
        Self.number(bytes[start + from..<start + from + size], isBig)
      }
      let (kind, count) = (number(2, 2), number(4, 4))
      let isInline = count * (Self.sizes[kind] ?? 8) <= 4
      entries[number(0, 2)] = Entry(
        kind: kind, count: count, place: isInline ? offset + 2 + start + 8 : number(8, 4))
    }
    return entries
  }

  /// The values of an entry of whole numbers, at most 1 million.
  func numbers(_ entry: Entry?) -> [Int]? {
    guard let entry, [1, 3, 4, 13].contains(entry.kind), entry.count <= 1 << 20,
      let size = Self.sizes[entry.kind], let bytes = read(entry.place, entry.count * size)
    else { return nil }
    return stride(from: 0, to: bytes.count, by: size).map {
      Self.number(bytes[$0..<$0 + size], isBig)
    }
  }

  func number(_ entry: Entry?) -> Int? { numbers(entry)?.first }

  func bytes(_ entry: Entry?) -> [UInt8]? {
    guard let entry, [1, 7].contains(entry.kind), entry.count <= 64 else { return nil }
    return read(entry.place, entry.count)
  }

  private func read(_ offset: Int, _ count: Int) -> [UInt8]? {
    guard offset <= size, count <= size - offset,
      let bytes = try? FileSystem.bytes(of: path, at: offset, count: count), bytes.count == count
    else { return nil }
    return bytes
  }

  /// Bytes of a value of each kind.
  private static let sizes = [1: 1, 2: 1, 3: 2, 4: 4, 6: 1, 7: 1, 8: 2, 13: 4]

  private static func number(_ bytes: ArraySlice<UInt8>, _ isBig: Bool) -> Int {
    (isBig ? Array(bytes) : bytes.reversed()).reduce(0) { $0 << 8 | Int($1) }
  }
}
