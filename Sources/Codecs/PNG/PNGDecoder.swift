internal import BromideLibc
internal import BromideSystem
internal import BromideValues
internal import CBromideCodecs
internal import SystemPackage

/// A file that libpng reads.
@safe
final class PNGDecoder {
  let path: FilePath
  let reader: OpaquePointer
  let source: BufferedFile

  /// Reads everything before the pixels.
  ///
  /// - Parameter isStrict: Whether damage in any part is an error.
  init(path: FilePath, isStrict: Bool = false) throws(PictureError) {
    self.path = path
    source = try BufferedFile(path: path)
    let opened = unsafe bromide_png_open(
      { context, bytes, count in
        let source = unsafe Unmanaged<BufferedFile>.fromOpaque(context!).takeUnretainedValue()
        return unsafe source.read(UnsafeMutableRawBufferPointer(start: bytes, count: count)) ? 1 : 0
      }, Unmanaged.passUnretained(source).toOpaque())
    guard let opened = unsafe opened else {
      throw .io(path: path, operation: "open", code: ENOMEM)
    }
    unsafe reader = opened
    if isStrict { unsafe bromide_png_be_strict(reader) }
    guard unsafe bromide_png_read_header(reader) == 0 else { throw failure() }
  }

  deinit { unsafe bromide_png_close(reader) }

  var info: PNGInfo {
    let facts = unsafe facts()
    let isPalette = unsafe facts.color_type == PNG_COLOR_MASK_COLOR | PNG_COLOR_MASK_PALETTE
    let hasColor = unsafe facts.color_type & PNG_COLOR_MASK_COLOR != 0
    let hasAlpha =
      unsafe facts.color_type & PNG_COLOR_MASK_ALPHA != 0 || facts.has_transparency != 0
    var info = unsafe PNGInfo(
      size: Size(width: Int(facts.width), height: Int(facts.height)),
      format: PixelFormat(
        channels: (hasColor ? 3 : 1) + (hasAlpha ? 1 : 0),
        sample: facts.bit_depth == 16 ? .uint16 : .uint8),
      bitDepth: Int(facts.bit_depth), isPalette: isPalette,
      isInterlaced: facts.is_interlaced != 0)
    unsafe setColor(of: &info, from: facts)
    if unsafe facts.pixels_per_metre_x > 0 {
      info.pixelsPerMetre = unsafe Size(
        width: Int(facts.pixels_per_metre_x), height: Int(facts.pixels_per_metre_y))
    }
    info.texts = unsafe (0..<facts.text_count).map(text)
    let chunk = unsafe Array(UnsafeBufferPointer(start: facts.exif, count: Int(facts.exif_count)))
    info.exif = info.exifBlock(inChunk: chunk)
    return info
  }

  /// libpng's message about damaged pixels that were kept.
  var damage: String?

  /// - Parameter keepsDamage: Whether to keep the pixels that can be decoded. The other pixels
  ///   become black or transparent.
  func readPixels(
    maximumBytes: Int, _ allocate: PixelAllocator, keepsDamage: Bool = false
  ) throws(PictureError) -> PicturePixels {
    let info = info
    let rowBytes = Checked.product(info.size.width, info.format.bytesPerPixel)
    guard let rowBytes, let bytes = Checked.product(rowBytes, info.size.height),
      bytes <= maximumBytes
    else {
      let reason = info.isInterlaced ? ", because an interlaced PNG requires a complete read" : ""
      throw .unsupported(reason: "\(path): \(info.size) takes more memory than allowed\(reason)")
    }
    try expand(info, keepsDamage: keepsDamage)
    guard let memory = allocate(bytes) else { throw .outOfMemory(path: path, bytes: bytes) }
    // The memory could contain an earlier picture.
    if keepsDamage { unsafe _ = memset(memory.bytes.baseAddress!, 0, bytes) }
    let status = unsafe bromide_png_read_rows(
      reader, memory.bytes.assumingMemoryBound(to: UInt8.self).baseAddress!, rowBytes)
    if status != 0 {
      guard keepsDamage, source.code == 0 else { throw failure() }
      damage = unsafe String(cString: bromide_png_message(reader))
    }
    guard let pixels = PicturePixels(info.format, info.size, in: memory) else {
      preconditionFailure("memory of a PNG's own size")
    }
    return pixels
  }

  /// Makes libpng expand the pixels to the format of `info`.
  func expand(_ info: PNGInfo, keepsDamage: Bool) throws(PictureError) {
    // One byte of deflate expands to at most 1032 bytes, and the expansion to `info` multiplies
    // bytes by at most 32. A smaller file is incomplete.
    let bytes = info.size.byteCount(info.format.bytesPerPixel)
    guard keepsDamage || bytes / 32 / 1032 <= source.size ?? .max else {
      throw malformed("the file is too short for its \(info.size) pixels")
    }
    let channels = unsafe bromide_png_expand(reader)
    guard channels > 0 else { throw failure() }
    guard channels == info.format.channels else {
      throw malformed("its channels contradict its header")
    }
  }

  /// Reads all rows and the rest of the file, with memory for one row.
  func sumRows() throws(PictureError) -> CRC64 {
    let info = info
    guard !info.isInterlaced else {
      throw .unsupported(reason: "another program wrote it, interlaced")
    }
    let rowBytes = Checked.product(info.size.width, info.format.bytesPerPixel)
    guard let rowBytes, rowBytes <= PNGBandEncoder.largestRow else {
      throw .unsupported(reason: "\(info.size) takes more memory than allowed")
    }
    guard unsafe Int(bromide_png_expand(reader)) == info.format.channels else { throw failure() }
    var row = [UInt8](repeating: 0, count: rowBytes)
    var sum = CRC64()
    let status = unsafe withUnsafeMutablePointer(to: &sum) { sum in
      unsafe bromide_png_read_each_row(
        reader, &row, rowBytes,
        { sum, row, count in
          unsafe sum!.assumingMemoryBound(to: CRC64.self).pointee.add(
            UnsafeRawBufferPointer(start: row, count: count))
        }, sum)
    }
    guard status == 0 else { throw failure() }
    guard source.isAtEnd else { throw malformed("bytes follow its end") }
    return sum
  }

  private func facts() -> bromide_png_facts {
    var facts = unsafe bromide_png_facts()
    unsafe bromide_png_facts(reader, &facts)
    return unsafe facts
  }

  private func setColor(of info: inout PNGInfo, from facts: bromide_png_facts) {
    info.isSRGB = unsafe facts.is_srgb != 0
    if unsafe facts.gamma > 0 { info.gamma = unsafe Double(facts.gamma) / 100_000 }
    if unsafe facts.has_chromaticities != 0 {
      let c = unsafe facts.chromaticities
      let points = [(c.0, c.1), (c.2, c.3), (c.4, c.5), (c.6, c.7)].map {
        Chromaticity(x: Double($0) / 100_000, y: Double($1) / 100_000)
      }
      // Zeros are not valid colours. libpng 1.6.45 and later return them.
      if points.allSatisfy({ $0.y > 0 }) { info.chromaticities = points }
    }
    if unsafe facts.profile_count > 0 {
      info.profile = unsafe Array(
        UnsafeBufferPointer(start: facts.profile, count: Int(facts.profile_count)))
    }
    info.hasBrokenProfile = unsafe facts.has_broken_profile != 0
    if unsafe facts.has_cicp != 0 {
      let c = unsafe facts.cicp
      info.cicp = CICP(primaries: c.0, transfer: c.1, matrix: c.2, isFullRange: c.3 != 0)
    }
  }

  private func text(_ index: Int32) -> PictureText {
    var text = unsafe bromide_png_text()
    unsafe bromide_png_text(reader, index, &text)
    let keyword = unsafe PNGLatin1.decode(bytes(text.keyword))
    let value = unsafe bytes(text.text)
    return unsafe PictureText(
      keyword: keyword,
      text: text.is_utf8 != 0 ? String(decoding: value, as: UTF8.self) : PNGLatin1.decode(value))
  }

  private func bytes(_ text: UnsafePointer<CChar>) -> UnsafeRawBufferPointer {
    unsafe UnsafeRawBufferPointer(start: text, count: strlen(text))
  }

  func failure() -> PictureError {
    if source.code != 0 { return .io(path: path, operation: "read", code: source.code) }
    let reason = unsafe String(cString: bromide_png_message(reader))
    // libpng reports missing memory for rows and for zlib with these texts.
    if ["out of memory", "insufficient memory"].contains(where: reason.lowercased().hasSuffix) {
      return .outOfMemory(path: path, bytes: 0)
    }
    return malformed(reason)
  }

  func malformed(_ reason: String) -> PictureError {
    .malformed(path: path, format: .png, reason: reason)
  }
}
