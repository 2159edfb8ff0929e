internal import CBromideCodecs

/// A PNG of any colour type and depth with any chunks, written with zlib only.
public struct HandmadePNG {
  public var width, height: Int
  /// Bits of a sample, and IHDR's colour type (ISO/IEC 15948, 11.2.2).
  public var depth, colorType: Int
  /// Chunks between IHDR and the pixels.
  public var chunks: [(name: String, bytes: [UInt8])] = []
  /// Bytes of an IDAT chunk.
  public var chunkBytes = 8192
  /// Whether IHDR declares Adam7 passes.
  public var isInterlaced = false

  /// A picture that is not interlaced, without other chunks.
  public init(width: Int, height: Int, depth: Int, colorType: Int) {
    (self.width, self.height) = (width, height)
    (self.depth, self.colorType) = (depth, colorType)
  }

  /// The combinations that the standard allows.
  public static let kinds: [(colorType: Int, depth: Int)] =
    [(0, [1, 2, 4, 8, 16]), (2, [8, 16]), (3, [1, 2, 4, 8]), (4, [8, 16]), (6, [8, 16])]
    .flatMap { (type: Int, depths: [Int]) in depths.map { (type, $0) } }

  /// Bytes in a row, without the filter byte.
  public var rowBytes: Int { (width * [1, 0, 3, 1, 2, 0, 4][colorType] * depth + 7) / 8 }

  /// A palette of all that its indices can name.
  public mutating func addPalette(seed: UInt64) {
    let noise = SeededNoise(seed: seed)
    chunks.append(("PLTE", (0..<3 << depth).map { UInt8(truncatingIfNeeded: noise.bits($0, 1)) }))
  }

  /// The file, of noise: every filter occurs, on bytes that it makes something else of.
  public func noise(seed: UInt64) -> [UInt8] {
    let noise = SeededNoise(seed: seed)
    var rows: [UInt8] = []
    for y in 0..<height {
      rows.append(UInt8(noise.bits(-1, y) % 5))
      for x in 0..<rowBytes { rows.append(UInt8(truncatingIfNeeded: noise.bits(x, y))) }
    }
    return file(rows)
  }

  /// Returns the file with rows. Each row starts with its filter number.
  public func file(_ rows: [UInt8]) -> [UInt8] {
    let stream = Self.compressed(rows)
    var file = start
    for place in stride(from: 0, to: stream.count, by: chunkBytes) {
      file += Self.chunk("IDAT", Array(stream[place..<min(place + chunkBytes, stream.count)]))
    }
    return file + Self.chunk("IEND", [])
  }

  /// Returns the file with repeated rows. Its size does not grow with the number of repetitions.
  ///
  /// - Precondition: The height is a multiple of the number of rows.
  public func file(repeating rows: [UInt8]) -> [UInt8] {
    let times = height / (rows.count / (rowBytes + 1))
    precondition(times * rows.count == height * (rowBytes + 1))
    let block = Self.block(rows)
    var sum = adler32(1, nil, 0)
    let one = unsafe rows.withUnsafeBufferPointer {
      unsafe adler32(1, $0.baseAddress, UInt32(rows.count))
    }
    for _ in 0..<times { sum = adler32_combine(sum, one, rows.count) }
    let body = Self.chunk("IDAT", block)
    return start + Self.chunk("IDAT", [0x78, 0x9c])
      + [[UInt8]](repeating: body, count: times).flatMap(\.self)
      + Self.chunk("IDAT", [3, 0] + big(sum)) + Self.chunk("IEND", [])
  }

  /// A chunk: length, name, bytes, checksum.
  public static func chunk(_ name: String, _ bytes: [UInt8]) -> [UInt8] {
    let body = Array(name.utf8) + bytes
    let sum = unsafe body.withUnsafeBufferPointer {
      unsafe crc32(0, $0.baseAddress, UInt32(body.count))
    }
    return big(bytes.count) + body + big(sum)
  }

  /// The chunks of a file up to its end, without their checksums.
  public static func chunks(of file: [UInt8]) -> [(name: String, bytes: ArraySlice<UInt8>)] {
    var chunks: [(name: String, bytes: ArraySlice<UInt8>)] = []
    var place = 8
    while place + 12 <= file.count {
      let end = place + 8 + Int(big: file[place..<place + 4])
      let name = String(decoding: file[place + 4..<place + 8], as: UTF8.self)
      chunks.append((name, file[place + 8..<end]))
      place = end + 4
    }
    return chunks
  }

  /// Bytes as zlib compresses them.
  public static func compressed(_ bytes: [UInt8]) -> [UInt8] {
    var count = compressBound(UInt(bytes.count))
    return unsafe [UInt8](unsafeUninitializedCapacity: Int(count)) { buffer, filled in
      let status = unsafe compress2(buffer.baseAddress, &count, bytes, UInt(bytes.count), 1)
      precondition(status == Z_OK, "zlib compresses what a test gives it")
      filled = Int(count)
    }
  }

  private var start: [UInt8] {
    var header = big(width) + big(height)
    header += [UInt8(depth), UInt8(colorType), 0, 0, isInterlaced ? 1 : 0]
    return [0x89] + Array("PNG\r\n\u{1a}\n".utf8) + Self.chunk("IHDR", header)
      + chunks.flatMap { Self.chunk($0.name, $0.bytes) }
  }

  /// Compresses bytes to deflate blocks that do not refer to earlier blocks and end on a byte
  /// boundary.
  private static func block(_ bytes: [UInt8]) -> [UInt8] {
    var stream = unsafe z_stream()
    unsafe deflateInit2_(
      &stream, 9, Z_DEFLATED, -15, 9, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
      Int32(MemoryLayout<z_stream>.size))
    defer { unsafe deflateEnd(&stream) }
    var input = bytes
    var output = [UInt8](repeating: 0, count: Int(compressBound(UInt(bytes.count))) + 64)
    return unsafe input.withUnsafeMutableBufferPointer { input in
      unsafe output.withUnsafeMutableBufferPointer { output in
        unsafe (stream.next_in, stream.avail_in) = (input.baseAddress, UInt32(input.count))
        unsafe (stream.next_out, stream.avail_out) = (output.baseAddress, UInt32(output.count))
        unsafe deflate(&stream, Z_FULL_FLUSH)
        return unsafe Array(output.dropLast(Int(stream.avail_out)))
      }
    }
  }
}
