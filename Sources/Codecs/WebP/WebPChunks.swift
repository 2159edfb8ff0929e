/// The data in a WebP container other than its pixels (RFC 9649, 2.7).
struct WebPChunks {
  /// The ICC profile, or `nil` without a profile.
  private(set) var profile: [UInt8]?
  /// The content of the chunk with the Exif block, or `nil` without one.
  private(set) var exif: [UInt8]?

  /// Reads the chunks of a complete file, up to the first one that does not fit.
  init(_ file: [UInt8]) {
    var place = 12
    while place + 8 <= file.count {
      let count = file[(place + 4)..<(place + 8)].reversed().reduce(0) { $0 << 8 | Int($1) }
      guard count <= file.count - place - 8 else { return }
      let content = file[(place + 8)..<(place + 8 + count)]
      switch String(decoding: file[place..<(place + 4)], as: UTF8.self) {
      case "ICCP": profile = profile ?? Array(content)
      case "EXIF": exif = exif ?? Array(content)
      default: break
      }
      // Chunks start at even offsets.
      place += 8 + count + count % 2
    }
  }
}
