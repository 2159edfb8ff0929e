import TestSupport

/// Reads TIFF fields as integers (ratios as pairs), from small intact files.
struct TIFFReader {
  let bytes: [UInt8]
  let isBig: Bool
  var first: Int { integer(4, 4) }

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    isBig = bytes[0] == 0x4D
  }

  func integer(_ offset: Int, _ count: Int) -> Int {
    let part = bytes[offset..<offset + count]
    return (isBig ? Array(part) : part.reversed()).reduce(0) { $0 << 8 | Int($1) }
  }

  func directory(at offset: Int) -> [Int: [Int]] {
    var result: [Int: [Int]] = [:]
    for i in 0..<integer(offset, 2) {
      let entry = offset + 2 + 12 * i
      let type = integer(entry + 2, 2)
      let width = [1: 1, 2: 1, 3: 2, 4: 4, 5: 4, 7: 1, 10: 4][type]!
      let count = integer(entry + 4, 4) * (type == 5 || type == 10 ? 2 : 1)
      let start = count * width <= 4 ? entry + 8 : integer(entry + 8, 4)
      result[integer(entry, 2)] = (0..<count).map {
        let value = integer(start + $0 * width, width)
        return type == 10 ? Int(Int32(truncatingIfNeeded: value)) : value
      }
    }
    return result
  }

  /// Returns sample `index` of a row that starts at `offset`: 16 bits in the file's byte order, or
  /// fewer bits starting with the highest.
  func sample(at offset: Int, index: Int, bits: Int) -> Int {
    if bits == 16 { return integer(offset + 2 * index, 2) }
    return (index * bits..<(index + 1) * bits).reduce(0) {
      $0 << 1 | Int(bytes[offset + $1 / 8] >> UInt8(7 - $1 % 8) & 1)
    }
  }
}

/// T.81's lossless process, one symbol and one bit at a time.
enum LosslessJPEGReader {
  static func decode(_ bytes: [UInt8]) -> [UInt16] {
    var at = 2
    var codes: [[Int]: Int] = [:]
    var (width, height, components, precision, predictor) = (0, 0, 0, 0, 0)
    while true {
      let marker = bytes[at + 1]
      let length = Int(bytes[at + 2]) << 8 | Int(bytes[at + 3])
      let body = Array(bytes[at + 4..<at + 2 + length])
      at += 2 + length
      switch marker {
      case 0xC4: codes = huffman(body)
      case 0xC3:
        precision = Int(body[0])
        height = Int(body[1]) << 8 | Int(body[2])
        width = Int(body[3]) << 8 | Int(body[4])
        components = Int(body[5])
      default:
        predictor = Int(body[body.count - 3])
        var bits = unstuffed(Array(bytes[at...]))[...]
        return scan(&bits, codes, width, height, components, precision, predictor)
      }
    }
  }

  private static func scan(
    _ bits: inout ArraySlice<Int>, _ codes: [[Int]: Int], _ width: Int, _ height: Int,
    _ components: Int, _ precision: Int, _ predictor: Int
  ) -> [UInt16] {
    var result: [UInt16] = []
    for (x, y, c) in Places(x: 0..<width, y: 0..<height).channels(components) {
      func value(_ dx: Int, _ dy: Int) -> Int {
        Int(result[((y - dy) * width + x - dx) * components + c])
      }
      let predicted =
        x == 0 && y == 0
        ? 1 << (precision - 1)
        : y == 0
          ? value(1, 0)
          : x == 0
            ? value(0, 1)
            : [
              value(1, 0), value(0, 1), value(1, 1), value(1, 0) + value(0, 1) - value(1, 1),
              value(1, 0) + (value(0, 1) - value(1, 1)) >> 1,
              value(0, 1) + (value(1, 0) - value(1, 1)) >> 1, (value(1, 0) + value(0, 1)) >> 1,
            ][predictor - 1]
      result.append(UInt16(truncatingIfNeeded: predicted + difference(&bits, codes)))
    }
    return result
  }

  private static func difference(_ bits: inout ArraySlice<Int>, _ codes: [[Int]: Int]) -> Int {
    var code: [Int] = []
    while codes[code] == nil { code.append(bits.removeFirst()) }
    let size = codes[code]!
    if size == 16 { return 32_768 }
    let value = (0..<size).reduce(0) { value, _ in value << 1 | bits.removeFirst() }
    return size > 0 && value < 1 << (size - 1) ? value - (1 << size) + 1 : value
  }

  private static func huffman(_ body: [UInt8]) -> [[Int]: Int] {
    var result: [[Int]: Int] = [:]
    var (code, index) = (0, 17)
    for length in 1...16 {
      for _ in 0..<Int(body[length]) {
        let digits = (0..<length).map { code >> (length - 1 - $0) & 1 }
        precondition(digits.contains(0), "no code of all ones")
        result[digits] = Int(body[index])
        code += 1
        index += 1
      }
      code <<= 1
    }
    return result
  }

  private static func unstuffed(_ bytes: [UInt8]) -> [Int] {
    var result: [Int] = []
    var i = 0
    while i < bytes.count {
      if bytes[i] == 0xFF && bytes[i + 1] != 0 { break }
      result += (0..<8).map { Int(bytes[i] >> UInt8(7 - $0) & 1) }
      i += bytes[i] == 0xFF ? 2 : 1
    }
    return result
  }
}
