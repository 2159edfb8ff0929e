internal import BromideLibc
internal import BromideSystem
internal import BromideValues
internal import CBromideCodecs
internal import CBromideSystem

extension PNGDecoder {
  /// Reads a part. See `PNGReader.read(path:part:keepsDamage:allocate:)`.
  ///
  /// - Returns: The pixels, and the number of decoded rows.
  func readPart(
    _ part: PicturePart, keepsDamage: Bool, _ allocate: PixelAllocator
  ) throws(PictureError) -> (PicturePixels, rows: Int) {
    let info = info
    guard info.size == part.whole else { throw malformed("it changed while it was read") }
    guard !info.isInterlaced else {
      throw .unsupported(reason: "\(path): of an interlaced PNG no part can be read")
    }
    try expand(info, keepsDamage: keepsDamage)
    let pixelBytes = info.format.bytesPerPixel
    let (bytes, rowBytes) = (part.size.byteCount(pixelBytes), info.size.width * pixelBytes)
    guard let memory = allocate(bytes) else { throw .outOfMemory(path: path, bytes: bytes) }
    guard let row = PixelMemory(attempting: rowBytes) else {
      throw .outOfMemory(path: path, bytes: rowBytes)
    }
    // The memory could contain an earlier picture.
    if keepsDamage { unsafe _ = memset(memory.bytes.baseAddress!, 0, bytes) }
    let rows = keepsDamage || source.size == nil ? info.size.height : part.endY
    if readRows(rows, part, pixelBytes: pixelBytes, row: row, to: memory) {
      if rows < info.size.height { try checkRest() }
    } else {
      guard keepsDamage, source.code == 0 else { throw failure() }
      damage = unsafe String(cString: bromide_png_message(reader))
    }
    guard let pixels = PicturePixels(info.format, part.size, in: memory) else {
      preconditionFailure("memory of a part's own size")
    }
    return (pixels, rows)
  }

  /// Reads all rows and averages squares of pixels.
  func readReduced(by side: Int, _ allocate: PixelAllocator) throws(PictureError) {
    let info = info
    guard !info.isInterlaced else {
      throw .unsupported(reason: "\(path): an interlaced PNG requires a complete read")
    }
    try expand(info, keepsDamage: false)
    var reduction = BoxReduction(of: info.size, info.format, side: side)
    let rowBytes = reduction.size.width * info.format.bytesPerPixel
    let bytes = rowBytes * reduction.size.height
    guard let memory = allocate(bytes) else { throw .outOfMemory(path: path, bytes: bytes) }
    let wholeBytes = info.size.width * info.format.bytesPerPixel
    guard let row = PixelMemory(attempting: wholeBytes) else {
      throw .outOfMemory(path: path, bytes: wholeBytes)
    }
    let start = unsafe row.bytes.baseAddress!
    var target = unsafe memory.bytes.baseAddress!
    for y in 0..<info.size.height {
      guard unsafe bromide_png_read_row(reader, start.assumingMemoryBound(to: UInt8.self)) == 0
      else { throw failure() }
      if unsafe reduction.add(start, to: target, isLast: y == info.size.height - 1) {
        unsafe target += rowBytes
      }
    }
    guard unsafe bromide_png_read_end(reader) == 0 else { throw failure() }
  }

  /// Decodes the first `rows` rows. After the picture's last row, also reads the end of the file.
  /// Returns false if libpng fails.
  private func readRows(
    _ rows: Int, _ part: PicturePart, pixelBytes: Int, row: PixelMemory, to memory: PixelMemory
  ) -> Bool {
    let start = unsafe row.bytes.baseAddress!
    let needed = unsafe start + part.columns.lowerBound * pixelBytes
    let count = part.columns.count * pixelBytes
    var (y, target) = unsafe (0, memory.bytes.baseAddress!)
    func skip(to end: Int) -> Bool {
      defer { y = end }
      return unsafe bromide_png_skip_rows(reader, UInt32(end - y)) == 0
    }
    for band in part.bands {
      guard skip(to: band.lowerBound) else { return false }
      for _ in band {
        guard
          unsafe bromide_png_read_row(reader, start.assumingMemoryBound(to: UInt8.self)) == 0
        else { return false }
        unsafe target.copyMemory(from: needed, byteCount: count)
        unsafe target += count
      }
      y = band.upperBound
    }
    guard skip(to: rows) else { return false }
    return unsafe rows < part.whole.height || bromide_png_read_end(reader) == 0
  }

  /// Verifies the checksums in the rest of the file, from the chunk in which libpng stopped to
  /// IEND.
  ///
  /// Like libpng, it ignores errors in ancillary chunks.
  private func checkRest() throws(PictureError) {
    let reached = source.offset
    var start = 8
    while true {
      let head = try bytes(at: start, 8)
      let length = head[..<4].reduce(0) { $0 << 8 | Int($1) }
      guard length <= Int(Int32.max) else {
        throw malformed("PNG unsigned integer out of range")
      }
      let (body, end) = (start + 8, start + 12 + length)
      if end > reached, head[4] & 0x20 == 0 {
        let name = Array(head[4...])
        var sum = unsafe crc32_gzip_refl(0, name, 4)
        for place in stride(from: body, to: body + length, by: Self.piece) {
          let piece = try bytes(at: place, min(Self.piece, body + length - place))
          sum = unsafe crc32_gzip_refl(sum, piece, UInt64(piece.count))
        }
        guard try bytes(at: body + length, 4) == PNGChunk.bigEndian(sum) else {
          throw malformed("\(String(decoding: name, as: UTF8.self)): CRC error")
        }
        if name == Array("IEND".utf8) { return }
      }
      start = end
    }
  }

  /// Returns bytes of the file.
  private func bytes(at offset: Int, _ count: Int) throws(PictureError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    guard source.seek(to: offset), unsafe bytes.withUnsafeMutableBytes({ unsafe source.read($0) })
    else {
      if source.code != 0 { throw failure() }
      throw malformed("the file ends too early")
    }
    return bytes
  }

  /// The number of bytes to sum in one call, which is the size of the file's buffer.
  private static let piece = 64 << 10
}
