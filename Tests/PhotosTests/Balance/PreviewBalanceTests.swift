import BromideDevelop
import BromideRaw
import BromideValues
import SystemPackage
import TestSupport
import Testing

@testable import BromidePhotos

@Suite struct PreviewBalanceTests {
  private let folder = TemporaryFolder.fresh

  /// A photo that records no balance.
  private static func photo(
    _ size: Size = Size(width: 480, height: 320), orientation: Orientation = .upright
  ) -> SyntheticPhoto {
    var photo = SyntheticPhoto(.landscape(seed: 2), size: size)
    photo.exposure = -0.5
    photo.recordsColor = true
    photo.options.color = photo.camera.color()
    photo.options.color.asShotNeutral = nil
    photo.options.orientation = orientation
    return photo
  }

  private func load(_ photo: SyntheticPhoto, as name: String = "a.dng") throws -> LoadedPhoto {
    try LoadedPhoto(
      path: FilePath(folder.write(photo.file(), as: name)), settings: LoadSettings(RunContext()))
  }

  /// The preview that a camera would store with the samples under a balance.
  private func preview(
    _ photo: SyntheticPhoto, _ balance: WhiteBalance, longEdge: Int = 360,
    _ change: (inout DevelopRecipe) -> Void = { _ in }
  ) throws -> DNGPreview {
    var recipe = DevelopRecipe()
    recipe.whiteBalance = balance
    recipe.size = SizeRequest(bounds: .longEdge(longEdge))
    recipe.orientation = .keep
    change(&recipe)
    let picture = try Developer(try load(photo, as: "p.dng").source, recipe: recipe)
      .picture(of: UInt8.self)
    return DNGPreview(size: picture.size) { x, y in
      SIMD3(Double(picture[x, y, 0]), Double(picture[x, y, 1]), Double(picture[x, y, 2]))
    }
  }

  /// The angle between two neutrals in camera values, in degrees.
  private static func angle(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> Double {
    angleInDegrees(1 / a, 1 / b)
  }

  /// The last step of the search is 0.3°. In light of 3000 K the landscape's sky lies outside sRGB, and the search does
  /// not know that the preview has compressed it.
  @Test(arguments: [((3000.0, 0.0), 1.0), ((4300, 12), 0.6), ((5500, -10), 0.6), ((7500, 5), 0.6)])
  func findsTheCamerasBalance(light: (kelvin: Double, tint: Double), most: Double) throws {
    var photo = Self.photo()
    let balance = WhiteBalance.temperature(light.kelvin, tint: light.tint)
    photo.options.storage.preview = try preview(photo, balance)
    let loaded = try load(photo)
    let found = try #require(loaded.balance)
    #expect(found.source == .preview && found.confidence == nil && found.obstacle == nil)
    #expect(found.reason == "no white balance is recorded")
    let expected = try loaded.raw.profile.resolve(balance).multipliers
    let multipliers = try #require(loaded.source.profile.asShotMultipliers)
    #expect(Self.angle(multipliers, expected) < most, "\(multipliers) for \(expected)")
    // Every command develops with it, and the photo still reports the file's value.
    let developer = try Developer(loaded.source, recipe: DevelopRecipe())
    #expect(Self.angle(developer.multipliers, multipliers) < 1e-6)
    #expect(!loaded.raw.profile.recordsWhiteBalance)
    #expect(try load(photo, as: "b.dng").balance == found, "the same at any time")
  }

  /// A camera's contrast and brightness are not ours.
  @Test(arguments: [-0.8, 0.8])
  func brightnessOfThePreviewMattersLittle(stops: Double) throws {
    var photo = Self.photo()
    let balance = WhiteBalance.temperature(4600, tint: 6)
    photo.options.storage.preview = try preview(photo, balance) {
      $0.exposure = stops
      $0.filters[.contrast] = [0.2]
    }
    let loaded = try load(photo)
    #expect(loaded.balance?.source == .preview)
    let expected = try loaded.raw.profile.resolve(balance).multipliers
    let multipliers = try #require(loaded.source.profile.asShotMultipliers)
    #expect(Self.angle(multipliers, expected) < 2, "\(multipliers) for \(expected)")
  }

  /// Previews have the sensor's orientation, for any orientation of the photo. Some are cropped to
  /// other proportions.
  @Test(arguments: sweep(Orientation.allCases.reversed(), debug: 2))
  func orientation(_ orientation: Orientation) throws {
    var photo = Self.photo(orientation: orientation)
    let balance = WhiteBalance.temperature(4000, tint: 0)
    photo.options.storage.preview = try preview(photo, balance) {
      $0.size = SizeRequest(bounds: .box(Size(width: 240, height: 240)), fit: .cover)
    }
    let loaded = try load(photo)
    #expect(loaded.balance?.source == .preview, "\(loaded.balance?.reason ?? "")")
    let expected = try loaded.raw.profile.resolve(balance).multipliers
    #expect(Self.angle(try #require(loaded.source.profile.asShotMultipliers), expected) < 0.6)
  }

  @Test func uselessPreviewsAreIgnored() throws {
    let photo = Self.photo()
    let good = try preview(photo, .daylight)
    let white = DNGPreview(size: good.size) { _, _ in SIMD3(252, 251, 253) }
    let other = DNGPreview(size: good.size) { x, y in
      SIMD3(Double(x * 7 % 200), Double(y * 5 % 200), 90)
    }
    var broken = good
    broken.jpeg = Array(broken.jpeg.prefix(300))
    for (preview, obstacle) in [
      (nil, "it has no preview"),
      (
        try preview(photo, .daylight, longEdge: 150),
        "its preview of 150×100 is smaller than 160×120"
      ),
      (
        try preview(photo, .daylight) { $0.filters[.saturation] = [0] },
        "its preview is in black and white"
      ),
      (white, "less than 30 % of its preview is neither clipped nor black"),
      (other, "its preview shows something else"),
    ] {
      var unlucky = photo
      unlucky.options.storage.preview = preview
      let loaded = try load(unlucky)
      let found = try #require(loaded.balance)
      #expect(found.source == .auto && found.obstacle == obstacle, "\(found)")
      #expect(found.reason == "no white balance is recorded, and \(obstacle)")
      let estimate = try #require(
        NeutralEstimate(
          loaded.source.image, region: loaded.source.defaultCrop, profile: loaded.raw.profile))
      #expect(found.confidence == estimate.confidence)
      let multipliers = try #require(loaded.source.profile.asShotMultipliers)
      #expect(Self.angle(multipliers, 1 / estimate.neutral) < 1e-6)
    }
    var damaged = photo
    damaged.options.storage.preview = broken
    #expect(try load(damaged).balance?.source == .auto)
  }

  /// A part of the photo is not enough to find its balance from.
  @Test func partsHaveTheBalanceOfTheCompletePhoto() throws {
    var photo = Self.photo()
    photo.options.storage.compression = .losslessJPEG(predictor: 1)
    photo.options.storage.blocks = .tiles(Size(width: 64, height: 64))
    photo.options.storage.preview = try preview(photo, .temperature(4000, tint: 0))
    let path = FilePath(try folder.write(photo.file(), as: "a.dng"))
    let parts = [Region(x: 70, y: 70, width: 8, height: 8)]
    let part = try OpenedPhoto(path: path, settings: LoadSettings(RunContext())).load(parts: parts)
    let whole = try LoadedPhoto(path: path, settings: LoadSettings(RunContext()))
    #expect(part.balance == whole.balance && part.balance?.source == .preview)
    #expect(part.raw.share == nil)
    // With a recorded balance, only the tile is decoded.
    photo.recordsColor = false
    let recorded = FilePath(try folder.write(photo.file(), as: "b.dng"))
    #expect(
      try OpenedPhoto(path: recorded, settings: LoadSettings(RunContext())).load(parts: parts).raw
        .share != nil)
  }

  @Test func otherPhotosStayUnchanged() throws {
    var recorded = Self.photo()
    recorded.recordsColor = false
    let plain = try load(recorded)
    #expect(plain.balance == nil && plain.source.profile == plain.raw.profile)
    var grey = Self.photo()
    grey.options.layout = .monochrome
    #expect(try load(grey).balance == nil)
    var black = Self.photo()
    black.exposure = -40
    let dark = try load(black)
    #expect(dark.balance?.source == .daylight && dark.balance?.confidence == nil)
    #expect(dark.source.profile.asShotMultipliers == nil)
  }

  @Test func adobeRGBIsRead() throws {
    func entry(_ tag: UInt8, _ high: UInt8, type: UInt8, count: UInt8, _ value: [UInt8]) -> [UInt8]
    {
      [tag, high, type, 0, count, 0, 0, 0] + value
    }
    func exif(_ index: String) -> [UInt8] {
      [0x49, 0x49, 42, 0, 8, 0, 0, 0]
        + [1, 0] + entry(0x69, 0x87, type: 4, count: 1, [26, 0, 0, 0]) + [0, 0, 0, 0]
        + [1, 0] + entry(0x05, 0xA0, type: 4, count: 1, [44, 0, 0, 0]) + [0, 0, 0, 0]
        + [1, 0] + entry(0x01, 0, type: 2, count: 4, Array(index.utf8) + [0]) + [0, 0, 0, 0]
    }
    #expect(ExifColorSpace.isAdobeRGB(exif("R03")))
    #expect(!ExifColorSpace.isAdobeRGB(exif("R98")))
    let block = exif("R03")
    for count in 0..<block.count - 5 {
      #expect(!ExifColorSpace.isAdobeRGB(Array(block.prefix(count))))
    }
    #expect(!ExifColorSpace.isAdobeRGB([]))
  }
}

/// The angle between two vectors in degrees.
func angleInDegrees(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> Double {
  let cross = SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
  // Small angles need no arc sine.
  return ((cross * cross).sum() / ((a * a).sum() * (b * b).sum())).squareRoot() * 180 / .pi
}
