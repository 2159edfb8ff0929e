internal import BromideValues

/// The byte order of a TIFF file.
public enum ByteOrder: String, Sendable, Hashable, CaseIterable {
  /// `II`
  case little
  /// `MM`
  case big
}

/// A value of a TIFF field, with its stored type.
enum TIFFValue: Sendable {
  case bytes([UInt8])
  case ascii(String)
  case shorts([Int])
  case signedShorts([Int])
  case longs([Int])
  case rationals([DNGRational])
  case signedRationals([DNGRational])
  case undefined([UInt8])
  case floats([Float])
  case doubles([Double])
  /// The offset of another directory.
  case directory(TIFFDirectory)
  /// The offsets of data elsewhere in the file.
  case blocks([[UInt8]])

  /// The code of the type (TIFF 6.0, section 2).
  var type: Int {
    switch self {
    case .bytes: 1
    case .ascii: 2
    case .shorts: 3
    case .longs, .directory, .blocks: 4
    case .rationals: 5
    case .undefined: 7
    case .signedShorts: 8
    case .signedRationals: 10
    case .floats: 11
    case .doubles: 12
    }
  }
}

/// Fields of one image file directory (TIFF 6.0, section 2), by tag.
struct TIFFDirectory: Sendable {
  private var fields: [Int: TIFFValue] = [:]

  var isEmpty: Bool { fields.isEmpty }

  subscript(tag: Int) -> TIFFValue? {
    get { fields[tag] }
    set { fields[tag] = newValue }
  }

  /// All fields, in the order that TIFF requires.
  var sorted: [(tag: Int, value: TIFFValue)] {
    fields.sorted { $0.key < $1.key }.map { (tag: $0.key, value: $0.value) }
  }
}

/// Writes a tree of directories as one TIFF file.
struct TIFFWriter {
  private let order: ByteOrder
  private var file: [UInt8] = []

  /// Returns the bytes of a file with `root` as its first directory.
  ///
  /// - Parameter magic: 42 for TIFF.
  static func file(_ root: TIFFDirectory, order: ByteOrder, magic: Int = 42) -> [UInt8] {
    var writer = TIFFWriter(order: order)
    writer.file += order == .little ? [0x49, 0x49] : [0x4D, 0x4D]
    writer.put(magic, bytes: 2)
    writer.put(8, bytes: 4)
    _ = writer.append(root)
    return writer.file
  }

  /// A directory after another header, with offsets from the header's beginning, as in makers'
  /// notes.
  static func table(_ root: TIFFDirectory, order: ByteOrder, header: [UInt8]) -> [UInt8] {
    precondition(header.count % 2 == 0, "directories begin at even places")
    var writer = TIFFWriter(order: order)
    writer.file = header
    _ = writer.append(root)
    return writer.file
  }

  private init(order: ByteOrder) {
    self.order = order
  }

  /// Appends a directory with everything it refers to, and returns its offset.
  private mutating func append(_ directory: TIFFDirectory) -> Int {
    if file.count % 2 == 1 { file.append(0) }
    let start = file.count
    let fields = directory.sorted
    put(fields.count, bytes: 2)
    file += [UInt8](repeating: 0, count: 12 * fields.count + 4)
    for (index, field) in fields.enumerated() {
      let (count, bytes) = encode(field.value)
      var place = bytes
      if bytes.count > 4 {
        if file.count % 2 == 1 { file.append(0) }
        place = encoded(file.count, bytes: 4)
        file += bytes
      }
      place += [UInt8](repeating: 0, count: 4 - place.count)
      let entry =
        encoded(field.tag, bytes: 2) + encoded(field.value.type, bytes: 2)
        + encoded(count, bytes: 4) + place
      file.replaceSubrange(start + 2 + 12 * index..<start + 14 + 12 * index, with: entry)
    }
    return start
  }

  /// Returns the number of elements of a value, and its bytes. Appends larger data to the file.
  private mutating func encode(_ value: TIFFValue) -> (count: Int, bytes: [UInt8]) {
    switch value {
    case .bytes(let bytes), .undefined(let bytes):
      return (bytes.count, bytes)
    case .ascii(let text):
      let bytes = Array(text.utf8) + [0]
      return (bytes.count, bytes)
    case .shorts(let values), .signedShorts(let values):
      return (values.count, values.flatMap { encoded($0, bytes: 2) })
    case .longs(let values):
      return (values.count, values.flatMap { encoded($0, bytes: 4) })
    case .rationals(let values), .signedRationals(let values):
      let bytes = values.flatMap {
        encoded($0.numerator, bytes: 4) + encoded($0.denominator, bytes: 4)
      }
      return (values.count, bytes)
    case .floats(let values):
      return (values.count, values.flatMap { encoded(Int($0.bitPattern), bytes: 4) })
    case .doubles(let values):
      return (
        values.count,
        values.flatMap { encoded(Int(bitPattern: UInt($0.bitPattern)), bytes: 8) }
      )
    case .directory(let directory):
      return (1, encoded(append(directory), bytes: 4))
    case .blocks(let blocks):
      // Blocks follow one another without gaps, as LibRaw takes strips of packed samples for a
      // single run. They begin at an even offset, as in cameras' files.
      if file.count % 2 == 1 { file.append(0) }
      var offsets: [UInt8] = []
      for block in blocks {
        offsets += encoded(file.count, bytes: 4)
        file += block
      }
      return (blocks.count, offsets)
    }
  }

  private mutating func put(_ value: Int, bytes: Int) {
    file += encoded(value, bytes: bytes)
  }

  private func encoded(_ value: Int, bytes: Int) -> [UInt8] {
    order.bytes(value, bytes)
  }
}

extension TIFFDirectory {
  /// Adds the fields of tiles, row by row.
  mutating func fillTiles(_ tile: Size, _ tiles: [[UInt8]]) {
    self[322] = .longs([tile.width])
    self[323] = .longs([tile.height])
    self[325] = .longs(tiles.map(\.count))
    self[324] = .blocks(tiles)
  }

  /// Adds the fields of strips of so many rows.
  mutating func fillStrips(rows: Int, _ strips: [[UInt8]]) {
    self[278] = .longs([rows])
    self[279] = .longs(strips.map(\.count))
    self[273] = .blocks(strips)
  }

  /// Adds the fields of a preview in one strip, which a first directory has.
  ///
  /// - Parameters:
  ///   - compression: 1 for plain RGB, 7 for JPEG, or another one of TIFF.
  ///   - photometric: 2 for RGB, 6 for Y′CbCr.
  mutating func fillPreview(
    _ bytes: [UInt8], size: Size, compression: Int = 1, photometric: Int = 2
  ) {
    self[254] = .longs([1])
    self[256] = .longs([size.width])
    self[257] = .longs([size.height])
    self[258] = .shorts([8, 8, 8])
    self[259] = .shorts([compression])
    self[262] = .shorts([photometric])
    self[277] = .shorts([3])
    fillStrips(rows: size.height, [bytes])
    self[284] = .shorts([1])
  }
}
