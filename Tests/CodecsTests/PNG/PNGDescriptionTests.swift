import BromideCodecs
import BromideValues
import SystemPackage
import TestSupport
import Testing

/// The contents of a file without its pixels, read by libpng and examined by chunks.
@Suite struct PNGDescriptionTests {
  static let rgb = PixelFormat(channels: 3, sample: .uint8)

  @Test(arguments: RGBSpace.all, 1...4)
  func colourIsRecordedOnce(space: RGBSpace, channels: Int) throws {
    let format = PixelFormat(channels: channels, sample: .uint16)
    let (plain, info) = try written(
      PNGDescription(size: Size(width: 2, height: 2), format: format, space: space))
    let types = plain.types
    #expect(types[0] == "IHDR")
    #expect(!(types.contains("sRGB") && types.contains("iCCP")))
    #expect(types.allSatisfy { type in types.count { $0 == type } == 1 })
    #expect(!types.contains("tIME"))
    let pixels = types.firstIndex(of: "IDAT")!
    for type in ["sRGB", "gAMA", "cHRM", "iCCP", "cICP"] {
      if let index = types.firstIndex(of: type) { #expect(index < pixels) }
    }
    #expect(plain.chunk("cICP") == space.cicp.map { [$0.primaries, $0.transfer, 0, 1] })
    #expect(info.cicp == space.cicp)
    if space == .srgb {
      // The chunk directly follows the header. libpng 1.6.48 puts sRGB first, older versions put
      // gAMA first.
      #expect(types[1...3].sorted() == ["cHRM", "gAMA", "sRGB"])
      #expect(info.isSRGB && info.profile == nil)
      #expect(info.gamma == 0.45455)
      #expect(info.chromaticities == [.d65, space.red, space.green, space.blue])
    } else {
      #expect(!info.isSRGB)
      #expect(info.profile == ICCProfile(space, channels: channels < 3 ? 1 : 3).bytes)
      #expect(types.contains("iCCP"))
      #expect(types.contains("gAMA") == space.transfer.isLinear)
      #expect(types.contains("cHRM") == space.transfer.isLinear)
    }
    if space.transfer.isLinear { #expect(info.gamma == 1) }
  }

  @Test func pictureWithoutSpaceDoesNotGetATag() throws {
    let (plain, info) = try written(
      PNGDescription(size: Size(width: 2, height: 2), format: Self.rgb, space: nil))
    #expect(plain.types == ["IHDR", "IDAT", "IEND"])
    #expect(info.gamma == nil && info.profile == nil && info.cicp == nil && !info.isSRGB)
  }

  @Test func textsExifAndResolutionComeBack() throws {
    var description = PNGDescription(
      size: Size(width: 3, height: 2), format: Self.rgb, space: .srgb)
    description.texts = [
      PictureText(keyword: "Software", text: "Bromide"),
      PictureText(keyword: "Author", text: "José Ångström\nzweite Zeile"),
      PictureText(keyword: "Title", text: "写真 — “5 €”"),
      PictureText(keyword: "Comment", text: ""),
    ]
    description.exif = [0x4D, 0x4D, 0, 42, 0, 0, 0, 8, 0, 0, 0, 0, 0, 0]
    description.pixelsPerMetre = (x: 11811, y: 5906)
    let (plain, info) = try written(description)
    #expect(info.texts == description.texts)
    #expect(info.exif == description.exif)
    #expect(info.pixelsPerMetre == Size(width: 11811, height: 5906))
    #expect(plain.types.filter { $0 == "tEXt" }.count == 3)
    #expect(plain.types.filter { $0 == "iTXt" }.count == 1)
    let pixels = plain.types.firstIndex(of: "IDAT")!
    #expect(plain.types.lastIndex(of: "tEXt")! < pixels)
    #expect(plain.types.lastIndex(of: "iTXt")! < pixels)
    #expect(plain.chunk("tEXt") == Array("Software\0Bromide".utf8))
  }

  @Test func unrepresentableDescriptionsAreRejected() throws {
    func rejects(_ change: (inout PNGDescription) -> Void) throws -> Bool {
      var description = PNGDescription(
        size: Size(width: 3, height: 2), format: Self.rgb, space: .srgb)
      change(&description)
      let folder = try TemporaryFolder()
      do {
        _ = try PNGWriter(.path(FilePath(folder.path + "/a.png")), description)
        return false
      } catch {
        guard case .unsupported(let reason) = error else { return false }
        return !reason.isEmpty && folder.names.isEmpty
      }
    }
    #expect(try !rejects { _ in })
    #expect(try rejects { $0.size = Size(width: 0, height: 5) })
    #expect(try rejects { $0.size = Size(width: 1 << 31, height: 1) })
    #expect(try rejects { $0.size = Size(width: 1, height: 1 << 31) })
    #expect(try rejects { $0.size = Size(width: 1 << 30, height: 1) })
    #expect(try rejects { $0.pixelsPerMetre = (x: -1, y: 5) })
    #expect(try rejects { $0.texts = [PictureText(keyword: "", text: "x")] })
    #expect(
      try rejects {
        $0.texts = [PictureText(keyword: String(repeating: "k", count: 80), text: "x")]
      })
  }

  private func written(_ description: PNGDescription) throws -> (PlainPNG, PNGInfo) {
    let folder = try TemporaryFolder()
    let path = folder.path + "/a.png"
    let bytes = PNGPattern.gradient.bytes(description.size, description.format)
    let file = try write(bytes, description, to: path)
    return (PlainPNG(file), try PNGReader.info(path: FilePath(path)))
  }
}
