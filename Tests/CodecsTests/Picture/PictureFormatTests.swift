import BromideValues
import SystemPackage
import Testing

@testable import BromideCodecs

/// The names and abilities of each format.
@Suite struct PictureFormatTests {
  @Test(arguments: [
    ("a.png", PictureFormat.png), ("a.PNG", .png), ("a.jpg", .jpeg), ("b/a.JPEG", .jpeg),
    ("a.tar.jpg", .jpeg), ("a.tif", .tiff), ("a.TIFF", .tiff), ("a.jxl", .jxl), ("a.avif", .avif),
    ("a.WEBP", .webp),
  ])
  func suffixesNameFormats(_ path: String, _ format: PictureFormat) {
    #expect(PictureFormat(suffixOf: FilePath(path)) == format)
  }

  @Test(arguments: ["a", "a.heic", ".jpg", "jpg", "a.jpg.dng", ""])
  func otherNamesDoNotSetAFormat(_ path: String) {
    #expect(PictureFormat(suffixOf: FilePath(path)) == nil)
  }

  @Test func suffixesBelongToASingleFormat() {
    let all = PictureFormat.allCases.flatMap(\.suffixes)
    #expect(Set(all).count == all.count && all.allSatisfy { $0 == $0.lowercased() })
    for format in PictureFormat.allCases { #expect(PictureEncoding(format).format == format) }
  }

  private func complaint(
    _ format: PictureFormat, _ size: Size, channels: Int = 3, _ sample: SampleFormat = .uint8
  ) -> String? {
    format.complaint(about: size, PixelFormat(channels: channels, sample: sample))
  }

  @Test func whatDoesNotFitIsNamed() {
    let size = Size(width: 3, height: 2)
    #expect(complaint(.png, size, channels: 4, .uint16) == nil)
    #expect(complaint(.jpeg, size) == nil && complaint(.jpeg, size, channels: 1) == nil)
    #expect(complaint(.jpeg, size, .uint16) == "a JPEG has samples of 8 bits, not 16")
    for channels in [2, 4] {
      #expect(complaint(.jpeg, size, channels: channels) == "a JPEG has no alpha")
    }
    #expect(complaint(.jpeg, Size(width: 65500, height: 1)) == nil)
    #expect(
      complaint(.jpeg, Size(width: 1, height: 65501))
        == "a JPEG has at most 65500 pixels on a side, and the picture is 1×65501")
    #expect(complaint(.png, Size(width: 1, height: 65501)) == nil)
    #expect(complaint(.tiff, size, channels: 4, .float32) == nil)
    #expect(complaint(.png, size, .float32) == "a PNG has samples of 8 or 16 bits, not float32")
    #expect(complaint(.webp, Size(width: 16383, height: 1), channels: 4) == nil)
    #expect(
      complaint(.webp, Size(width: 16384, height: 1))
        == "a WebP has at most 16383 pixels on a side, and the picture is 16384×1")
    #expect(complaint(.avif, size, .float32) == "an AVIF has samples of 8 or 16 bits, not float32")
    #expect(complaint(.png, Size(width: 0, height: 5)) == "a picture of 0×5 has no pixels")
  }
}
