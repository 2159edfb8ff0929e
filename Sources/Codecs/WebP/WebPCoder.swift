internal import BromideSystem
internal import BromideValues
internal import CBromideCodecs

/// Writes WebP with libwebp (RFC 9649). libwebp encodes the pixels, and Bromide writes the
/// container.
struct WebPCoder: WholeCoder {
  let options: WebPOptions

  static func channels(for channels: Int) -> Int { channels <= 2 ? channels + 2 : channels }

  func encode(
    _ picture: WholePicture, crew: Crew
  ) throws(PictureFileError) -> EncodedFile {
    var options = bromide_webp_options(
      quality: Int32(options.quality), is_lossless: options.isLossless ? 1 : 0)
    let pixels = unsafe try EncodedFile { file in
      unsafe picture.withWhole(prefersCodePoints: false) { whole in
        unsafe bromide_webp_encode(whole, &options, file)
      }
    }
    guard let chunks = try Self.chunks(of: pixels) else {
      throw .unsupported(reason: "the installed libwebp does not fit Bromide")
    }
    let kept = chunks.filter { Self.pixelChunks.contains($0.name) }
    var file: [UInt8] = []
    file += Self.chunk("VP8X", Self.features(picture, hasAlpha: picture.channels == 4))
    file += Self.chunk("ICCP", picture.profile)
    for chunk in kept {
      file += Self.chunk(
        chunk.name, pixels.bytes(at: chunk.content.lowerBound, count: chunk.content.count))
    }
    if !picture.exif.isEmpty { file += Self.chunk("EXIF", picture.exif) }
    if !picture.xmp.isEmpty { file += Self.chunk("XMP ", picture.xmp) }
    let form = Array("WEBP".utf8)
    guard let size = UInt32(exactly: form.count + file.count) else {
      throw .unsupported(reason: "a WebP has at most 4 GB")
    }
    return try EncodedFile(joining: [Array("RIFF".utf8) + Self.bytes(size, 4), form, file])
  }

  private static let pixelChunks = ["ALPH", "VP8 ", "VP8L"]

  /// The content of the chunk `VP8X`: flags, reserved bytes, width and height minus 1.
  private static func features(_ picture: WholePicture, hasAlpha: Bool) -> [UInt8] {
    var flags: UInt32 = 0x20
    if hasAlpha { flags |= 0x10 }
    if !picture.exif.isEmpty { flags |= 0x08 }
    if !picture.xmp.isEmpty { flags |= 0x04 }
    let size = picture.description.size
    return bytes(flags, 4) + bytes(UInt32(size.width - 1), 3) + bytes(UInt32(size.height - 1), 3)
  }

  /// A chunk, which ends at an even offset.
  private static func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
    Array(name.utf8) + bytes(UInt32(content.count), 4) + content
      + (content.count % 2 == 1 ? [0] : [])
  }

  /// The lowest bytes of a number, the lowest first.
  private static func bytes(_ number: UInt32, _ count: Int) -> [UInt8] {
    (0..<UInt32(count)).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }

  /// Finds the chunks of pixels and the chunk `XMP `.
  static func parts(of file: some RandomBytes) throws(PictureFileError) -> PictureParts? {
    guard let chunks = try chunks(of: file) else { return nil }
    return PictureParts(
      pixels: chunks.compactMap { chunk in
        // The size. Other programs change the flags if they change metadata.
        if chunk.name == "VP8X" { return chunk.content.dropFirst(4) }
        return pixelChunks.contains(chunk.name) ? chunk.content : nil
      },
      packet: chunks.first { $0.name == "XMP " }?.content)
  }

  /// Returns the chunks that fill the file, or `nil` if they do not end with it.
  private static func chunks(
    of file: some RandomBytes
  ) throws(PictureFileError) -> [FileBox]? {
    let head = try file.bytes(at: 0, count: 12)
    guard head.count == 12, head.starts(with: Array("RIFF".utf8)),
      head[8...].elementsEqual("WEBP".utf8), number(head[4..<8]) == file.size - 8
    else { return nil }
    var chunks: [FileBox] = []
    var place = 12
    while place < file.size {
      let head = try file.bytes(at: place, count: 8)
      // Files of Bromide have seven chunks at most.
      guard head.count == 8, chunks.count < 4096, case let count = number(head[4...]),
        count + count % 2 <= file.size - place - 8
      else { return nil }
      chunks.append(
        FileBox(
          name: String(decoding: head[..<4], as: UTF8.self),
          content: place + 8..<place + 8 + count))
      place += 8 + count + count % 2
    }
    return chunks
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> Int {
    bytes.reversed().reduce(0) { $0 << 8 | Int($1) }
  }
}
