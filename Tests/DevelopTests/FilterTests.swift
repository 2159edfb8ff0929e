import BromideKernels
import BromideValues
import TestSupport
import Testing

@testable import BromideDevelop

/// The table of parameters, and filters within the development.
@Suite struct FilterTests {
  static let size = Size(width: 60, height: 44)

  /// A value other than the default for each parameter that changes pixels by itself.
  static let changes: [(Parameter, [Double])] = [
    (.exposure, [0.7]), (.temperature, [4000]), (.tint, [20]), (.crop, [0.1, 0.2, 0.5, 0.6]),
    (.zoom, [2]), (.channelMixer, [0.8, 0.2, 0, 0.1, 0.9, 0, 0, 0, 1]), (.monochrome, [0.6]),
    (.vignette, [-2]), (.highlights, [-1]), (.shadows, [1]), (.clarity, [1]), (.contrast, [1.5]),
    (.whites, [-0.9]), (.blacks, [1]), (.saturation, [0.4]), (.vibrance, [0.8]), (.hue, [60]),
    (.gamma, [1.6]), (.toneCurve, [0, 0, 0.3, 0.2, 1, 0.9]), (.toneCurveRed, [0, 0.05, 1, 1]),
    (.toneCurveGreen, [0, 0, 0.5, 0.45, 1, 1]), (.toneCurveBlue, [0, 0, 1, 0.9]),
    (.shadowToning, [0.8]), (.highlightToning, [0.7]),
    (.grain, [0.8]), (.fade, [0.4]), (.rotation, [10]), (.denoise, [0.6]), (.blur, [0.02]),
    (.sharpen, [1]), (.bands, [Double](repeating: 0.4, count: 24)),
    (.grading, [40, 0.5, 0.1] + [Double](repeating: 0, count: 9)),
  ]

  @Test func everyNameIsDeclaredOnce() {
    let names = ParameterTable.all.map(\.name)
    #expect(Set(names).count == names.count)
    for parameter in ParameterTable.all {
      #expect(ParameterTable.named(parameter.name) == parameter)
      #expect(parameter.standard.map { $0.isEmpty || parameter.accepts($0) } ?? true)
      #expect(parameter.name.allSatisfy { $0.isLowercase || $0 == "-" })
      #expect(!parameter.meaning.hasSuffix("."))
    }
    let stages = ParameterTable.filters.map { filter in
      Filter.Stage.allCases.firstIndex(of: filter.stage) ?? -1
    }
    #expect(stages == stages.sorted())
  }

  @Test func defaultsLeaveEveryByte() throws {
    let scene = busyMosaic(Self.size)
    let plain = try develop(source(scene), recipe())
    let all = recipe {
      for parameter in ParameterTable.all where parameter.standard != nil {
        $0.filters[parameter] = parameter.standard
      }
    }
    #expect(all == recipe())
    #expect(try develop(source(scene), all) == plain)
    // Parameters of a filter with amount 0 also have no effect.
    let shapes = recipe {
      $0.filters[.vignetteSize] = [0.7]
      $0.filters[.monochromeMix] = [1, 0, 0]
      $0.filters[.shadowHue] = [10]
      $0.filters[.toningBalance] = [0.5]
      $0.filters[.grainSeed] = [7]
      $0.filters[.grainSize] = [0.01]
      $0.filters[.fadeColor] = [1, 0, 0]
      $0.filters[.sharpenRadius] = [0.01]
    }
    #expect(try develop(source(scene), shapes).bytes == plain.bytes)
  }

  @Test(arguments: changes.indices)
  func everyParameterChangesThePicture(index: Int) throws {
    // From black to white.
    let scene = mosaic(Self.size) { x, y in
      let share = Double(x) / 60
      return SIMD3(0.4, 1, 0.7) * share * share * share * share + Double(y % 7) / 200
    }
    let (parameter, values) = Self.changes[index]
    let changed = recipe { $0.filters[parameter] = values }
    #expect(try develop(source(scene), changed) != develop(source(scene), recipe()))
  }

  @Test(arguments: InstructionSet.available)
  func pixelsDoNotDependOnPieces(set: InstructionSet) throws {
    let scene = busyMosaic(Size(width: 170, height: 150))
    let all = recipe {
      for (parameter, values) in Self.changes { $0.filters[parameter] = values }
      $0.size = SizeRequest(bounds: .longEdge(140), enlarge: true)
    }
    for orientation in [Orientation.upright, .rightTop] {
      let source = source(scene, orientation: orientation)
      let whole = try develop(source, all, set)
      #expect(try develop(source, all, set, stripWidth: 40) == whole)
    }
  }

  @Test func instructionSetsDifferByRounding() throws {
    let scene = busyMosaic(Size(width: 170, height: 150))
    let all = recipe {
      for (parameter, values) in Self.changes { $0.filters[parameter] = values }
      $0.filters[.crop] = nil
      $0.filters[.zoom] = nil
    }
    let base = try develop(source(scene), all, .baseline).bytes
    for set in InstructionSet.available where set > .baseline {
      let other = try develop(source(scene), all, set).bytes
      let differences = zip(base, other).map { abs(Int($0) - Int($1)) }
      #expect(differences.max()! <= 1)
      #expect(differences.filter { $0 > 0 }.count * 1000 <= differences.count)
    }
  }

  /// The complete development of one pixel, with filters in the order of the table, before and
  /// after the tone curve.
  @Test func filtersComeInTheOrderOfTheTable() throws {
    let scene = mosaic(Self.size) { _, _ in SIMD3(0.11, 0.2, 0.08) }
    let filtered = recipe {
      $0.sample = .uint16
      $0.exposure = 0.5
      $0.filters[.channelMixer] = [0.9, 0.1, 0, 0, 1, 0, 0, 0.2, 0.8]
      $0.filters[.monochrome] = [0.3]
      $0.filters[.contrast] = [1.3]
      $0.filters[.shadows] = [0.5]
      $0.filters[.saturation] = [1.5]
      $0.filters[.gamma] = [1.2]
      $0.filters[.toneCurve] = [0, 0.1, 0.5, 0.4, 1, 1]
      $0.filters[.highlightToning] = [0.5]
      $0.filters[.fade] = [0.25]
      $0.filters[.fadeColor] = [1, 0.5, 0]
    }
    let picture = try develop(source(scene), filtered)
    let formula = try Formula(testProfile, filtered)
    var p = formula.working * NaiveBilinear(scene, formula.multipliers, ceiling: 1).pixel(20, 20)
    let luminance = RGBSpace.rec2020.toXYZ.rows[1]
    // The base of local tone is the photo's, and equal to the light of a uniform surface.
    let grey = ToneCurve.meteredGrey
    let base = logarithm((p * luminance).sum() / grey)
    p = SIMD3(0.9 * p.x + 0.1 * p.y, p.y, 0.2 * p.y + 0.8 * p.z)
    p += 0.3 * ((p * SIMD3(0.2627, 0.678, 0.0593)).sum() - p)
    // Shadows are a smoothstep over 4 stops below grey. Contrast is a power of luminance about
    // grey.
    let t = min(max(-base / 4, 0), 1)
    p *= power(2, 0.5 * t * t * (3 - 2 * t))
    p *= power((p * luminance).sum() / grey, 0.3)
    let lab = Oklab(xyz: RGBSpace.working.toXYZ * p)
    p = RGBSpace.working.fromXYZ * Oklab(l: lab.l, a: 1.5 * lab.a, b: 1.5 * lab.b).xyz
    p = Formula.toned(p, .standard)
    let srgb = TransferFunction.srgb
    let points = PointCurve([0, 0.1, 0.5, 0.4, 1, 1])
    for c in 0..<3 { p[c] = srgb.decode(points(srgb.encode(power(p[c], 1 / 1.2)))) }
    let display = (p * luminance).sum()
    let bright = display.squareRoot()
    let u = min(max((bright - 0.15) / 0.7, 0), 1)
    let share = u * u * (3 - 2 * u)
    p += (bright - display) * share * ToningColor.offset(hue: 70, amount: 0.5)
    let orange = RGBSpace.srgb.matrix(to: .working) * SIMD3(1, srgb.decode(0.5), 0)
    p += 0.25 * (orange - p)
    p = Formula.compressed(formula.output * p, .srgb)
    for c in 0..<3 {
      let code = srgb.encode(min(max(p[c], 0), 1)) * 65535
      #expect(abs(Double(picture[20, 20, c]) - code) < 3, "\(c)")
    }
  }

  @Test func aCurvePassesThroughItsPointsWithoutOvershoot() {
    let points: [Double] = [0.1, 0.05, 0.3, 0.3, 0.35, 0.8, 0.7, 0.82, 0.9, 0.4]
    let curve = PointCurve(points)
    for i in stride(from: 0, to: points.count, by: 2) {
      #expect(abs(curve(points[i]) - points[i + 1]) < 1e-12)
    }
    for i in stride(from: 0, to: points.count - 2, by: 2) {
      let (low, high) = (min(points[i + 1], points[i + 3]), max(points[i + 1], points[i + 3]))
      for step in 0...50 {
        let value = curve(points[i] + (points[i + 2] - points[i]) * Double(step) / 50)
        #expect(value >= low - 1e-12 && value <= high + 1e-12)
      }
    }
    #expect(curve(0) == 0.05 && curve(1) == 0.4)
    #expect(abs(PointCurve([0, 0, 1, 1])(0.37) - 0.37) < 1e-12)
  }

  @Test func curvesAreOneStepForAllChannels() {
    let context = FilterContext(size: Self.size, isGrey: false)
    var settings = FilterSettings()
    #expect(settings.steps(.display, context).isEmpty)
    for parameter in [Parameter.toneCurveRed, .toneCurveGreen, .toneCurveBlue, .toneCurve, .gamma] {
      settings[parameter] = parameter == .gamma ? [1.2] : [0, 0, 1, 0.9]
      #expect(settings.steps(.display, context).count == 1)
    }
  }

  /// A blue that bands darken is darker in the grey. A red stays.
  @Test func monochromeFollowsBands() throws {
    let colors: [SIMD3<Double>] = [SIMD3(0.05, 0.1, 0.4), SIMD3(0.4, 0.08, 0.05)]
    var samples = ImageBuffer<UInt16>(size: Size(width: 2, height: 1), channels: 3)
    for (x, c) in product(0..<2, 0..<3) {
      samples[x, 0, c] = UInt16((colors[x][c] * 60_000).rounded())
    }
    let source = DevelopSource(
      image: .linear(LinearImage(samples: samples.plane, channels: 3, white: 60_000)),
      profile: CameraProfile(calibrations: []),
      defaultCrop: Region(Size(width: 2, height: 1)))
    var bands = [Double](repeating: 0, count: 24)
    bands[17] = -0.8
    let kernel = ColorBandsKernel(
      space: .working,
      bands: (0..<8).map { .init(hue: 0, saturation: 0, luminance: bands[3 * $0 + 2]) })
    for (values, amount) in [(bands, 1.0), (bands, 0.5), (nil, 1)] {
      let picture = try develop(
        source,
        linearRecipe {
          $0.highlightMode = .clip
          $0.filters[.monochrome] = [amount]
          $0.filters[.bands] = values
        })
      for x in 0..<2 {
        var p = RGBSpace.srgb.matrix(to: .working) * colors[x]
        let plain = p
        if values != nil { p = kernel.formula(p, x: 0, y: 0) }
        if x == 0, values != nil { #expect(p.y < 0.9 * plain.y) }
        p += amount * ((p * SIMD3(0.2627, 0.678, 0.0593)).sum() - p)
        p = RGBSpace.working.matrix(to: .srgb) * p
        for c in 0..<3 {
          let code = min(max(p[c], 0), 1) * 65_535
          #expect(abs(Double(picture[x, 0, c]) - code) < 4 + 1e-3 * code, "\(amount) \(x) \(c)")
        }
      }
    }
  }

  @Test func aColourFilterGivesColourToGreyPhotos() throws {
    let grey = ResamplingTests.linearSource(Size(width: 20, height: 10), channels: 1) { x, _ in
      Double(x) / 20
    }
    let plain = try develop(grey, recipe { $0.filters[.contrast] = [1.4] })
    #expect(plain.format.channels == 1)
    let curved = try develop(grey, recipe { $0.filters[.toneCurve] = [0, 0, 1, 0.9] })
    #expect(curved.format.channels == 1)
    let cool = try develop(grey, recipe { $0.filters[.toneCurveRed] = [0, 0, 1, 0.5] })
    #expect(cool.format.channels == 3 && cool.pixel(9, 4)[0] < cool.pixel(9, 4)[2])
    let toned = try develop(grey, recipe { $0.filters[.shadowToning] = [1] })
    #expect(toned.format.channels == 3)
    #expect(toned.pixel(3, 4)[2] > toned.pixel(3, 4)[0])
    // Black and white remain.
    #expect(toned.pixel(0, 4) == [0, 0, 0])
  }

  @Test func opacityIsAlphaAndLeavesColours() throws {
    let scene = busyMosaic(Size(width: 50, height: 38))
    for (sample, orientation) in [
      (SampleFormat.uint8, Orientation.upright), (.uint16, .rightTop), (.uint8, .leftBottom),
    ] {
      let source = source(scene, orientation: orientation)
      let plain = try develop(source, recipe { $0.sample = sample })
      let faint = try develop(
        source,
        recipe {
          $0.sample = sample
          $0.filters[.opacity] = [0.25]
        })
      #expect(faint.format.channels == 4)
      let alpha = Int((0.25 * Double(sample.maximum)).rounded())
      for (x, y) in plain.size.places {
        #expect(faint.pixel(x, y) == plain.pixel(x, y) + [alpha])
      }
    }
  }

  @Test func valuesOutOfRangeAreRejected() {
    let scene = busyMosaic(Size(width: 20, height: 16))
    for (parameter, values) in [
      (Parameter.contrast, [9.0]), (.saturation, [-1]), (.crop, [0.5, 0, 0.6, 1]),
      (.crop, [0, 0, 0, 1]), (.fadeColor, [0, 0]), (.toneCurve, [0, 0, 0, 1]), (.gamma, [.nan]),
      (.toneCurve, [0.5, 0.5]), (.toneCurveBlue, [0, 0, 1, 1.1]),
    ] {
      #expect(throws: DevelopError.self) {
        try Developer(source(scene), recipe: recipe { $0.filters[parameter] = values })
      }
    }
  }

  @Test func parsesParameterTexts() {
    #expect(Parameter.exposure.values(of: "-0.7") == [-0.7])
    #expect(Parameter.exposure.values(of: "11") == nil)
    #expect(Parameter.exposure.values(of: "nan") == nil)
    #expect(Parameter.fadeColor.values(of: "#ff8000") == [1, 128.0 / 255, 0])
    #expect(Parameter.fadeColor.values(of: "#ff80") == nil)
    #expect(Parameter.crop.values(of: "0.1,0.2,0.3,0.4") == [0.1, 0.2, 0.3, 0.4])
    #expect(Parameter.crop.values(of: "0.7,0,0.3,1") == [0.7, 0, 0.3, 1])
    #expect(Parameter.toneCurve.values(of: "0,0 0.5,0.6 1,1") == [0, 0, 0.5, 0.6, 1, 1])
    #expect(Parameter.toneCurve.values(of: "0,0 1") == nil)
    #expect(Parameter.grainSeed.accepted == "0 to 4294967295")
    for (parameter, values) in Self.changes {
      #expect(parameter.values(of: parameter.text(values)) == values)
    }
  }

  @Test func valuesOutsideTheRangeAreClampedOrAllowed() {
    #expect(Parameter.saturation.clamped([-0.3]) == [0])
    #expect(Parameter.exposure.clamped([12]) == [12])
    #expect(Parameter.crop.clamped([0.8, -0.1, 0.4, 0.5]) == [0.6, 0, 0.4, 0.5])
  }
}

/// baseᵉˣᵖᵒⁿᵉⁿᵗ by the series of logarithm and exponential.
private func power(_ base: Double, _ exponent: Double) -> Double {
  let x = logarithm(base) * exponent
  let whole = x.rounded()
  var (term, sum) = (1.0, 1.0)
  for n in 1..<30 {
    term *= (x - whole) * 0.693_147_180_559_945_3 / Double(n)
    sum += term
  }
  return sum * Double(sign: .plus, exponent: Int(whole), significand: 1)
}

/// The logarithm to base 2.
private func logarithm(_ x: Double) -> Double {
  let s = (x.significand - 1) / (x.significand + 1)
  var (term, sum) = (s, 0.0)
  for n in 0..<60 {
    sum += term / Double(2 * n + 1)
    term *= s * s
  }
  return Double(x.exponent) + 2 * sum / 0.693_147_180_559_945_3
}
