import BromideKernels
import Foundation
import TestSupport
import Testing

@testable import BromideDevelop
@testable import BromideValues

/// Development with a camera profile compared with the complete chain in double precision, written
/// without the developer's parts.
@Suite struct ProfileStepsTests {
  static let size = Size(width: 45, height: 31)

  static let maps = [
    NaiveTable(12, 4, 1) { h, s, _ in [10 * s * sin(h / 57), 1 + 0.3 * s, 1 - 0.2 * s * s] },
    NaiveTable(12, 4, 1) { h, s, _ in [-20 * s, 1 + 0.1 * s * cos(h / 57), 1 + 0.1 * s] },
  ]
  static let look = NaiveTable(9, 3, 4) { h, s, v in
    [8 * s * v, 1 + 0.4 * s * (1 - v), 1 - 0.1 * s * v + 0.02 * sin(h / 57) * s]
  }
  static let points = [
    SIMD2(0, 0), SIMD2(0.1, 0.15), SIMD2(0.3, 0.5), SIMD2(0.7, 0.9), SIMD2(1, 1),
  ]

  static func profile() throws -> CameraProfile {
    var profile = CameraProfile(
      calibrations: [
        .init(
          illuminant: Illuminant.standardA.chromaticity,
          colorMatrix: testProfile.calibrations[0].colorMatrix),
        testProfile.calibrations[0],
      ], asShotMultipliers: SIMD3(1.8, 1, 1.7), baselineExposure: 0.3)
    profile.tables.hueSatMaps = try maps.map { try $0.table() }
    return profile
  }

  /// Camera values of each pixel, and the photo that records them.
  static func photo(_ profile: CameraProfile) -> ([SIMD3<Double>], DevelopSource) {
    var generator = SeededGenerator(seed: 8)
    var samples = ImageBuffer<UInt16>(size: size, channels: 3)
    var values: [SIMD3<Double>] = []
    for (x, y) in size.places {
      var camera = SIMD3<Double>()
      for c in 0..<3 {
        samples[x, y, c] = UInt16.random(in: 0...UInt16(x * 600 + 200), using: &generator)
        camera[c] = Double(samples[x, y, c]) / 30_000
      }
      values.append(camera)
    }
    let image = LinearImage(samples: samples.plane, channels: 3, white: 30_000)
    return (
      values,
      DevelopSource(image: .linear(image), profile: profile, defaultCrop: Region(size))
    )
  }

  /// Applies the curve to a colour's extremes. The middle is interpolated and, in bright colours,
  /// half-way to its own value. White follows luminance.
  private static func toned(
    _ p: SIMD3<Double>, luminance: SIMD3<Double>, _ curve: (Double) -> Double
  ) -> SIMD3<Double> {
    let (hi, lo) = (p.max(), p.min())
    let (top, base) = (curve(hi), curve(lo))
    var q = hi > lo ? base + (p - lo) * ((top - base) / (hi - lo)) : SIMD3(repeating: base)
    func eased(_ t: Double) -> Double {
      let t = min(max(t, 0), 1)
      return t * t * (3 - 2 * t)
    }
    let own = eased(log2(max(hi, 1e-9)) / 2 + 0.5) / 2
    for c in 0..<3 where p[c] > lo && p[c] < hi { q[c] += own * (curve(p[c]) - q[c]) }
    q += eased(log2(max((p * luminance).sum(), 1e-9)) / 3) * (q.max() - q)
    return q
  }

  struct Case: Sendable {
    var look = true
    var curve = true
    var gains = false
    var tone = ToneMode.standard
    var exposure = 0.4
  }

  static let cases = [
    Case(), Case(look: false), Case(curve: false), Case(look: false, curve: false),
    Case(gains: true), Case(gains: true, tone: .linear), Case(exposure: 1.5),
  ]

  @Test(arguments: InstructionSet.available, cases.indices)
  func pixelsAreTheChain(set: InstructionSet, index: Int) throws {
    let test = Self.cases[index]
    var profile = try Self.profile()
    if test.look { profile.tables.lookTable = try Self.look.table() }
    if test.curve { profile.tables.toneCurve = try SplineCurve(Self.points) }
    let gains: [Float] = (0..<24).map { 1 + Float(($0 * 7) % 24) / 12 }
    if test.gains {
      profile.tables.gainTable = try GainTable(
        columns: 3, rows: 2, count: 4, origin: SIMD2(0.2, 0.25), spacing: SIMD2(0.3, 0.5),
        weights: [0.2, 0.4, 0.2, 0.1, 0.1], gains: gains)
    }
    let (camera, source) = Self.photo(profile)
    let recipe = recipe {
      $0.space = .prophoto
      $0.sample = .uint16
      $0.highlightMode = .clip
      $0.exposure = test.exposure
      $0.tone = test.tone
    }
    let picture = try develop(source, recipe, set)

    let balance = try profile.resolve(.camera)
    /// The inverse temperature of a light, which the weights are based on.
    func place(_ light: Chromaticity) -> Double { 1 / light.nearestTemperatureAndTint.temperature }
    let (tungsten, daylight) = (place(Illuminant.standardA.chromaticity), place(.d65))
    let share = (place(balance.white) - tungsten) / (daylight - tungsten)
    var mixed = Self.maps[0]
    mixed.numbers = zip(mixed.numbers, Self.maps[1].numbers).map { (1 - share) * $0 + share * $1 }
    let toProPhoto = profile.matrix(for: balance, to: .prophoto)
    let toRec2020 = RGBSpace.prophoto.matrix(to: .rec2020)
    let fromRec2020 = RGBSpace.rec2020.matrix(to: .prophoto)
    let applied = balance.multipliers / balance.multipliers.min()
    var worst = 0.0
    for (x, y) in Self.size.places {
      var p = camera[y * Self.size.width + x] * applied
      p = p.replacing(with: 1, where: p .> 1)
      p = toProPhoto * p
      p = mixed(p.replacing(with: 0, where: p .< 0))
      if test.gains {
        let light = pow(2, 0.3) * p
        let sum =
          0.2 * light.x + 0.4 * light.y + 0.2 * light.z + 0.1 * light.min() + 0.1 * light.max()
        let place = SIMD2(
          ((Double(x) + 0.5) / 45 - 0.2) / 0.3, ((Double(y) + 0.5) / 31 - 0.25) / 0.5)
        let at = (min(max(place.x, 0), 2), min(max(place.y, 0), 1), min(min(max(sum, 0), 1) * 4, 3))
        var gain = 0.0
        for i in 0..<24 {
          gain +=
            Double(gains[i]) * max(0, 1 - abs(at.0 - Double(i / 4 % 3)))
            * max(0, 1 - abs(at.1 - Double(i / 12))) * max(0, 1 - abs(at.2 - Double(i % 4)))
        }
        p *= gain
      }
      p *= pow(2, 0.3 + test.exposure)
      if test.tone == .standard {
        if test.look { p = Self.look(p.replacing(with: 0, where: p .< 0)) }
        if test.curve {
          let weights = SIMD3(0.2880402, 0.7118741, 0.0000857)
          p = Self.toned(p.replacing(with: 0, where: p .< 0), luminance: weights) {
            NaiveSpline(Self.points)(min(max($0, 0), 1))
          }
        } else {
          p = toRec2020 * p
          let weights = SIMD3(0.2627002, 0.6779981, 0.0593017)
          p = Self.toned(p.replacing(with: 0, where: p .< 0), luminance: weights) {
            ToneCurve.standard($0)
          }
          p = fromRec2020 * p
        }
      }
      for c in 0..<3 {
        let code = 65535 * RGBSpace.prophoto.transfer.encode(min(max(p[c], 0), 1))
        worst = max(worst, abs(Double(picture[x, y, c]) - code))
      }
    }
    // Rounding to codes, single precision, and a curve of 4096 straight pieces.
    #expect(worst < 3, "\(set) \(index) \(worst)")
  }

  @Test func otherLooksReplaceTheProfilesLook() throws {
    var full = try Self.profile()
    full.tables.lookTable = try Self.look.table()
    full.tables.toneCurve = try SplineCurve(Self.points)
    let corrected = try Self.profile()
    for look in [Look.flat, .classic] {
      let recipe = recipe { $0.look = look }
      #expect(try develop(Self.photo(full).1, recipe) == develop(Self.photo(corrected).1, recipe))
    }
    #expect(try develop(Self.photo(full).1, recipe()) != develop(Self.photo(corrected).1, recipe()))
  }

  /// Neutral tables, no tables and `none` give the same bytes, also on a mosaic.
  @Test func identityTablesAreSkipped() throws {
    let mosaic = busyMosaic(Size(width: 64, height: 48))
    let plain = try develop(source(mosaic), recipe())
    var profile = testProfile
    let even = NaiveTable(6, 2, 3) { _, _, _ in [0, 1, 1] }
    profile.tables.hueSatMaps = [try even.table()]
    profile.tables.lookTable = try even.table()
    #expect(try develop(source(mosaic, profile: profile), recipe()) == plain)
    profile.tables.hueSatMaps = [try Self.maps[0].table()]
    #expect(try develop(source(mosaic, profile: profile), recipe()) != plain)
    #expect(try develop(source(mosaic, profile: profile), recipe { $0.profile = .none }) == plain)
  }

  /// No pixel depends on strips, and turning the picture turns the gains.
  @Test func stripsAndOrientationsShareTheChain() throws {
    var profile = try Self.profile()
    profile.tables.lookTable = try Self.look.table()
    profile.tables.gainTable = try GainTable(
      columns: 2, rows: 1, count: 1, origin: SIMD2(0, 0), spacing: SIMD2(1, 1),
      weights: [1, 0, 0, 0, 0], gains: [0.5, 1.5])
    var (_, source) = Self.photo(profile)
    let whole = try develop(source, recipe())
    #expect(try develop(source, recipe(), stripWidth: 16) == whole)
    source.orientation = .rightTop
    let turned = try develop(source, recipe())
    for (x, y) in Self.size.places {
      #expect(turned.pixel(Self.size.height - 1 - y, x) == whole.pixel(x, y))
    }
  }

  /// A crop of 20×10 of 40×20 pixels at (10, 5), rotated upright: the stored bottom left becomes
  /// the top left.
  @Test func partsReportTheirSensorArea() throws {
    let mosaic = busyMosaic(Size(width: 40, height: 20))
    let photo = source(
      mosaic, crop: Region(x: 10, y: 5, width: 20, height: 10), orientation: .rightTop)
    for demosaic in [DemosaicMethod.bilinear, .half] {
      let recipe = recipe {
        $0.demosaic = demosaic
        $0.size = SizeRequest(bounds: .longEdge(7))
      }
      let area = try Developer(photo, recipe: recipe).area(on: photo)
      let found = [area.origin, area.across, area.down]
      // A mosaic's half starts at complete cells of 2×2.
      let top = demosaic == .half ? 4.0 : 5
      let expected = [SIMD2(0.25, (top + 10) / 20), SIMD2(0, -0.5), SIMD2(0.5, 0)]
      for (found, expected) in zip(found, expected) {
        #expect(abs(found.x - expected.x) < 1e-9 && abs(found.y - expected.y) < 1e-9, "\(area)")
      }
    }
  }

  @Test func aFileReplacesMatricesAndTables() throws {
    let other = try Self.profile()
    let file = ProfileFile(
      path: "other.dcp", digest: "1", camera: nil,
      lights: other.calibrations.map {
        .init(illuminant: $0.illuminant, colorMatrix: 1.1 * $0.colorMatrix)
      }, tables: other.tables)
    var expected = other
    for index in expected.calibrations.indices {
      expected.calibrations[index].colorMatrix = 1.1 * other.calibrations[index].colorMatrix
    }
    let (_, source) = Self.photo(expected)
    var plain = source
    plain.profile = testProfile
    plain.profile.asShotMultipliers = other.asShotMultipliers
    plain.profile.baselineExposure = 0.3
    let requested = recipe { $0.profile = .file(file) }
    #expect(try develop(plain, requested) == develop(source, recipe()))
  }
}
