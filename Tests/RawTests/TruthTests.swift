import BromideCodecs
import BromideValues
import Foundation
import TestSupport
import Testing

@testable import BromideRaw

private func decode(_ dng: TinyDNG, interpolation: LibRawInterpolation? = nil) throws -> RawPhoto {
  let photo = try decoded(dng.data(), interpolation: interpolation)
  #expect(photo.damage == [])
  return photo
}

private func mosaic(_ photo: RawPhoto) throws -> Mosaic {
  try #require(photo.image.asMosaic)
}

private func linear(_ photo: RawPhoto) throws -> LinearImage {
  try #require(photo.image.asLinear)
}

/// Files written here, so that every number is known.
@Suite struct TruthTests {
  /// Every sample of a counting mosaic arrives where it was written.
  @Test(arguments: [(32, 24), (33, 27), (64, 65)])
  func samplesArrive(width: Int, height: Int) throws {
    let dng = TinyDNG(
      width: width, height: height, samples: (0..<width * height).map { UInt16($0 * 7 % 60000) })
    let mosaic = try mosaic(decode(dng))
    #expect(mosaic.size == Size(width: width, height: height))
    for (x, y) in Places(x: 0..<width, y: 0..<height) {
      #expect(Int(mosaic.samples[x, y]) == (y * width + x) * 7 % 60000)
    }
  }

  @Test(arguments: BayerPattern.allCases, [(0, 0), (1, 0), (0, 1), (3, 5)])
  func activeAreaAndPattern(pattern: BayerPattern, margin: (Int, Int)) throws {
    let (left, top) = margin
    var dng = TinyDNG(width: 40, height: 30, samples: (0..<1200).map { UInt16($0) })
    // DNG 1.6: CFAPattern starts at the active area's corner.
    dng.pattern = [(0, 0), (1, 0), (0, 1), (1, 1)].map {
      UInt8(pattern.color(x: $0.0, y: $0.1).rawValue)
    }
    dng.fields[50829] = .long([UInt32(top), UInt32(left), 28, 38])
    let mosaic = try mosaic(decode(dng))
    #expect(mosaic.size == Size(width: 38 - left, height: 28 - top))
    #expect(mosaic.pattern == pattern)
    #expect(Int(mosaic.samples[0, 0]) == top * 40 + left)
    #expect(Int(mosaic.samples[5, 7]) == (top + 7) * 40 + left + 5)
  }

  @Test func blackLevels() throws {
    var dng = TinyDNG(width: 32, height: 24, red: 1000, green: 1000, blue: 1000)
    dng.fields[50717] = .long([4000])
    #expect(try mosaic(decode(dng)).levels.black == [0])
    dng.fields[50714] = .long([256])
    var levels = try mosaic(decode(dng)).levels
    #expect(levels.black == [256])
    #expect(levels.white == 4000)
    dng.fields[50713] = .short([2, 2])
    dng.fields[50714] = .long([100, 110, 120, 130])
    dng.width = 48
    dng.height = 40
    dng.samples = Array(repeating: 1000, count: 48 * 40)
    dng.fields[50829] = .long([3, 1, 40, 48])
    levels = try mosaic(decode(dng)).levels
    // DNG 1.7.1, chapter 5: all sites are scaled by white less the largest black.
    #expect(levels == SensorLevels(black: 130, white: 4000))
    var samples = try mosaic(decode(dng)).samples
    #expect(
      [samples[0, 0], samples[1, 0], samples[0, 1], samples[1, 1]] == [1030, 1020, 1010, 1000])
    dng.fields[50713] = .short([3, 4])
    dng.fields[50714] = .long((0..<12).map { UInt32(50 + $0) })
    samples = try mosaic(decode(dng)).samples
    for (x, y) in Places(x: 0..<9, y: 0..<7) {
      #expect(Int(samples[x, y]) == 1000 + 61 - (50 + (y % 3) * 4 + x % 4), "\(x), \(y)")
    }
  }

  @Test func whiteComesFromTheFileForAnyContent() throws {
    var dng = TinyDNG(width: 32, height: 24, red: 10, green: 20, blue: 30)
    dng.fields[50717] = .long([15000])
    #expect(try mosaic(decode(dng)).levels.white == 15000)
    dng.samples[100] = 65535
    #expect(try mosaic(decode(dng)).levels.white == 15000)
    #expect(try mosaic(decode(dng)).samples[4, 3] == 65535)
  }

  @Test(arguments: Orientation.allCases)
  func orientations(_ orientation: Orientation) throws {
    var dng = TinyDNG(width: 32, height: 24, red: 10, green: 20, blue: 30)
    dng.fields[274] = .short([UInt16(orientation.rawValue)])
    let photo = try decode(dng)
    #expect(photo.orientation == orientation)
    #expect(photo.metadata.orientation == orientation)
    // The decoder does not rotate it a second time.
    #expect(photo.image.size == Size(width: 32, height: 24))
    #expect(try linear(decode(dng, interpolation: .ahd)).size == Size(width: 32, height: 24))
  }

  @Test func crops() throws {
    var dng = TinyDNG(width: 64, height: 48, red: 10, green: 20, blue: 30)
    #expect(try decode(dng).defaultCrop == Region(x: 0, y: 0, width: 64, height: 48))
    dng.fields[50829] = .long([4, 6, 48, 64])
    dng.fields[50719] = .long([3, 5])
    dng.fields[50720] = .long([40, 30])
    let photo = try decode(dng)
    #expect(photo.image.size == Size(width: 58, height: 44))
    #expect(photo.defaultCrop == Region(x: 3, y: 5, width: 40, height: 30))
    dng.fields[50720] = .long([4000, 3000])
    #expect(try decode(dng).defaultCrop == Region(x: 3, y: 5, width: 55, height: 39))
  }

  /// A saturated site becomes white × gain, and half of it becomes half. Dividing by the gain gives
  /// the sensor's ratio.
  @Test(arguments: LibRawInterpolation.allCases)
  func interpolationKeepsTheScale(_ method: LibRawInterpolation) throws {
    let black: UInt16 = 512
    let white: UInt16 = 12512
    func photo(_ r: UInt16, _ g: UInt16, _ b: UInt16) throws -> LinearImage {
      var dng = TinyDNG(width: 48, height: 40, red: black + r, green: black + g, blue: black + b)
      dng.fields[50714] = .long([UInt32(black)])
      dng.fields[50717] = .long([UInt32(white)])
      dng.fields[50728] = .rational([(1, 2), (1, 1), (2, 3)])
      return try linear(decode(dng, interpolation: method))
    }
    let saturated = try photo(12000, 12000, 12000)
    #expect(saturated.channels == 3)
    let gains = saturated.appliedGains
    #expect(abs(gains.x / gains.y - 2) < 1e-4 && abs(gains.z / gains.y - 1.5) < 1e-4)
    for c in 0..<3 {
      let value = Float(saturated.samples[24 * 3 + c, 20])
      #expect(abs(value - saturated.white * gains[c]) <= 2, "channel \(c): \(value)")
    }
    let grey = try photo(3000, 6000, 4000)
    for (c, expected) in [0.25, 0.5, 1.0 / 3].enumerated() {
      let value = Float(grey.samples[24 * 3 + c, 20]) / (grey.white * grey.appliedGains[c])
      #expect(abs(value - Float(expected)) < 2e-4, "channel \(c): \(value)")
    }
  }

  @Test func monochrome() throws {
    var dng = TinyDNG(width: 32, height: 24, samples: (0..<768).map { UInt16(1000 + $0 * 10) })
    dng.pattern = []
    dng.fields[50721] = nil
    dng.fields[50714] = .long([1000])
    dng.fields[50717] = .long([11000])
    let photo = try decode(dng)
    let image = try linear(photo)
    #expect(photo.profile.isMonochrome)
    #expect(image.channels == 1)
    #expect(image.size == Size(width: 32, height: 24))
    for i in [0, 1, 300, 767] {
      let value = Double(image.samples[i % 32, i / 32]) / Double(image.white)
      #expect(abs(value - Double(i * 10) / 10000) < 2e-5)
    }
  }

  @Test func linearColor() throws {
    var dng = TinyDNG(width: 40, height: 30, samples: (0..<3600).map { UInt16(100 + $0 * 16) })
    dng.channels = 3
    dng.pattern = []
    dng.fields[50714] = .long([100, 100, 100])
    dng.fields[50713] = .short([1, 1])
    dng.fields[50717] = .long([60100, 60100, 60100])
    dng.fields[50728] = .rational([(1, 2), (1, 1), (2, 3)])
    let photo = try decode(dng)
    let image = try linear(photo)
    #expect(image.channels == 3)
    #expect(image.appliedGains == SIMD3(1, 1, 1))
    for i in [0, 1, 2, 500, 3599] {
      let value = Double(image.samples[i % 120, i / 120]) / Double(image.white)
      #expect(abs(value - Double(i * 16) / 60000) < 2e-5, "sample \(i)")
    }
    #expect(photo.profile.asShotMultipliers == SIMD3(2, 1, 1.5))
  }

  /// X-Trans from any origin of the pattern and of the active area. Samples keep their positions.
  @Test(arguments: XTransPattern.allCases, [(0, 0), (1, 0), (2, 3), (5, 4)])
  func xtrans(pattern: XTransPattern, margin: (left: Int, top: Int)) throws {
    var dng = TinyDNG(width: 40, height: 30, samples: (0..<1200).map { UInt16($0 * 7) })
    dng.pattern = (0..<36).map { UInt8(pattern.color(x: $0 % 6, y: $0 / 6).rawValue) }
    dng.patternSize = 6
    dng.fields[50829] = .long([UInt32(margin.top), UInt32(margin.left), 28, 38])
    dng.fields[50714] = .long([64])
    let mosaic = try #require(decode(dng).image.asXTrans)
    #expect(mosaic.size == Size(width: 38 - margin.left, height: 28 - margin.top))
    #expect(mosaic.pattern == pattern)
    #expect(mosaic.levels.black == [64])
    for (x, y) in [(0, 0), (7, 5), (31, 20)] {
      let place = (y + margin.top) * 40 + x + margin.left
      #expect(Int(mosaic.samples[x, y]) == place * 7)
    }
  }

  /// Samples are scaled down if light exceeds white, but the meaning of a value must not change.
  @Test(arguments: [Float(0.5), 1, 4])
  func floatingPoint(brightest: Float) throws {
    var floats = [Float](repeating: 0.25, count: 32 * 24)
    floats[40] = brightest
    var dng = TinyDNG(width: 32, height: 24, samples: [])
    dng.floats = floats
    dng.fields[50717] = .long([1])
    let photo = try decode(dng)
    #expect(photo.unpacker == .auto)
    let mosaic = try mosaic(photo)
    #expect(photo.headroom == (brightest > 1 ? 2 : 0))
    let value = Float(mosaic.samples[9, 9] << photo.headroom) / mosaic.levels.white
    #expect(abs(value - 0.25) < 2e-3, "\(value) of white \(mosaic.levels.white)")
  }

  @Test func profile() throws {
    var dng = TinyDNG(width: 32, height: 24, red: 10, green: 20, blue: 30)
    func matrix(_ values: [Int32]) -> TinyDNG.Value { .signedRational(values.map { ($0, 100) }) }
    dng.fields[50778] = .short([17])
    dng.fields[50779] = .short([21])
    dng.fields[50721] = matrix([110, -30, -10, -50, 140, 10, -5, 20, 60])
    dng.fields[50722] = matrix([90, -20, -15, -40, 130, 12, -10, 25, 70])
    dng.fields[50723] = matrix([98, 0, 0, 0, 100, 0, 0, 0, 102])
    dng.fields[50724] = matrix([97, 0, 0, 0, 100, 0, 0, 0, 103])
    dng.fields[50964] = matrix([60, 20, 16, 25, 70, 5, 1, 2, 80])
    dng.fields[50727] = .rational([(9, 10), (1, 1), (11, 10)])
    dng.fields[50728] = .rational([(1, 2), (1, 1), (5, 8)])
    dng.fields[50730] = .signedRational([(-3, 4)])
    let profile = try decode(dng).profile
    #expect(profile.calibrations.count == 2)
    let first = profile.calibrations[0]
    let second = profile.calibrations[1]
    #expect(abs(first.illuminant.x - 0.44758) < 1e-3 && abs(second.illuminant.x - 0.3127) < 1e-3)
    #expect(
      abs(first.colorMatrix[0, 1] + 0.30) < 1e-6 && abs(first.colorMatrix[2, 0] + 0.05) < 1e-6)
    #expect(abs(second.colorMatrix[1, 2] - 0.12) < 1e-6)
    #expect(abs(first.cameraCalibration[0, 0] - 0.98) < 1e-6)
    #expect(abs(second.cameraCalibration[2, 2] - 1.03) < 1e-6)
    #expect(abs((first.forwardMatrix?[1, 0] ?? 0) - 0.25) < 1e-6)
    #expect(second.forwardMatrix == nil)
    #expect(abs(profile.analogBalance.x - 0.9) < 1e-6 && abs(profile.analogBalance.z - 1.1) < 1e-6)
    let multipliers = try #require(profile.asShotMultipliers)
    #expect(abs(multipliers.x - 2) < 1e-5 && multipliers.y == 1 && abs(multipliers.z - 1.6) < 1e-5)
    #expect(abs(profile.baselineExposure + 0.75) < 1e-6)
    #expect(!profile.isMonochrome)

    dng.fields[50728] = nil
    dng.fields[50730] = nil
    dng.fields[50729] = .rational([(3127, 10000), (3290, 10000)])
    let byWhite = try decode(dng).profile
    #expect(byWhite.baselineExposure == 0)
    let toCamera = byWhite.calibrations[1].colorMatrix * Chromaticity.d65.xyz
    let expected = SIMD3(
      toCamera.y / (0.9 * 0.97 * toCamera.x), 1, toCamera.y / (1.1 * 1.03 * toCamera.z))
    let found = try #require(byWhite.asShotMultipliers)
    #expect(abs(found.x - expected.x) < 1e-4 && abs(found.z - expected.z) < 1e-4)
  }

  @Test func invalidColorIsIgnored() throws {
    var dng = TinyDNG(width: 32, height: 24, red: 10, green: 20, blue: 30)
    dng.fields[50721] = .signedRational(Array(repeating: (0, 1), count: 9))
    dng.fields[50728] = .rational([(0, 1), (1, 1), (1, 1)])
    let profile = try decode(dng).profile
    #expect(profile.calibrations == [])
    #expect(profile.asShotMultipliers == nil)
  }
}
