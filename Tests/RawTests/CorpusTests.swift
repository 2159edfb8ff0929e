import BromideCodecs
import BromideValues
import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import BromideRaw

/// The facts about a file in the corpus's README.
struct ExpectedRaw: Sendable, CustomTestStringConvertible {
  let name: String
  let size: Size
  /// `nil` for pictures without a mosaic.
  let pattern: BayerPattern?
  let black: Float
  let white: Float
  let orientation: Orientation
  /// Whether the colour matrix and the recorded white balance are both there.
  let hasColor: Bool

  init(
    _ name: String, _ width: Int, _ height: Int, _ pattern: BayerPattern?, black: Float = 0,
    white: Float, orientation: Orientation = .topLeft, hasColor: Bool = true
  ) {
    self.name = name
    size = Size(width: width, height: height)
    self.pattern = pattern
    self.black = black
    self.white = white
    self.orientation = orientation
    self.hasColor = hasColor
  }

  var testDescription: String { name }

  // Sizes and patterns are from README.md. Levels are from LibRaw 0.20.2 before any adjustment.
  static let all = [
    ExpectedRaw(
      "RAW_KODAK_C330_FORMAT_NONE_YRGB.raw", 1216, 912, nil, white: 65535, hasColor: false),
    ExpectedRaw("RAW_KODAK_DC50.KDC", 768, 512, .grbg, white: 16383),
    ExpectedRaw(
      "boostgil_CanonD30.CRW", 2176, 1448, .rggb, black: 126, white: 4095, hasColor: false),
    ExpectedRaw("debian-dcraw_IMG_0848.CR2", 3522, 2348, .rggb, black: 128, white: 4095),
    ExpectedRaw("hdrmerge_D5000_sample1.dng", 4310, 2868, .gbrg, white: 3840),
    ExpectedRaw("hdrmerge_D5000_sample2.dng", 4310, 2868, .gbrg, white: 3840),
    ExpectedRaw("hsexif_RAW_NIKON_D1.NEF", 2012, 1324, .bggr, white: 4095),
    ExpectedRaw("photoprism_canon_eos_6d.dng", 1224, 816, nil, white: 65535),
    ExpectedRaw("skia_dng_with_preview.dng", 600, 338, nil, white: 65535),
    ExpectedRaw(
      "skia_sample_1mp_rotated.dng", 600, 338, nil, white: 65535, orientation: .leftBottom),
    ExpectedRaw("tinydng_colorchart.dng", 1734, 1156, .rggb, black: 2056, white: 15000),
  ]
}

@Suite(.enabled(if: Corpus.isPresent, "\(Corpus.comment)"))
struct CorpusTests {
  @Test(arguments: ExpectedRaw.all)
  func decodes(_ expected: ExpectedRaw) throws {
    let path = Corpus.path("raw/\(expected.name)")
    #expect(RawFile.isRaw(path: FilePath(path)))
    let file = try RawFile(path: FilePath(path), cameras: nil)
    #expect(file.size == expected.size)
    #expect(file.header.expectedMemory > expected.size.area * 2)
    let photo = try file.decode()
    #expect(photo.damage == [])
    #expect(photo.guessedColors == nil)
    #expect(photo.image.size == expected.size)
    #expect(photo.orientation == expected.orientation)
    #expect(Region(photo.image.size).contains(photo.defaultCrop))
    #expect(photo.pixelAspect == 1)
    #expect(!photo.decoder.isEmpty)
    switch photo.image {
    case .mosaic(let mosaic):
      #expect(mosaic.pattern == expected.pattern)
      #expect(mosaic.levels.white == expected.white)
      #expect(abs(mosaic.levels.black(x: 0, y: 0) - expected.black) <= 1)
      checkContent(mosaic)
    case .xtrans: Issue.record("no photo of the corpus is X-Trans")
    case .linear(let image):
      #expect(expected.pattern == nil)
      #expect(image.channels == 3)
      #expect(image.white == 65535)
    }
    if expected.hasColor {
      #expect(!photo.profile.calibrations.isEmpty)
      #expect(photo.profile.asShotMultipliers != nil)
    }
  }

  /// The mean must be between black and white, and rows must differ. This detects noise from a
  /// wrong stride.
  private func checkContent(_ mosaic: Mosaic) {
    var sum = 0.0
    var rowDifference = 0.0
    let samples = mosaic.samples
    for (y, x) in product(stride(from: 2, to: samples.height, by: 16), 0..<samples.width) {
      sum += Double(samples[x, y])
      rowDifference += abs(Double(samples[x, y]) - Double(samples[x, y - 2]))
    }
    let count = Double(
      samples.width * stride(from: 2, to: samples.height, by: 16).underestimatedCount)
    let mean = sum / count
    #expect(mean > Double(mosaic.levels.black(x: 0, y: 0)))
    #expect(mean < Double(mosaic.levels.white) * 0.9)
    #expect(rowDifference / count < mean)
  }

  /// The decoder of the DC50 fetches bits after the end of an intact file. Its last rows are no
  /// missing samples: rawpy 0.28 (LibRaw 0.22.2) decodes these codes, and no zero.
  @Test func bitsFetchedAfterTheEndAreNotMissing() throws {
    let photo = try RawFile(path: FilePath(Corpus.path("raw/RAW_KODAK_DC50.KDC")), cameras: nil)
      .decode()
    let mosaic = try #require(photo.image.asMosaic)
    let samples = mosaic.samples
    #expect((0..<8).map { samples[$0, 511] } == [116, 336, 305, 336, 352, 401, 393, 373])
    for y in 508..<512 {
      #expect((0..<samples.width).allSatisfy { samples[$0, y] > 0 })
    }
  }

  /// Through the matrix of the nearest illuminant, the recorded neutral must be a light: near the
  /// locus of lights.
  @Test(arguments: ExpectedRaw.all.filter(\.hasColor))
  func neutralIsALight(_ expected: ExpectedRaw) throws {
    let photo = try RawFile(path: FilePath(Corpus.path("raw/\(expected.name)")), cameras: nil)
      .decode()
    let profile = photo.profile
    let calibration = try #require(profile.calibrations.last)
    let multipliers = try #require(profile.asShotMultipliers)
    let toCamera =
      Matrix3x3(diagonal: profile.analogBalance) * calibration.cameraCalibration
      * calibration.colorMatrix
    let neutral = SIMD3(1, 1, 1) / multipliers
    let white = Chromaticity(xyz: try #require(toCamera.inverse) * neutral)
    #expect((0.27...0.50).contains(white.x), "x \(white.x)")
    #expect((0.27...0.45).contains(white.y), "y \(white.y)")
  }

  @Test func readsMetadata() throws {
    let cr2 = try RawFile(
      path: FilePath(Corpus.path("raw/debian-dcraw_IMG_0848.CR2")), cameras: nil
    ).metadata
    #expect(cr2.make == "Canon")
    #expect(cr2.model == "Canon EOS 30D")
    #expect(cr2.exposureTime == Rational(1, 500))
    #expect(cr2.fNumber?.value == 7.1)
    #expect(cr2.iso == 100)
    #expect(cr2.focalLength?.value == 55)
    #expect(
      cr2.captureTime
        == CaptureTime(year: 2008, month: 2, day: 16, hour: 13, minute: 51, second: 56))
    // Its exposure time and f-number are 0, and so are its shutter speed and aperture values.
    let unknown = try RawFile(
      path: FilePath(Corpus.path("raw/tinydng_colorchart.dng")), cameras: nil
    ).metadata
    #expect(unknown.exposureTime == nil && unknown.fNumber == nil)
    // CIFF has no EXIF, so LibRaw's fields are used.
    let crw = try RawFile(path: FilePath(Corpus.path("raw/boostgil_CanonD30.CRW")), cameras: nil)
      .metadata
    #expect(crw.exposureTime == Rational(1, 202))
    #expect(crw.fNumber == Rational(11, 1))
    #expect(crw.captureTime?.year == 2002)
    let phone = try RawFile(
      path: FilePath(Corpus.path("raw-headers/exiv2_IMG_1361.dng")), cameras: nil
    ).metadata
    let position = try #require(phone.position)
    #expect(abs((position.latitude ?? 0) - (34 + 3 / 60.0 + 34.59 / 3600)) < 1e-5)
    #expect(abs((position.longitude ?? 0) + (84 + 40 / 60.0 + 54.21 / 3600)) < 1e-5)
    #expect(position.isDirectionTrue == true)
    #expect(position.date == "2020:12:29")
    #expect(phone.captureTime?.subSecond == "700")
    #expect(phone.captureTime?.zone == "-05:00")
    #expect(phone.focalLength35mm == 26)
    #expect(phone.lensModel == "iPhone 12 Pro back triple camera 4.2mm f/1.6")
    #expect(phone.orientation == .rightTop)
  }

  @Test func readsThePreview() throws {
    let file = try RawFile(
      path: FilePath(Corpus.path("raw/debian-dcraw_IMG_0848.CR2")), cameras: nil)
    #expect(file.preview?.size == Size(width: 1728, height: 1152))
    #expect(file.preview?.byteCount == 251_779)
    guard case .jpeg(let bytes) = try file.readPreview() else {
      Issue.record("no JPEG")
      return
    }
    #expect(bytes.count == 251_779 && bytes.starts(with: [0xff, 0xd8]))
    // Reading it does not keep the pixels from being decoded.
    #expect(try file.decode().damage == [])
    let uncompressed = try RawFile(
      path: FilePath(Corpus.path("raw/hsexif_RAW_NIKON_D1.NEF")), cameras: nil)
    guard case .rgb(let pixels, let size) = try uncompressed.readPreview() else {
      Issue.record("no RGB")
      return
    }
    #expect(size == Size(width: 160, height: 120) && pixels.count == 57600)
    let none = try RawFile(path: FilePath(Corpus.path("raw/tinydng_colorchart.dng")), cameras: nil)
    #expect(none.preview == nil)
    #expect(try none.readPreview() == nil)
  }

  @Test func decodesTwice() throws {
    let file = try RawFile(path: FilePath(Corpus.path("raw/tinydng_colorchart.dng")), cameras: nil)
    let first = try file.decode()
    let second = try file.decode()
    let a = try #require(first.image.asMosaic)
    let b = try #require(second.image.asMosaic)
    #expect((0..<a.size.height).allSatisfy { a.samples[7, $0] == b.samples[7, $0] })
  }

  /// One file on eight tasks, and other files at the same time.
  @Test func decodesOnManyThreads() async throws {
    let names = [
      "tinydng_colorchart.dng", "skia_dng_with_preview.dng", "hsexif_RAW_NIKON_D1.NEF",
      "RAW_KODAK_DC50.KDC",
    ]
    let sums = try await withThrowingTaskGroup(of: (Int, Int).self) { group in
      for task in 0..<16 {
        let path = Corpus.path("raw/\(names[task % names.count])")
        group.addTask {
          let photo = try RawFile(path: FilePath(path), cameras: nil).decode()
          let samples = photo.image.samples
          var sum = 0
          for y in stride(from: 0, to: samples.height, by: 7) {
            for x in stride(from: 0, to: samples.width, by: 3) { sum += Int(samples[x, y]) }
          }
          return (task % names.count, sum)
        }
      }
      var all: [Int: Set<Int>] = [:]
      for try await (name, sum) in group { all[name, default: []].insert(sum) }
      return all
    }
    #expect(sums.count == names.count)
    #expect(sums.values.allSatisfy { $0.count == 1 })
  }

  @Test(arguments: LibRawInterpolation.allCases)
  func interpolates(_ method: LibRawInterpolation) throws {
    let photo = try RawFile(path: FilePath(Corpus.path("raw/RAW_KODAK_DC50.KDC")), cameras: nil)
      .decode(interpolation: method)
    let image = try #require(photo.image.asLinear)
    #expect(image.size == Size(width: 768, height: 512))
    #expect(image.channels == 3)
  }
}
