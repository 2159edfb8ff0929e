internal import BromideValues
internal import CBromideCodecs

/// The chunks before the pixels, written by libpng: signature, IHDR, colour, Exif, resolution,
/// texts.
///
/// For sRGB, the file contains sRGB, gAMA and cHRM. Other spaces use a profile (PNG does not allow
/// both). If code points exist, cICP is added, because newer programs read it first. Linear light
/// also gets gAMA 1 and cHRM, for programs that do not read profiles.
enum PNGHeader {
  /// - Throws: `PictureFileError.unsupported` with libpng's message.
  static func bytes(_ description: PNGDescription) throws(PictureFileError) -> [UInt8] {
    try check(description)
    let arena = Arena()
    var header = unsafe bromide_png_header()
    unsafe header.width = UInt32(description.size.width)
    unsafe header.height = UInt32(description.size.height)
    unsafe header.bit_depth = Int32(description.format.sample.rawValue)
    unsafe header.color_type = colorType(channels: description.format.channels)
    if let profile = description.profile {
      unsafe setProfile(profile, of: &header, in: arena)
    } else if let space = description.space {
      unsafe setColor(space, channels: description.format.channels, of: &header, in: arena)
    }
    if let exif = description.exif {
      unsafe header.exif = arena.copy(exif)
      unsafe header.exif_count = UInt32(exif.count)
    }
    if let density = description.pixelsPerMetre {
      unsafe header.pixels_per_metre_x = UInt32(density.x)
      unsafe header.pixels_per_metre_y = UInt32(density.y)
    }
    let texts = unsafe description.texts.map { unsafe cText($0, in: arena) }
    unsafe header.texts = arena.copy(texts)
    unsafe header.text_count = Int32(texts.count)
    return unsafe try write(&header, keeping: arena)
  }

  private static func check(_ description: PNGDescription) throws(PictureFileError) {
    let size = description.size
    guard !size.isEmpty else { throw .unsupported(reason: "a picture of \(size) has no pixels") }
    guard description.format.sample != .float32 else {
      throw .unsupported(reason: "a PNG has samples of 8 or 16 bits, not floats")
    }
    let row = Checked.product(size.width, description.format.bytesPerPixel)
    guard size.longEdge <= Int(Int32.max), let row, row <= PNGBandEncoder.largestRow else {
      throw .unsupported(reason: "\(size) is too large for a PNG")
    }
    for text in description.texts where !isKeyword(text.keyword) {
      throw .unsupported(
        reason:
          "\"\(text.keyword)\" is not a PNG keyword: use 1 to 79 Latin-1 characters, single spaces inside"
      )
    }
    if let density = description.pixelsPerMetre {
      guard (1...Int(Int32.max)).contains(density.x), (1...Int(Int32.max)).contains(density.y)
      else {
        throw .unsupported(
          reason: "a PNG cannot store \(density.x) × \(density.y) pixels per metre")
      }
    }
  }

  /// Checks the rules of PNG third edition, 11.3.3.1, because libpng would silently shorten and
  /// change other keywords.
  private static func isKeyword(_ keyword: String) -> Bool {
    guard let bytes = PNGLatin1.encode(keyword) else { return false }
    let words = bytes.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
    return bytes.count <= 79 && !bytes.contains(0x0A) && words.allSatisfy { !$0.isEmpty }
  }

  private static func colorType(channels: Int) -> Int32 {
    switch channels {
    case 1: PNG_COLOR_TYPE_GRAY
    case 2: PNG_COLOR_TYPE_GRAY | PNG_COLOR_MASK_ALPHA
    case 3: PNG_COLOR_MASK_COLOR
    default: PNG_COLOR_MASK_COLOR | PNG_COLOR_MASK_ALPHA
    }
  }

  private static func setColor(
    _ space: RGBSpace, channels: Int, of header: inout bromide_png_header, in arena: Arena
  ) {
    if let cicp = space.cicp {
      unsafe header.cicp = arena.copy([
        cicp.primaries, cicp.transfer, cicp.matrix, cicp.isFullRange ? 1 : 0,
      ])
    }
    guard space != .srgb else {
      unsafe header.is_srgb = 1
      return
    }
    if space.transfer.isLinear {
      unsafe header.gamma = 100_000
      let points = [space.white, space.red, space.green, space.blue]
      unsafe header.chromaticities = arena.copy(
        points.flatMap { [UInt32(($0.x * 1e5).rounded()), UInt32(($0.y * 1e5).rounded())] })
    }
    unsafe setProfile(ICCProfile(space, channels: channels < 3 ? 1 : 3), of: &header, in: arena)
  }

  private static func setProfile(
    _ profile: ICCProfile, of header: inout bromide_png_header, in arena: Arena
  ) {
    unsafe header.profile = arena.copy(profile.bytes)
    unsafe header.profile_count = UInt32(profile.bytes.count)
    unsafe header.profile_name = arena.copy(cString: Array(profile.name.utf8))
  }

  /// Converts a text to its C form: Latin-1 if it contains all characters (tEXt), otherwise UTF-8
  /// (iTXt).
  private static func cText(_ text: PictureText, in arena: Arena) -> bromide_png_text {
    let latin1 = PNGLatin1.encode(text.text)
    return unsafe bromide_png_text(
      keyword: arena.copy(cString: PNGLatin1.encode(text.keyword) ?? Array(text.keyword.utf8)),
      text: arena.copy(cString: latin1 ?? Array(text.text.utf8)),
      is_utf8: latin1 == nil ? 1 : 0)
  }

  private static func write(
    _ header: inout bromide_png_header, keeping arena: Arena
  ) throws(PictureFileError) -> [UInt8] {
    var bytes: [UInt8] = []
    var message = [CChar](repeating: 0, count: Int(BROMIDE_PNG_MESSAGE))
    let status = unsafe withUnsafeMutablePointer(to: &bytes) { output in
      unsafe bromide_png_write_header(
        &header,
        { context, bytes, count in
          let output = unsafe context!.assumingMemoryBound(to: [UInt8].self)
          unsafe output.pointee.append(
            contentsOf: UnsafeBufferPointer(start: bytes, count: count))
        }, output, &message)
    }
    withExtendedLifetime(arena) {}
    guard status == 0 else {
      throw .unsupported(reason: string(of: message))
    }
    return bytes
  }

  private static func string(of message: [CChar]) -> String {
    String(
      decoding: message.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
