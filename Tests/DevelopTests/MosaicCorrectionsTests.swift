import BromideKernels
import BromideLibc
import BromideValues
import TestSupport
import Testing

@testable import BromideDevelop

/// Lateral colour and hot pixels in developments.
@Suite struct MosaicCorrectionsTests {
  static let size = Size(width: 760, height: 520)

  /// A textured grey scene with red shifted outwards by the lens.
  static func scene(_ lens: LateralColor, hot: Bool = false) -> Mosaic {
    let half = Double(size.width * size.width + size.height * size.height).squareRoot() / 2
    return mosaic(size) { x, y in
      if hot, x == 300, y == 201 { return SIMD3(repeating: 0.9) }
      let place = SIMD2(Double(x) + 0.5, Double(y) + 0.5)
      let middle = SIMD2(Double(size.width), Double(size.height)) / 2
      func light(_ shift: LateralShift) -> Double {
        let seen = place + shift.shift(at: (place - middle) / half)
        let bent = seen.x + 9 * sin(seen.y / 37)
        let waves =
          sin(0.31 * bent + 0.13 * seen.y) + sin(0.17 * seen.y - 0.23 * bent)
          + sin(0.41 * seen.y + 0.07 * bent)
        return 0.3 + 0.06 * waves
      }
      return SIMD3(0.5 * light(lens.red), light(.none), 0.7 * light(lens.blue))
    }
  }

  static let still = LateralColor(red: .none, blue: .none)
  static let lens = LateralColor(
    red: LateralShift([-2, 1.3, -0.36, 0, 0]), blue: LateralShift([1, -2, 1, 0, 0]))

  static func optics(
    _ lateral: OpticsSettings.LateralColorChoice, _ hot: OpticsSettings.HotPixels = .none
  ) -> DevelopRecipe {
    recipe {
      $0.optics.lateralColor = lateral
      $0.optics.hotPixels = hot
      $0.sample = .uint16
    }
  }

  /// Root of the mean squared difference in one channel, in 16-bit codes.
  static func difference(_ a: Picture, _ b: Picture, channel: Int) -> Double {
    var sum = 0.0
    for (x, y) in Places(x: 12..<size.width - 12, y: 12..<size.height - 12) {
      let d = Double(a[x, y, channel] - b[x, y, channel])
      sum += d * d
    }
    return (sum / Double((size.width - 24) * (size.height - 24))).squareRoot()
  }

  @Test func lateralColourIsFoundAndCorrected() throws {
    let truth = try develop(source(Self.scene(Self.still)), Self.optics(.none))
    let thrown = source(Self.scene(Self.lens))
    let before = try develop(thrown, Self.optics(.none))
    let after = try develop(thrown, Self.optics(.auto))
    // 4.5 dB of red.
    #expect(
      Self.difference(before, truth, channel: 0)
        > 1.68 * Self.difference(after, truth, channel: 0))
    let found = try #require(thrown.measures.foundLateralColor)
    for radius in [0.25, 0.5, 0.75] {
      let place = radius * SIMD2(0.8, 0.6)
      for (shift, expected) in [(found.red, Self.lens.red), (found.blue, Self.lens.blue)] {
        let error = shift.shift(at: place) - expected.shift(at: place)
        #expect((error * error).sum().squareRoot() < 0.06)
      }
    }
  }

  @Test func withoutLateralColourNotABitChanges() throws {
    var random = SeededGenerator(seed: 2)
    let flat = mosaic(Self.size) { _, _ in
      SIMD3(0.2, 0.4, 0.3) + Double.random(in: -0.01...0.01, using: &random)
    }
    for mosaic in [Self.scene(Self.still), flat] {
      let plain = try develop(source(mosaic), Self.optics(.none))
      #expect(try develop(source(mosaic), Self.optics(.auto)) == plain)
    }
  }

  /// There is no measurement if its correction would be invisible, or if the demosaic cannot
  /// correct.
  @Test func invisibleCorrectionsAreNotMeasured() throws {
    let thrown = Self.scene(Self.lens)
    for change in [
      { (recipe: inout DevelopRecipe) in recipe.demosaic = .bilinear },
      { $0.demosaic = .half },
      { $0.size = SizeRequest(bounds: .longEdge(90)) },
    ] {
      let photo = source(thrown)
      var requested = Self.optics(.auto)
      change(&requested)
      var plain = requested
      plain.optics = .none
      #expect(try develop(photo, requested) == develop(photo, plain))
      #expect(photo.measures.foundLateralColor == nil)
    }
  }

  /// A set magnification or a reading makes the measurement unnecessary.
  @Test func setShiftsAreNotMeasured() throws {
    let half =
      Double(Self.size.width * Self.size.width + Self.size.height * Self.size.height).squareRoot()
      / 2
    let red = LateralShift(magnification: 1.004, halfDiagonal: half)
    #expect(abs(red.coefficients[0] + 0.003984 * half) < 1e-3)
    let lens = LateralColor(red: red, blue: .none)
    let typed = source(Self.scene(lens))
    let made = try develop(typed, Self.optics(.fixed(red: 1.004, blue: 1)))
    #expect(typed.measures.foundLateralColor == nil)
    var read = source(Self.scene(lens))
    read.optics.lateralColor = lens
    #expect(try develop(read, Self.optics(.auto)) == made)
    #expect(read.measures.foundLateralColor == nil)
    #expect(try develop(typed, Self.optics(.none)) != made)
  }

  /// Any threads, bands in any order: the same bytes.
  @Test func pixelsDoNotDependOnThreads() throws {
    let whole = try develop(source(Self.scene(Self.lens, hot: true)), Self.optics(.auto, .auto))
    let again = source(Self.scene(Self.lens, hot: true))
    let developer = try Developer(
      again, recipe: Self.optics(.auto, .auto), instructionSet: .best, stripWidth: 100)
    var generator = SeededGenerator(seed: 3)
    #expect(
      developer.picture(order: (0..<developer.bandCount).shuffled(using: &generator)) == whole)
    #expect(again.measures.foundLateralColor != nil)
  }

  /// Edges cost more to measure than all else.
  @Test func onlySharpeningMeasuresTheBlur() throws {
    let photo = source(Self.scene(Self.still))
    var recipe = Self.optics(.none, .auto)
    recipe.optics.noise = .light
    _ = try develop(photo, recipe)
    #expect(photo.measures.noise.isMade && !photo.measures.blur.isMade)
    recipe.optics.captureSharpening = .auto
    _ = try develop(photo, recipe)
    #expect(photo.measures.blur.isMade)
  }

  @Test func hotPixelsAreRepaired() throws {
    let truth = try develop(source(Self.scene(Self.still)), Self.optics(.none))
    var worn = source(Self.scene(Self.still, hot: true))
    worn.optics.noise = NoiseModel(a: 1e-4, b: 1e-6)
    let before = try develop(worn, Self.optics(.none))
    let after = try develop(worn, Self.optics(.none, .auto))
    func worst(_ picture: Picture) -> Int {
      (197...205).flatMap { y in
        (296...304).flatMap { x in (0..<3).map { abs(picture[x, y, $0] - truth[x, y, $0]) } }
      }.max()!
    }
    #expect(worst(before) > 15000)
    #expect(worst(after) < 1500)
    #expect(worn.measures.foundDefects?.map(\.x) == [300])
    // At half size, a site has no neighbours to compare with.
    var halved = source(Self.scene(Self.still, hot: true))
    halved.optics.noise = worn.optics.noise
    var half = Self.optics(.none, .auto)
    half.demosaic = .half
    _ = try develop(halved, half)
    #expect(halved.measures.foundDefects == nil)
  }

  /// The filter banks show colours together, and a scene without lateral colour is the same to the
  /// byte.
  @Test(arguments: [DemosaicMethod.fine, .best])
  func otherMethodsReadAnAlignedMosaic(method: DemosaicMethod) throws {
    func picture(_ mosaic: Mosaic, _ choice: OpticsSettings.LateralColorChoice) throws -> Picture {
      var recipe = Self.optics(choice)
      recipe.demosaic = method
      return try develop(source(mosaic), recipe)
    }
    let truth = try picture(Self.scene(Self.still), .none)
    #expect(try picture(Self.scene(Self.still), .auto) == truth)
    let thrown = Self.scene(Self.lens)
    let (plain, made) = (try picture(thrown, .none), try picture(thrown, .auto))
    for c in [0, 2] {
      let (before, after) = (
        Self.difference(plain, truth, channel: c), Self.difference(made, truth, channel: c)
      )
      #expect(after < 0.4 * before, "\(method) \(c): \(before) -> \(after)")
    }
  }
}

/// Texts for lateral colour.
@Suite struct LateralColorChoiceTests {
  typealias Choice = OpticsSettings.LateralColorChoice

  @Test(arguments: [
    ("auto", Choice.auto), ("none", .none), ("1.0004,0.9997", .fixed(red: 1.0004, blue: 0.9997)),
    ("1.0, 0.99", .fixed(red: 1, blue: 0.99)),
  ])
  func textsAreRead(text: String, choice: Choice) {
    #expect(Choice(text) == choice)
    #expect(Choice(choice.text) == choice)
  }

  @Test(arguments: [
    "", "Auto", "1", "1,1,1", "1,", ",", "0.98,1", "1,1.02", "nan,1", "inf,1", "1;1", "1,1x",
  ])
  func othersAreNot(text: String) { #expect(Choice(text) == nil) }
}
