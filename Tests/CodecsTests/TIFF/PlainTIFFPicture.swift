import CBromideCodecs
import Testing

/// A TIFF of Bromide's taken apart strictly by TIFF 6.0 and the note on BigTIFF, with every check: an
/// oracle for things that libtiff forgives (order, overlaps, alignment, checksums).
struct PlainTIFF {
  struct Field {
    var kind: Int
    var count: Int
    var bytes: [UInt8]

    /// The values, of fields of numbers.
    var numbers: [Int] {
      let size = [1: 1, 3: 2, 4: 4, 16: 8, 18: 8][kind] ?? 1
      return stride(from: 0, to: bytes.count, by: size).map { PlainTIFF.number(bytes, $0, size) }
    }

    var text: String { String(decoding: bytes.dropLast(), as: UTF8.self) }
  }

  let isBig: Bool
  private(set) var fields: [Int: Field] = [:]
  private(set) var exif: [Int: Field] = [:]
  private(set) var position: [Int: Field] = [:]
  private let file: [UInt8]
  /// The known areas of the file, by their start.
  private var parts: [Int: Int] = [:]

  init(_ file: [UInt8]) {
    self.file = file
    #expect(Array(file[..<2]) == [0x49, 0x49])
    isBig = Self.number(file, 2, 2) == 43
    #expect(isBig || Self.number(file, 2, 2) == 42)
    if isBig { #expect(Self.number(file, 4, 2) == 8 && Self.number(file, 6, 2) == 0) }
    parts[0] = isBig ? 16 : 8
    fields = directory(at: isBig ? Self.number(file, 8, 8) : Self.number(file, 4, 4))
    if let offset = fields[34665]?.numbers[0] { exif = directory(at: offset) }
    if let offset = fields[34853]?.numbers[0] { position = directory(at: offset) }
    for (offset, count) in zip(number(273), number(279)) { parts[offset] = count }
    // Areas do not overlap, and only padding of words and samples is between them.
    var end = 0
    for (start, count) in parts.sorted(by: { $0.key < $1.key }) {
      #expect(start >= end && start - end < 16)
      end = start + count
    }
    #expect(file.count - end < 2)
  }

  /// Returns the values of a field of numbers, or an empty array if the field is missing.
  func number(_ tag: Int) -> [Int] { fields[tag]?.numbers ?? [] }

  /// The samples' bytes, lowest first, with the predictor undone one sample at a time.
  func samples() -> [UInt8] {
    let (width, height) = (number(256)[0], number(257)[0])
    let (channels, bits, rows) = (number(277)[0], number(258)[0], number(278)[0])
    let rowBytes = width * channels * bits / 8
    var output: [UInt8] = []
    for (strip, (offset, count)) in zip(number(273), number(279)).enumerated() {
      let coded = Array(file[offset..<offset + count])
      let stripBytes = min(rows, height - strip * rows) * rowBytes
      guard number(259) == [8] else {
        #expect(number(259) == [1] && count == stripBytes && fields[317] == nil)
        output += coded
        continue
      }
      let plain = Self.inflated(coded, count: stripBytes)
      for row in stride(from: 0, to: stripBytes, by: rowBytes) {
        output += summed(Array(plain[row..<row + rowBytes]), channels, bits)
      }
    }
    return output
  }

  private func summed(_ row: [UInt8], _ channels: Int, _ bits: Int) -> [UInt8] {
    var row = row
    if bits == 16 {
      #expect(number(317) == [2])
      for i in channels..<max(channels, row.count / 2) {
        let sum = Self.number(row, 2 * i, 2) + Self.number(row, 2 * (i - channels), 2)
        row[2 * i] = UInt8(sum & 255)
        row[2 * i + 1] = UInt8(sum >> 8 & 255)
      }
      return row
    }
    for i in channels..<max(channels, row.count) { row[i] &+= row[i - channels] }
    #expect(number(317) == [bits == 8 ? 2 : 3])
    guard bits == 32 else { return row }
    let count = row.count / 4
    return (0..<row.count).map { row[(3 - $0 % 4) * count + $0 / 4] }
  }

  private mutating func directory(at offset: Int) -> [Int: Field] {
    #expect(offset % 2 == 0)
    let (head, entrySize, inline) = isBig ? (8, 20, 8) : (2, 12, 4)
    let count = Self.number(file, offset, head)
    var result: [Int: Field] = [:]
    var last = -1
    for index in 0..<count {
      let entry = offset + head + index * entrySize
      let tag = Self.number(file, entry, 2)
      #expect(tag > last, "tags ascend")
      last = tag
      let kind = Self.number(file, entry + 2, 2)
      let values = Self.number(file, entry + 4, inline)
      let sizes = [1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 7: 1, 9: 4, 10: 8, 16: 8, 18: 8]
      let length = values * (sizes[kind] ?? 0)
      #expect(length > 0)
      var start = entry + 4 + inline
      if length > inline {
        start = Self.number(file, start, inline)
        #expect(start % 2 == 0)
        parts[start] = length
      }
      result[tag] = Field(kind: kind, count: values, bytes: Array(file[start..<start + length]))
    }
    let end = offset + head + count * entrySize
    #expect(Self.number(file, end, inline) == 0, "no further directory")
    parts[offset] = head + count * entrySize + inline
    return result
  }

  /// A zlib stream's bytes, whose checksum zlib compares.
  private static func inflated(_ stream: [UInt8], count: Int) -> [UInt8] {
    var output = [UInt8](repeating: 0, count: count + 1)
    var written = UInt(output.count)
    var read = UInt(stream.count)
    let status = unsafe uncompress2(&output, &written, stream, &read)
    #expect(status == Z_OK && Int(written) == count && Int(read) == stream.count)
    return Array(output[..<count])
  }

  static func number(_ bytes: [UInt8], _ offset: Int, _ count: Int) -> Int {
    (0..<count).reduce(0) { $0 | Int(bytes[offset + $1]) << (8 * $1) }
  }
}
