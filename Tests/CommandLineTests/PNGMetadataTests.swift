import TestSupport
import Testing

/// The place of metadata in a PNG, and the warnings that exiftool prints because of the container.
@Suite struct PNGMetadataTests {
  /// Whether `exiftool -validate` prints a warning for reasons other than the sidecar's metadata.
  ///
  /// Microsoft's Rating is not part of Exif. In a PNG, the checksum of the pixels follows the
  /// pixels. In a TIFF, exiftool rejects Deflate, and requires GPSProcessingMethod, which Exif and
  /// exiftool's rules for a JPEG make optional.
  static func isExpected(warning: Substring) -> Bool {
    [
      "[minor] Non-standard IFD0 tag 0x4746 Rating",
      "[minor] Text/EXIF chunk(s) found after PNG IDAT (may be ignored by some readers)",
      "Invalid value for IFD0 tag 0x0103 Compression",
      "Missing required TIFF GPS tag 0x001b GPSProcessingMethod",
    ].contains { warning.hasSuffix($0) }
  }

  /// exiftool warns about later texts, but does not name them.
  @Test func onlyTheChecksumFollowsThePixels() throws {
    let tree = try CommandTree()
    try tree.copy("landscape_rggb_gps_ambient_exif.dng", to: "a.dng")
    try tree.run(
      "convert", "a.dng", "-o", "a.png", "--size", "48", "--xmp", "dc:title=Ü", status: 0)
    let chunks = try Self.chunks(tree.read("a.png"))
    let first = try #require(chunks.firstIndex { $0.type == "IDAT" })
    let last = try #require(chunks.lastIndex { $0.type == "IDAT" })
    let packet = try #require(chunks.first { $0.type == "iTXt" })
    // No compression, language or translated keyword.
    #expect(packet.data.starts(with: Array("XML:com.adobe.xmp\0\0\0\0\0<?xpacket".utf8)))
    let before = chunks[..<first].map(\.type)
    #expect(before.contains("eXIf") && before.contains("iTXt"), "\(before)")
    let after = chunks[(last + 1)...]
    #expect(after.map(\.type) == ["tEXt", "IEND"])
    #expect(after.first?.data.starts(with: Array("Bromide pixels\0".utf8)) == true)
  }

  private static func chunks(_ file: [UInt8]) -> [(type: String, data: ArraySlice<UInt8>)] {
    var chunks: [(type: String, data: ArraySlice<UInt8>)] = []
    var place = 8
    while place + 12 <= file.count {
      let length = file[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
      let type = String(decoding: file[place + 4..<place + 8], as: UTF8.self)
      chunks.append((type, file[place + 8..<place + 8 + length]))
      place += 12 + length
    }
    return chunks
  }
}
