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
    let chunks = try HandmadePNG.chunks(of: tree.read("a.png"))
    let first = try #require(chunks.firstIndex { $0.name == "IDAT" })
    let last = try #require(chunks.lastIndex { $0.name == "IDAT" })
    let packet = try #require(chunks.first { $0.name == "iTXt" })
    // No compression, language or translated keyword.
    #expect(packet.bytes.starts(with: Array("XML:com.adobe.xmp\0\0\0\0\0<?xpacket".utf8)))
    let before = chunks[..<first].map(\.name)
    #expect(before.contains("eXIf") && before.contains("iTXt"), "\(before)")
    let after = chunks[(last + 1)...]
    #expect(after.map(\.name) == ["tEXt", "IEND"])
    #expect(after.first?.bytes.starts(with: Array("Bromide pixels\0".utf8)) == true)
  }
}
