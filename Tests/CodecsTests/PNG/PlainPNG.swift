import CBromideCodecs
import Testing

/// A PNG taken apart strictly by the standard, with every check: an oracle for things that libpng
/// forgives (trailing checksums, spare bytes).
struct PlainPNG {
  struct Chunk {
    var type: String
    var data: [UInt8]
  }

  var chunks: [Chunk] = []
  /// The filtered bytes.
  var filtered: [UInt8] = []

  init(_ file: [UInt8]) {
    #expect(Array(file.prefix(8)) == [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
    var offset = 8
    while offset + 12 <= file.count {
      let count = Self.number(file, offset)
      guard offset + 12 + count <= file.count else { break }
      let body = Array(file[offset + 4..<offset + 8 + count])
      let crc = unsafe UInt32(crc32(0, body, UInt32(body.count)))
      #expect(crc == UInt32(Self.number(file, offset + 8 + count)))
      chunks.append(
        Chunk(type: String(decoding: body[..<4], as: UTF8.self), data: Array(body[4...])))
      offset += 12 + count
    }
    #expect(offset == file.count)
    #expect(chunks.last?.type == "IEND")
    inflate(expecting: (width * bytesPerPixel + 1) * height)
  }

  var width: Int { Self.number(chunks[0].data, 0) }
  var height: Int { Self.number(chunks[0].data, 4) }
  var bitDepth: Int { Int(chunks[0].data[8]) }
  var bytesPerPixel: Int { [0: 1, 2: 3, 4: 2, 6: 4][chunks[0].data[9]]! * bitDepth / 8 }
  var types: [String] { chunks.map(\.type) }

  func chunk(_ type: String) -> [UInt8]? { chunks.first { $0.type == type }?.data }

  /// The bytes of the samples, 16-bit ones with the high byte first (PNG third edition, 9.2).
  func samples() -> [UInt8] {
    let row = width * bytesPerPixel
    var output: [UInt8] = []
    for y in 0..<height {
      let start = y * (row + 1)
      for i in 0..<row {
        let a = i < bytesPerPixel ? 0 : Int(output[y * row + i - bytesPerPixel])
        let b = y == 0 ? 0 : Int(output[(y - 1) * row + i])
        let c = y == 0 || i < bytesPerPixel ? 0 : Int(output[(y - 1) * row + i - bytesPerPixel])
        let p = a + b - c
        let paeth =
          abs(p - a) <= abs(p - b) && abs(p - a) <= abs(p - c)
          ? a : abs(p - b) <= abs(p - c) ? b : c
        let predicted = [0, a, b, (a + b) / 2, paeth][min(4, Int(filtered[start]))]
        output.append(UInt8((Int(filtered[start + 1 + i]) + predicted) & 0xFF))
      }
    }
    return output
  }

  /// zlib checks the header, every block and the Adler-32. It must use the complete input.
  private mutating func inflate(expecting count: Int) {
    var stream = chunks.filter { $0.type == "IDAT" }.flatMap(\.data)
    filtered = [UInt8](repeating: 0, count: count)
    unsafe stream.withUnsafeMutableBufferPointer { input in
      unsafe filtered.withUnsafeMutableBufferPointer { output in
        var z = unsafe z_stream()
        unsafe z.next_in = input.baseAddress
        unsafe z.avail_in = UInt32(input.count)
        unsafe z.next_out = output.baseAddress
        unsafe z.avail_out = UInt32(output.count)
        unsafe inflateInit_(&z, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
        let status = unsafe CBromideCodecs.inflate(&z, Z_FINISH)
        let reason = unsafe z.msg.map { unsafe String(cString: $0) } ?? ""
        let place = unsafe "\(reason), \(z.total_in) of \(input.count)"
        #expect(status == Z_STREAM_END, "\(place)")
        #expect(unsafe z.avail_in == 0 && z.avail_out == 0)
        unsafe inflateEnd(&z)
      }
    }
  }

  private static func number(_ bytes: [UInt8], _ offset: Int) -> Int {
    bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
  }
}
