import BromideDevelop
import BromideValues
import TestSupport
import Testing

/// Each patch of a chart against the double-precision formula on the quantised mosaic, `--tone linear`:
/// at most 1 code value at 8 bits, 66 at 16 bits (a thousandth), ΔE2000 at most 0.3.
@Suite struct ChartTests {
  /// A chart with patches 33 pixels wide, which leave 13 pixels outside the demosaic's reach.
  private static func chart(_ change: (inout DNGOptions) -> Void = { _ in }) -> SyntheticPhoto {
    var photo = SyntheticPhoto(.chart, size: Size(width: 240, height: 160))
    photo.exposure = -0.1
    photo.options.storage.bitsPerSample = 16
    photo.options.black = [512]
    photo.options.white = 16_383
    change(&photo.options)
    if photo.options.orientation.isTransposed { photo.size = photo.size.transposed }
    return photo
  }

  private static func check(
    _ photo: SyntheticPhoto, demosaic: DemosaicMethod = .rcd, exposure: Double = 0,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let oracle = ChartOracle(photo)
    let stored = photo.shownArea.size
    let upright = photo.options.orientation.upright(stored)
    for sample in SampleFormat.codes {
      var recipe = DevelopRecipe()
      recipe.tone = .linear
      recipe.sample = sample
      recipe.demosaic = demosaic
      recipe.exposure = exposure
      let picture = try DevelopedPicture(photo, samples: oracle.samples, recipe: recipe)
      let shown =
        demosaic == .half ? Size(width: upright.width / 2, height: upright.height / 2) : upright
      #expect(picture.size == shown, sourceLocation: sourceLocation)
      let peak = Double(sample.maximum)
      for patch in Chart.codes.indices {
        let place = Chart.interior(patch, of: upright, inset: min(10, upright.shortEdge / 16))
        let shownPlace = Chart.interior(patch, of: shown, inset: min(10, shown.shortEdge / 16))
        let storedPlace = photo.options.orientation.storedRegion(place, in: stored)
          .translated(x: photo.shownArea.x, y: photo.shownArea.y)
        let gain = SIMD3<Double>(
          repeating: exposure == 0
            ? 1 : Double(sign: .plus, exponent: Int(exposure), significand: 1))
        let expected = ChartOracle.encode(oracle.linear(storedPlace) * gain)
        let found = picture.mean(shownPlace) / peak
        var distance = found - expected
        distance.replace(with: -distance, where: distance .< 0)
        #expect(
          distance.max() <= (sample == .uint8 ? 1.0 / 255 : 66.0 / 65_535),
          "patch \(patch) at \(sample): \(found * peak) instead of \(expected * peak)",
          sourceLocation: sourceLocation)
        if sample == .uint16 {
          let difference = ChartOracle.deltaE2000(found, expected)
          #expect(difference <= 0.3, "patch \(patch)", sourceLocation: sourceLocation)
        }
      }
    }
  }

  @Test(arguments: BayerPattern.allCases, [DemosaicMethod.rcd, .best, .bilinear, .half])
  func everyPatternAndMethod(pattern: BayerPattern, demosaic: DemosaicMethod) throws {
    try Self.check(Self.chart { $0.layout = .bayer(pattern) }, demosaic: demosaic)
  }

  @Test(arguments: Orientation.allCases)
  func everyOrientation(orientation: Orientation) throws {
    try Self.check(
      Self.chart {
        $0.layout = .bayer(.grbg)
        $0.orientation = orientation
      })
  }

  struct Black: Sendable {
    let size: Size
    let values: [Double]
  }

  @Test(arguments: [
    Black(size: Size(width: 1, height: 1), values: [0]),
    Black(size: Size(width: 1, height: 1), values: [480.75]),
    Black(size: Size(width: 2, height: 2), values: [480, 512, 530, 575]),
    Black(size: Size(width: 2, height: 2), values: [480.25, 512.5, 530.75, 575]),
    Black(size: Size(width: 4, height: 3), values: (0..<12).map { 500 + 7 * Double($0) }),
  ])
  func everyBlackLevel(black: Black) throws {
    for pattern in BayerPattern.allCases {
      try Self.check(
        Self.chart {
          $0.layout = .bayer(pattern)
          $0.blackPatternSize = black.size
          $0.black = black.values
        })
    }
  }

  /// Every parity of the active area's origin, under a black level that shows a wrong phase.
  @Test(arguments: 0..<4)
  func maskedBorderWithRepeatingBlack(parity: Int) throws {
    var photo = Self.chart {
      $0.layout = .bayer(.gbrg)
      $0.activeArea = Region(x: 20 + parity % 2, y: 12 + parity / 2, width: 253, height: 171)
      $0.defaultCrop = Region(x: 6, y: 4, width: 240, height: 160)
      $0.blackPatternSize = Size(width: 2, height: 2)
      $0.black = [480, 512, 530, 575]
    }
    photo.size = Size(width: 280, height: 190)
    try Self.check(photo)
  }

  @Test(arguments: [8, 10, 12, 14])
  func everyDepth(bits: Int) throws {
    for compression in [DNGStorage.Compression.none, .losslessJPEG(predictor: 6)] {
      // LibRaw 0.20 takes lossless JPEG of 8 bits for something else.
      if bits == 8 && compression != .none { continue }
      try Self.check(
        Self.chart {
          $0.storage.bitsPerSample = bits
          $0.storage.compression = compression
          if compression != .none { $0.storage.blocks = .tiles(Size(width: 112, height: 64)) }
          $0.white = (1 << bits) - 1
          $0.black = [Double(1 << (bits - 5))]
        })
    }
  }

  @Test func linearDNG() throws {
    try Self.check(
      Self.chart {
        $0.layout = .linear
        $0.black = [100, 200, 300]
        $0.white = 60_000
      })
  }

  @Test func otherSpellingsOfTheSameCamera() throws {
    var gains = Self.chart()
    gains.recordsColor = true
    gains.options.color = gains.camera.color(calibratedUnder: [.daylight])
    try Self.check(gains)
    gains.options.color.divide(by: SIMD3(1.25, 1, 1.5))
    try Self.check(gains)
    var big = Self.chart()
    big.options.storage.byteOrder = .big
    big.options.storage.hasPreview = true
    try Self.check(big)
  }

  @Test func exposureIsLinear() throws {
    var photo = Self.chart()
    photo.exposure = -2.5
    try Self.check(photo, exposure: 2)
  }
}
