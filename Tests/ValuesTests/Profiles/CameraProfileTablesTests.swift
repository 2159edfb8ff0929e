import Testing

@testable import BromideValues

/// The values of camera profiles: colour maps, gains by position, curves.
@Suite struct CameraProfileTablesTests {
  /// Returns a table with equal entries.
  static func even(
    _ entry: (Float, Float, Float), hues: Int = 6, values: Int = 1,
    encoding: ColorTable.Encoding = .linear
  ) throws -> ColorTable {
    try ColorTable(
      hues: hues, saturations: 2, values: values, encoding: encoding,
      numbers: (0..<hues * 2 * values).flatMap { _ in [entry.0, entry.1, entry.2] })
  }

  // MARK: Tables

  @Test func identityKeepsColours() throws {
    let table = try Self.even((0, 1, 1), values: 3)
    #expect(table.isIdentity)
    for color in [SIMD3(0.2, 0.7, 0.1), SIMD3(1, 1, 1), SIMD3(3, 0.5, 0), SIMD3(0, 0, 0)] {
      #expect((table(color) - color).magnitude < 1e-14)
    }
    #expect((table(SIMD3(-0.5, 0.5, 0.25)) - SIMD3(0, 0.5, 0.25)).magnitude < 1e-15)
  }

  @Test func aShiftOf60DegreesTurnsRedIntoYellow() throws {
    let table = try Self.even((60, 1, 1))
    #expect((table(SIMD3(1, 0, 0)) - SIMD3(1, 1, 0)).magnitude < 1e-15)
    #expect((table(SIMD3(0, 0.25, 0.25)) - SIMD3(0, 0, 0.25)).magnitude < 1e-15)
    #expect(table(SIMD3(0.3, 0.3, 0.3)) == SIMD3(0.3, 0.3, 0.3))
    let back = try Self.even((-60, 1, 1))
    #expect((back(SIMD3(1, 0, 0)) - SIMD3(1, 0, 1)).magnitude < 1e-15)
  }

  @Test func factorsScaleSaturationAndValue() throws {
    let table = try Self.even((0, 0.5, 2))
    #expect((table(SIMD3(0.4, 0.2, 0)) - SIMD3(0.8, 0.6, 0.4)).magnitude < 1e-15)
    // Saturation ends at 1.
    let strong = try Self.even((0, 4, 1))
    #expect((strong(SIMD3(0.4, 0.2, 0.2)) - SIMD3(0.4, 0, 0)).magnitude < 1e-15)
  }

  /// Hue 359.9° is between the entries of 270° and 0°.
  @Test func hueIsInterpolatedAcrossItsWrap() throws {
    var numbers: [Float] = []
    for value in [Float(1), 2, 3, 5] { numbers += [0, 1, value, 0, 1, value] }
    let table = try ColorTable(hues: 4, saturations: 2, values: 1, numbers: numbers)
    // Red with a sixtieth of a sixth of a turn towards magenta is 359°. 359.9° has a tenth of that.
    let color = SIMD3(0.1, 0, 0.1 * 0.1 / 60)
    let share = 89.9 / 90
    #expect(abs(table(color).x - 0.1 * (5 + share * (1 - 5))) < 1e-12)
  }

  @Test func valueIsInterpolatedAndKeepsLightAboveWhite() throws {
    var numbers: [Float] = []
    for value in [Float(1), 3] { numbers += [0, 1, value, 0, 1, value] }
    let table = try ColorTable(hues: 1, saturations: 2, values: 2, numbers: numbers)
    #expect(abs(table(SIMD3(0.25, 0.25, 0.25)).x - 0.25 * 1.5) < 1e-15)
    #expect(abs(table(SIMD3(1, 1, 1)).x - 3) < 1e-15)
    #expect(abs(table(SIMD3(2, 2, 2)).x - 6) < 1e-15)
  }

  @Test func codedValuesAreMultipliedAsCodes() throws {
    let table = try Self.even((0, 1, 0.5), encoding: .sRGB)
    let srgb = TransferFunction.srgb
    #expect(abs(table(SIMD3(0.5, 0.5, 0.5)).y - srgb.decode(0.5 * srgb.encode(0.5))) < 1e-12)
    let bright = try Self.even((0, 1, 4), encoding: .sRGB)
    #expect(abs(bright(SIMD3(0.5, 0.5, 0.5)).y - 1) < 1e-6)
  }

  @Test func mixturesAreInterpolated() throws {
    let (a, b) = (try Self.even((10, 1, 1)), try Self.even((30, 2, 0.5)))
    let mixed = try #require(a.mixed(with: b, share: 0.25))
    let expected = SIMD4<Float>(15.0 / 60, 1.25, 0.875, 0)
    #expect(
      mixed.entries.allSatisfy { ($0 - expected).max() < 1e-6 && (expected - $0).max() < 1e-6 })
    #expect(a.mixed(with: b, share: 0) == a && a.mixed(with: b, share: 1) == b)
    #expect(a.mixed(with: try Self.even((0, 1, 1), hues: 3), share: 0.5) == nil)
  }

  /// Hues, saturations, values, and how many numbers there are too few.
  static let otherDimensions: [SIMD4<Int>] = [
    SIMD4(0, 2, 1, 0), SIMD4(361, 2, 1, 0), SIMD4(6, 1, 1, 0), SIMD4(6, 257, 1, 0),
    SIMD4(6, 2, 65, 0), SIMD4(6, 2, 1, 1), SIMD4(6, 2, 1, -1),
  ]

  @Test(arguments: otherDimensions)
  func invalidDimensionsAreRejected(dims: SIMD4<Int>) {
    let count = 3 * dims.x * dims.y * dims.z - dims.w
    #expect(throws: ProfileError.self) {
      try ColorTable(
        hues: dims.x, saturations: dims.y, values: dims.z,
        numbers: [Float](repeating: 1, count: count))
    }
    #expect(throws: ProfileError.self) {
      try ColorTable.count(hues: 1 << 40, saturations: 1 << 40, values: dims.z)
    }
  }

  static let otherEntries: [SIMD3<Float>] = [
    SIMD3(.nan, 1, 1), SIMD3(0, .nan, 1), SIMD3(0, 1, .infinity), SIMD3(0, -0.1, 1),
    SIMD3(0, 1, -1), SIMD3(361, 1, 1), SIMD3(-.infinity, 1, 1), SIMD3(0, 1001, 1),
  ]

  @Test(arguments: otherEntries)
  func invalidNumbersAreRejected(entry: SIMD3<Float>) {
    #expect(throws: ProfileError.self) { try Self.even((entry.x, entry.y, entry.z)) }
  }

  // MARK: Curves

  /// By hand: through (0, 0), (½, ¼), (1, 1) the second derivative in the middle is 3.
  @Test func curvesAreNaturalSplines() throws {
    let curve = try SplineCurve([SIMD2(0, 0), SIMD2(0.5, 0.25), SIMD2(1, 1)])
    #expect(curve(0) == 0 && curve(0.5) == 0.25 && curve(1) == 1)
    #expect(abs(curve(0.25) - (0.125 - 0.375 * 3 * 0.25 / 6)) < 1e-15)
    #expect(curve(-1) == 0 && curve(2) == 1)
    let line = try SplineCurve([SIMD2(0, 0), SIMD2(0.1, 0.1), SIMD2(1, 1)])
    for i in 0...100 { #expect(abs(line(Double(i) / 100) - Double(i) / 100) < 1e-15) }
  }

  /// Slope and second derivative are continuous at points, and the second derivative is 0 at the
  /// ends.
  @Test func curvesAreSmooth() throws {
    let points = [0, 0.02, 0.1, 0.13, 0.4, 0.8, 1].map { SIMD2($0, $0.squareRoot() * 0.9) }
    let curve = try SplineCurve(points)
    let h = 1e-5
    func bend(_ x: Double) -> Double { (curve(x + h) - 2 * curve(x) + curve(x - h)) / (h * h) }
    for x in points.map(\.x).dropFirst().dropLast() {
      #expect(abs(curve(x) - 0.9 * x.squareRoot()) < 1e-12)
      #expect(abs(bend(x - 2 * h) - bend(x + 2 * h)) < 0.02 * (1 + abs(bend(x))))
    }
    #expect(abs(bend(1 - 1.5 * h)) < 0.05)
  }

  /// x and y alternate.
  static let otherCurves: [[Double]] = [
    [0, 0], [0, 0, 0.9, 1], [0.1, 0, 1, 1], [0, 0, 0.5, 0.5, 0.5, 0.6, 1, 1],
    [0, 0, 0.5, .nan, 1, 1], [0, -0.1, 1, 1],
  ]

  @Test(arguments: otherCurves)
  func invalidCurvesAreRejected(numbers: [Double]) {
    let points = stride(from: 0, to: numbers.count, by: 2).map {
      SIMD2(numbers[$0], numbers[$0 + 1])
    }
    #expect(throws: ProfileError.self) { try SplineCurve(points) }
  }

  // MARK: Gains

  @Test func gainsAreInterpolatedByPositionAndBrightness() throws {
    let table = try GainTable(
      columns: 2, rows: 2, count: 2, origin: SIMD2(0.25, 0.25), spacing: SIMD2(0.5, 0.5),
      weights: [0, 1, 0, 0, 0], gains: [1, 2, 3, 4, 5, 6, 7, 8])
    let dark = SIMD3(0.9, 0, 0)
    #expect(table.gain(at: SIMD2(0.25, 0.25), of: dark) == 1)
    #expect(table.gain(at: SIMD2(0, 0), of: dark) == 1)
    #expect(table.gain(at: SIMD2(0.5, 0.25), of: dark) == 2)
    #expect(table.gain(at: SIMD2(0.75, 0.75), of: dark) == 7)
    #expect(table.gain(at: SIMD2(0.5, 0.5), of: dark) == 4)
    // Two gains span brightness in steps of a half: index t·2, at most 1.
    #expect(table.gain(at: SIMD2(0.25, 0.25), of: SIMD3(0, 0.25, 0)) == 1.5)
    #expect(table.gain(at: SIMD2(0.25, 0.25), of: SIMD3(0, 7, 0)) == 2)
    let powered = try GainTable(
      columns: 1, rows: 1, count: 2, origin: SIMD2(0, 0), spacing: SIMD2(0, 0),
      weights: [0, 0, 0, 0.5, 0.5], gamma: 2, gains: [1, 2])
    #expect(abs(powered.gain(at: SIMD2(0.3, 0.3), of: SIMD3(0.2, 0.4, 0.8)) - 1.5) < 1e-12)
  }

  @Test func invalidGainsAreRejected() {
    func table(
      columns: Int = 1, rows: Int = 1, count: Int = 1, spacing: Double = 1, weight: Double = 1,
      gamma: Double = 1, gains: [Float] = [1]
    ) throws -> GainTable {
      try GainTable(
        columns: columns, rows: rows, count: count, origin: SIMD2(0, 0),
        spacing: SIMD2(spacing, spacing), weights: [weight, 0, 0, 0, 0], gamma: gamma, gains: gains)
    }
    #expect(throws: Never.self) { try table() }
    #expect(throws: ProfileError.self) { try table(columns: 0, gains: []) }
    #expect(throws: ProfileError.self) { try table(columns: 1 << 40, rows: 1 << 40) }
    #expect(throws: ProfileError.self) { try table(count: 2) }
    #expect(throws: ProfileError.self) { try table(columns: 2, spacing: 0, gains: [1, 1]) }
    #expect(throws: ProfileError.self) { try table(spacing: .nan) }
    #expect(throws: ProfileError.self) { try table(weight: .infinity) }
    #expect(throws: ProfileError.self) { try table(gamma: 0) }
    #expect(throws: ProfileError.self) { try table(gains: [-1]) }
    #expect(throws: ProfileError.self) { try table(gains: [.nan]) }
  }

  // MARK: Choice

  @Test func mapsMixWithTheMatricesWeight() throws {
    var profile = CameraProfile(calibrations: [
      .init(illuminant: Illuminant.standardA.chromaticity, colorMatrix: .identity),
      .init(illuminant: .d65, colorMatrix: .identity),
    ])
    let maps = [try Self.even((10, 1, 1)), try Self.even((30, 1, 1))]
    profile.tables.hueSatMaps = maps
    #expect(profile.hueSatMap(white: Illuminant.standardA.chromaticity) == maps[0])
    #expect(profile.hueSatMap(white: .d65) == maps[1])
    let between = try Chromaticity(temperature: 2 / (1 / 2856 + 1 / 6504), tint: 0)
    let shift = try #require(profile.hueSatMap(white: between)).entries[0].x
    #expect(abs(shift - 20.0 / 60) < 2e-3)
    profile.tables.hueSatMaps = [maps[0]]
    #expect(profile.hueSatMap(white: .d65) == maps[0])
  }

  @Test func choicesReplaceTablesAndOffset() throws {
    var own = CameraProfile(
      calibrations: [.init(illuminant: .d65, colorMatrix: .identity)], baselineExposure: 0.5,
      cameraExposure: PhotoExposure(stops: 0.75, source: .file))
    own.tables.name = "Own"
    own.tables.exposureOffset = 0.25
    own.tables.lookTable = try Self.even((10, 1, 1))
    #expect(own.applying(.embedded) == own)
    let bare = own.applying(.none)
    #expect(bare.tables == ProfileTables() && bare.calibrations == own.calibrations)
    #expect(bare.exposure(for: .standard).stops == 0.5)
    var tables = ProfileTables()
    tables.exposureOffset = -1
    let matrix = Matrix3x3(diagonal: SIMD3(1, 2, 3))
    let file = ProfileFile(
      path: "a.dcp", digest: "1", camera: nil,
      lights: [.init(illuminant: .d65, colorMatrix: matrix)], tables: tables)
    let other = own.applying(.file(file))
    #expect(other.calibrations.map(\.colorMatrix) == [matrix])
    #expect(other.exposure(for: .standard) == PhotoExposure(stops: -0.5, source: .file))
    #expect(other.tables.lookTable == nil)
    #expect(ProfileChoice.file(file).name(in: own) == "a.dcp")
    #expect(
      ProfileChoice.embedded.name(in: own) == "Own" && ProfileChoice.none.name(in: own) == nil)
  }

  /// DNG 1.7.1, chapter 6: another signature means another reference camera.
  @Test(arguments: [nil, "com.adobe"], [nil, "com.adobe"])
  func calibrationsOfTheCameraNeedTheFilesSignature(camera: String?, file: String?) {
    let calibration = Matrix3x3(diagonal: SIMD3(1.2, 1, 0.8))
    var own = CameraProfile(
      calibrations: [
        .init(illuminant: .d65, colorMatrix: .identity, cameraCalibration: calibration)
      ])
    own.calibrationSignature = camera
    var chosen = ProfileFile(
      path: "a.dcp", digest: "1", camera: nil,
      lights: [.init(illuminant: .d65, colorMatrix: .identity)], tables: ProfileTables())
    chosen.calibrationSignature = file
    let found = own.applying(.file(chosen)).calibrations.map(\.cameraCalibration)
    #expect(found == [camera == file ? calibration : .identity])
  }
}

extension SIMD3<Double> {
  fileprivate var magnitude: Double { (self * self).sum().squareRoot() }
}
