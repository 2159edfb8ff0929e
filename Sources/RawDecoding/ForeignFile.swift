internal import Platform
internal import SystemPackage

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// The apparent kind of a file that LibRaw refuses, for the message about it.
enum ForeignFile {
  /// A file that begins like a raw, which LibRaw refused for its content.
  case raw(String)
  case other(String)

  /// Looks at the first bytes.
  static func identify(path: FilePath) -> ForeignFile {
    let bytes = head(path)
    guard !bytes.isEmpty else { return .other("an empty file") }
    func starts(_ text: StaticString, at offset: Int = 0) -> Bool {
      let wanted = unsafe UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
      return unsafe bytes.dropFirst(offset).starts(with: wanted)
    }
    if starts("II*\0") || starts("MM\0*") { return .raw("a TIFF file without a raw picture") }
    if starts("IIRO") || starts("IIRS") || starts("MMOR") {
      return .raw("an Olympus raw of a kind that LibRaw does not know, or cut off")
    }
    if starts("IIU\0") {
      return .raw("a Panasonic raw of a kind that LibRaw does not know, or cut off")
    }
    if starts("HEAPCCDR", at: 6) {
      return .raw("a Canon CRW of a kind that LibRaw does not know, or cut off")
    }
    if starts("FUJIFILM") {
      return .raw("a Fujifilm RAF of a kind that LibRaw does not know, or cut off")
    }
    if starts("FOVb") { return .raw("a Sigma X3F of a kind that LibRaw does not know, or cut off") }
    if starts("\0MRM") {
      return .raw("a Minolta MRW of a kind that LibRaw does not know, or cut off")
    }
    if starts("ftypcrx ", at: 4) {
      return .raw("a Canon CR3 of a kind that LibRaw does not know, or cut off")
    }
    if bytes.starts(with: [0xff, 0xd8, 0xff]) { return .other("a JPEG") }
    return .other(
      name { starts($0, at: $1) } ?? (isText(bytes) ? "a text" : "no raw that LibRaw knows"))
  }

  private static func name(_ starts: (StaticString, Int) -> Bool) -> String? {
    let names: [(StaticString, Int, String)] = [
      ("PNG\r\n", 1, "a PNG"), ("GIF8", 0, "a GIF"), ("BM", 0, "a BMP"), ("%PDF", 0, "a PDF"),
      ("WEBP", 8, "a WebP picture"), ("ftyphei", 4, "a HEIF picture"),
      ("ftypmif1", 4, "a HEIF picture"), ("ftypavif", 4, "an AVIF picture"),
      ("ftyp", 4, "a video or an MP4 container"), ("RIFF", 0, "a RIFF file"),
      ("8BPS", 0, "a Photoshop file"), ("PK", 0, "a ZIP archive"),
      ("YUV4MPEG2", 0, "a Y4M video"), ("P6", 0, "a PPM picture"), ("P5", 0, "a PGM picture"),
    ]
    return names.first { starts($0.0, $0.1) }?.2
  }

  private static func isText(_ bytes: [UInt8]) -> Bool {
    bytes.allSatisfy { $0 >= 32 || $0 == 9 || $0 == 10 || $0 == 13 }
  }

  private static func head(_ path: FilePath) -> [UInt8] {
    guard let descriptor = try? Transfer.descriptor(opening: path, O_RDONLY | O_NONBLOCK) else {
      return []
    }
    defer { close(descriptor) }
    return (try? Transfer.read(64, from: descriptor, name: path)) ?? []
  }
}
