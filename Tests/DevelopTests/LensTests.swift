import BromideKernels
import BromideLibc
import BromideValues
import TestSupport
import Testing

@testable import BromideDevelop

/// Corrections that a file states of its lens and sensor, in developments.
@Suite struct LensTests {
  static let size = Size(width: 360, height: 250)

  static func photo(
    _ image: SensorImage, mosaic: [EmbeddedOptics.Opcode] = [],
    linear: [EmbeddedOptics.Opcode] = [], crop: Region? = nil
  ) -> DevelopSource {
    var photo = DevelopSource(
      image: image, profile: testProfile, defaultCrop: crop ?? Region(image.size))
    photo.embedded.mosaic = mosaic
    photo.embedded.linear = linear
    return photo
  }

  static func lens(_ change: (inout DevelopRecipe) -> Void = { _ in }) -> DevelopRecipe {
    recipe {
      $0.optics.lens = .auto
      $0.tone = .linear
      $0.sample = .uint16
      $0.space = .linearSRGB
      change(&$0)
    }
  }

  /// Camera RGB with black 0 and white 65535.
  static func linear(_ size: Size, _ light: (Int, Int, Int) -> Double) -> SensorImage {
    var samples = ImageBuffer<UInt16>(
      size: Size(width: size.width * 3, height: size.height), channels: 1)
    for (x, y, c) in size.places.channels(3) {
      samples[3 * x + c, y, 0] = UInt16((min(max(light(x, y, c), 0), 1) * 65_535).rounded())
    }
    return .linear(LinearImage(samples: samples.plane, channels: 3, white: 65_535))
  }

  // MARK: Gains

  /// A flat field through a lens is flat again, in the mosaic's and in the full colour's opcodes.
  @Test func shadingIsUndone() throws {
    let middle = SIMD2(Double(Self.size.width), Double(Self.size.height)) / 2
    let radius = (middle * middle).sum().squareRoot()
    let gain = SampleOpcode(
      .radialGain([0.5, 0.2, 0.1, 0, 0], center: middle, radius: radius), area: Region(Self.size))
    func light(_ x: Int, _ y: Int) -> Double {
      let way = (SIMD2(Double(x), Double(y)) + 0.5 - middle) / radius
      let r = (way * way).sum()
      return 0.3 / (1 + r * (0.5 + r * (0.2 + r * 0.1)))
    }
    let bayer = SensorImage.mosaic(
      mosaic(Self.size, levels: SensorLevels(black: 0, white: 60_000)) { x, y in
        SIMD3(0.5, 1, 0.7) * light(x, y)
      })
    let full = Self.linear(Self.size) { x, y, c in [0.5, 1, 0.7][c] * light(x, y) }
    let inMosaic = Self.photo(bayer, mosaic: [.samples(gain)])
    // Half size's colours are half a pixel apart, so shading is visible between them unless it is
    // corrected before.
    for (photo, demosaic) in [
      (inMosaic, DemosaicMethod.rcd), (inMosaic, .half),
      (Self.photo(full, linear: [.samples(gain)]), .rcd),
      (Self.photo(bayer, linear: [.samples(gain)]), .rcd),
    ] {
      let picture = try develop(photo, Self.lens { $0.demosaic = demosaic })
      let size = picture.size
      let middle = picture.pixel(size.width / 2, size.height / 2)
      for ((x, y), c) in product([(12, 12), (60, 40), (size.width - 13, size.height - 13)], 0..<3) {
        let ratio = Double(picture[x, y, c]) / Double(middle[c])
        // 0.2 %, and codes.
        #expect(abs(ratio - 1) < 0.002 + 2 / Double(middle[c]), "\(demosaic) \(x),\(y) \(c)")
      }
    }
  }

  /// Pixels stay unchanged without opcodes, and with corrections off.
  @Test func missingCorrectionsKeepEveryBit() throws {
    let gain = SampleOpcode(.polynomial([0, 0.5]), area: Region(Self.size))
    let bayer = SensorImage.mosaic(busyMosaic(Self.size))
    let plain = try develop(Self.photo(bayer), recipe())
    #expect(try develop(Self.photo(bayer), recipe { $0.optics.lens = .auto }) == plain)
    let given = Self.photo(bayer, mosaic: [.samples(gain)])
    #expect(try develop(given, recipe()) == plain)
    #expect(try develop(given, recipe { $0.optics.lens = .auto }) != plain)
  }

  /// Gains that follow a warp use positions of the corrected picture.
  @Test func gainsAfterAWarpFollowIt() throws {
    let flat = Self.linear(Self.size) { _, _, _ in 0.3 }
    let middle = SIMD2(Double(Self.size.width), Double(Self.size.height)) / 2
    let radius = (middle * middle).sum().squareRoot()
    let gain = SampleOpcode(
      .radialGain([0.8, 0, 0, 0, 0], center: middle, radius: radius), area: Region(Self.size))
    let warp = OpcodeWarp(
      model: .rectilinear, planes: [.init(radial: [0.8, 0.1, 0, 0])], center: middle,
      radius: radius)
    let photo = Self.photo(flat, linear: [.warp(warp), .samples(gain)])
    let picture = try develop(photo, Self.lens())
    let centre = Double(picture[180, 125, 1])
    for (x, y) in [(20, 20), (300, 60), (350, 240)] {
      let way = (SIMD2(Double(x), Double(y)) + 0.5 - middle) / radius
      let expected = 1 + 0.8 * (way * way).sum()
      #expect(abs(Double(picture[x, y, 1]) / centre - expected) < 0.003, "\(x),\(y)")
    }
  }

  // MARK: Bad pixels and bounds

  @Test func badPixelsAreReplaced() throws {
    let sound = mosaic(Self.size) { x, y in SIMD3(repeating: 0.2 + 0.0004 * Double(x + y)) }
    let broken = mosaic(Self.size) { x, y in
      let isBad = (x == 100 && y == 60) || (x == 101 && (80..<84).contains(y))
      return SIMD3(repeating: isBad ? 0.999 : x == 30 && y == 31 ? 0 : 0.2 + 0.0004 * Double(x + y))
    }
    let truth = try develop(Self.photo(.mosaic(sound)), Self.lens())
    let bad: [EmbeddedOptics.Opcode] = [
      .badPlaces([
        Region(x: 100, y: 60, width: 1, height: 1), Region(x: 101, y: 80, width: 1, height: 4),
        Region(x: 359, y: 249, width: 1, height: 1),
      ]), .badValue(512),
    ]
    let repaired = try develop(Self.photo(.mosaic(broken), mosaic: bad), Self.lens())
    for at in stride(from: 1, to: truth.bytes.count, by: 2) {
      let apart = Int(truth.bytes[at]) - Int(repaired.bytes[at])
      if abs(apart) > 1 { Issue.record("\(apart) at \(at)") }
    }
    #expect(try develop(Self.photo(.mosaic(broken)), Self.lens()) != repaired)
  }

  @Test func boundsTrim() throws {
    let bounds = Region(x: 10, y: 20, width: 200, height: 100)
    let photo = Self.photo(.mosaic(busyMosaic(Self.size)), linear: [.trim(bounds)])
    #expect(try develop(photo, Self.lens()).size == bounds.size)
    #expect(try develop(photo, recipe()).size == Self.size)
  }

  @Test func reportNamesTheCorrections() throws {
    let gain = SampleOpcode(.polynomial([0, 0.5]), area: Region(Self.size))
    var photo = Self.photo(
      .mosaic(busyMosaic(Self.size)), mosaic: [.samples(gain), .badPlaces([])],
      linear: [.warp(LensWarpTests.models[0].1[0])])
    photo.embedded.ignored = [.init(name: "opcode 99", reason: "unknown", isOptional: true)]
    func report(_ recipe: DevelopRecipe) throws -> OpticsReport? {
      try Developer(photo, recipe: recipe).opticsReport
    }
    let given = try #require(try report(Self.lens()))
    #expect(given.embedded == ["MapPolynomial", "FixBadPixelsList", "WarpRectilinear"])
    #expect(given.ignored == ["opcode 99 (unknown)"])
    #expect(try report(recipe()) == nil)
  }
}
