import BromideCodecs
import BromideValues
import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import BromideRaw

/// Lens corrections in makers' private fields.
@Suite struct LensNotesTests {
  private let folder = TemporaryFolder.fresh

  // Barrel distortion, lateral colour in both directions, and dark corners, as in real files.
  private static let sonyDistortion = [0, -11, -44, -98, -171, -262, -371, -494, -630, -774, -923]
  private static let sonyColor =
    [128, 128, 0, -128, -256, -384, -512, -640, -768, -896, -1024]
    + [-256, -128, 0, 128, 256, 384, 512, 640, 768, 768, 896]
  private static let sonyVignetting = [0, 32, 128, 384, 800, 1424, 2240, 3200, 4352, 5600, 7040]

  /// Fields of 17 and 33 numbers. The first is the count of the following ones.
  private static func padded(_ values: [Int], to count: Int) -> [Int] {
    [values.count] + values + [Int](repeating: 0, count: count - values.count)
  }

  private static var sonyFields: [Int: [Double]] {
    [
      0x7037: padded(sonyDistortion, to: 16), 0x7035: padded(sonyColor, to: 32),
      0x7032: padded(sonyVignetting, to: 16),
    ].mapValues { $0.map(Double.init) }
  }

  private func decoded(_ raw: MakerRaw, _ name: String) throws -> RawPhoto {
    try RawFile(path: FilePath(folder.write(raw.file(), as: name)), cameras: nil).decode()
  }

  private func sony(_ fields: [Int: [Double]]) throws -> RawPhoto {
    let codes = SensorSamples.varied(Size(width: 96, height: 64), bits: 11)
    return try decoded(MakerRaw.sonyBlocks(codes).recording(lens: fields), "a.arw")
  }

  /// Linear between knots, and constant outside.
  private static func curve(_ radii: [Double], _ values: [Double], _ radius: Double) -> Double {
    guard let next = radii.firstIndex(where: { $0 > radius }) else { return values.last! }
    if next == 0 { return values[0] }
    let share = (radius - radii[next - 1]) / (radii[next] - radii[next - 1])
    return values[next - 1] * (1 - share) + values[next] * share
  }

  private static func length(_ way: SIMD2<Double>) -> Double { (way * way).sum().squareRoot() }

  /// The warp's factor and the gain at a radius, in half-diagonals.
  private func expect(
    _ optics: EmbeddedOptics, _ size: Size, factor: (Double, Int) -> Double,
    gain: ((Double) -> Double)?, _ location: SourceLocation = #_sourceLocation
  ) throws {
    let middle = SIMD2(Double(size.width), Double(size.height)) / 2
    let radius = Self.length(middle)
    let warp = try #require(optics.warps.first, sourceLocation: location)
    for step in 1...40 {
      let r = Double(step) / 40
      let place = middle + r * radius * SIMD2(0.8, -0.6)
      for plane in 0..<3 {
        let found = Self.length(warp.source(of: place, plane: plane) - middle) / (r * radius)
        #expect(abs(found - factor(r, plane)) < 2e-6, "\(r) \(plane)", sourceLocation: location)
      }
    }
    let samples = optics.mosaicSamples + optics.linearSamples
    guard let gain else {
      #expect(samples.isEmpty, sourceLocation: location)
      return
    }
    guard case .gainMap(let map)? = samples.first?.effect else {
      Issue.record("no gains", sourceLocation: location)
      return
    }
    for row in stride(from: 0, to: map.size.height, by: 7) {
      for column in stride(from: 0, to: map.size.width, by: 9) {
        let place = map.origin + map.spacing * SIMD2(Double(column), Double(row))
        let r = Self.length(place - middle) / radius
        let found = Double(map.gains[row * map.size.width + column])
        #expect(abs(found - gain(r)) < 1e-5 * gain(r), sourceLocation: location)
      }
    }
  }

  @Test func sonysNumbersAreFollowed() throws {
    let photo = try sony(Self.sonyFields)
    let optics = photo.embeddedOptics
    #expect(optics.names() == ["Sony vignetting", "Sony distortion and lateral colour"])
    #expect(optics.names(warps: false) == ["Sony vignetting"])
    #expect(optics.ignored.isEmpty)
    let radii = (0..<11).map { (Double($0) + 0.5) / 10 }
    func more(_ plane: Int) -> [Double] {
      switch plane {
      case 0: Self.sonyColor[..<11].map { 1 + Double($0) / 2_097_152 }
      case 2: Self.sonyColor[11...].map { 1 + Double($0) / 2_097_152 }
      default: Array(repeating: 1, count: 11)
      }
    }
    try expect(
      optics, photo.image.size,
      factor: { r, plane in
        Self.curve(radii, Self.sonyDistortion.map { 1 + Double($0) / 16_384 }, r)
          * Self.curve(radii, more(plane), r)
      },
      gain: { r in
        Self.curve(
          radii, Self.sonyVignetting.map { pow(2, pow(2, Double($0) / 8192 - 1) - 0.5) }, r)
      })
  }

  /// Each part by itself. Cameras write lists of zeros for unknown lenses, so these have no effect.
  @Test func partsAreIndependent() throws {
    let zeros = Self.padded([Int](repeating: 0, count: 11), to: 16).map(Double.init)
    #expect(try sony([0x7037: zeros, 0x7032: zeros]).embeddedOptics == EmbeddedOptics())
    let fields = Self.sonyFields
    for (tag, names) in [
      (0x7037, ["Sony distortion"]), (0x7035, ["Sony lateral colour"]),
      (0x7032, ["Sony vignetting"]),
    ] {
      let optics = try sony([tag: fields[tag]!]).embeddedOptics
      #expect(optics.names() == names)
    }
    #expect(try sony([:]).embeddedOptics.maker == nil)
  }

  /// Implausible counts and numbers are skipped with a named warning, and so is a warp that folds.
  @Test func damagedNotesCauseWarning() throws {
    func ignored(_ tag: Int, _ values: [Int]) throws -> [String] {
      let optics = try sony([tag: values.map(Double.init)]).embeddedOptics
      #expect(optics.isEmpty)
      return optics.ignored.map(\.text)
    }
    #expect(try ignored(0x7037, [900] + Self.sonyDistortion) == ["Sony distortion (damaged)"])
    #expect(try ignored(0x7037, [11, 1, 2, 3]) == ["Sony distortion (damaged)"])
    #expect(try ignored(0x7035, [3, 9, 9, 9]) == ["Sony lateral colour (damaged)"])
    #expect(
      try ignored(0x7037, Self.padded([30_000, -30_000, 30_000], to: 16))
        == ["Sony distortion (damaged)"])
    #expect(
      try ignored(0x7037, Self.padded([9000, -9000, 9000, -9000], to: 16))
        == ["Sony distortion (it folds or crushes the picture)"])
    #expect(
      try ignored(0x7035, Self.padded([30_000, 0, 0, 0], to: 32))
        == ["Sony lateral colour (damaged)"])
    #expect(
      try ignored(0x7032, Self.padded([32_000, 32_000], to: 16)) == ["Sony vignetting (damaged)"])
    let generator = SeededNoise(seed: 4)
    for round in 0..<200 {
      let values = (0..<17).map { Int(generator.bits(round, $0) % 65_536) - 32_768 }
      // Any input neither stops decoding nor passes NaN on.
      let optics = try sony([0x7037: ([11] + values).map(Double.init)]).embeddedOptics
      for warp in optics.warps {
        #expect(warp.isSound(over: Region(x: 0, y: 0, width: 96, height: 64)))
      }
    }
  }

  /// Another reader finds the same numbers in the file.
  @Test(.enabled(if: ForeignProgram.exiftool != nil, "exiftool is not installed"))
  func exiftoolReadsSonysTheSame() throws {
    _ = try sony(Self.sonyFields)
    for (name, values) in [
      ("DistortionCorrParams", Self.padded(Self.sonyDistortion, to: 16)),
      ("ChromaticAberrationCorrParams", Self.padded(Self.sonyColor, to: 32)),
      ("VignettingCorrParams", Self.padded(Self.sonyVignetting, to: 16)),
    ] {
      let message = try ForeignProgram.exiftool?.run(["-s3", "-n", "-" + name, folder("a.arw")])
      let numbers = (message ?? "").split { $0 == " " || $0 == "\n" }.compactMap { Int($0) }
      #expect(numbers == values, "\(name)")
    }
  }

  // MARK: Fujifilm

  private static let knots = [0, 0.354, 0.5, 0.612, 0.707, 0.791, 0.866, 0.935, 1, 1.06, 1.118]
  private static let bend = [
    0, -0.31, -0.62, -0.93, -1.24, -1.55, -1.86, -2.15, -2.44, -2.7, -2.98,
  ]
  private static let reds = [1, 2, 4, 5, 7, 8, 10, 11, 12, 14].map { Double($0) * 1e-5 }
  private static let blues = [-1, -1, -2, -3, -3, -4, -5, -6, -6, -8].map { Double($0) * 1e-5 }
  private static let light = [100, 98, 95, 91, 87, 82, 78, 73, 69, 64, 60].map(Double.init)

  private static var fujiFields: [Int: [Double]] {
    [
      0xF00B: [0] + knots + bend, 0xF00F: [0] + knots.dropFirst() + reds + blues,
      0xF010: [0] + knots + light,
    ]
  }

  private func fuji(
    _ fields: [Int: [Double]], _ pattern: FujiPattern = .bayer, cropMode: Int? = nil,
    length: Int = 0
  ) throws -> RawPhoto {
    let samples = SensorSamples.varied(Size(width: 96, height: 66), bits: 14)
    let raw = MakerRaw.fuji(samples, .plain, pattern: pattern).recording(lens: fields)
    return try decoded(
      cropMode.map { raw.recording(fujiCropMode: $0, length: length) } ?? raw, "a.raf")
  }

  @Test(arguments: FujiPattern.allCases)
  func fujifilmsNumbersAreFollowed(pattern: FujiPattern) throws {
    let photo = try fuji(Self.fujiFields, pattern)
    let optics = photo.embeddedOptics
    #expect(optics.names() == ["Fujifilm vignetting", "Fujifilm distortion and lateral colour"])
    #expect(optics.mosaicSamples.count == (pattern == .bayer ? 1 : 0))
    #expect(optics.ignored.isEmpty)
    let factors = Self.bend.map { 1 + $0 / 100 }
    let results = zip(Self.knots, factors).map { $0 / $1 }
    func more(_ plane: Int, _ r: Double) -> Double {
      let values = plane == 0 ? Self.reds : Self.blues
      return plane == 1 ? 1 : Self.curve(Array(results.dropFirst()), values.map { 1 + $0 }, r)
    }
    try expect(
      optics, photo.image.size,
      factor: { r, plane in Self.curve(results, factors, r) * more(plane, r) },
      gain: { r in Self.curve(Self.knots, Self.light.map { 100 / $0 }, r) })
  }

  /// The shorter form, contradictory radii, and NaN.
  @Test func fujifilmsFormsAreDistinguished() throws {
    let nine = Array(Self.knots.prefix(9))
    let short: [Int: [Double]] = [
      0xF00B: [0] + nine + Self.bend.prefix(9),
      0xF00F: [0] + nine + Self.reds.prefix(9) + Self.blues.prefix(9) + [0],
      0xF010: [0] + nine + Self.light.prefix(9),
    ]
    #expect(
      try fuji(short).embeddedOptics.names()
        == ["Fujifilm vignetting", "Fujifilm distortion and lateral colour"])
    var apart = Self.fujiFields
    apart[0xF00F]![3] += 0.2
    apart[0xF010]![2] += 0.2
    let optics = try fuji(apart).embeddedOptics
    #expect(optics.names() == ["Fujifilm distortion"])
    #expect(
      optics.ignored.map(\.text)
        == ["Fujifilm lateral colour (damaged)", "Fujifilm vignetting (damaged)"])
    let bad = try fuji([0xF00B: [0, 1, 2], 0xF010: [0] + Self.knots + Self.light.map { _ in 0 }])
    #expect(
      bad.embeddedOptics.ignored.map(\.text)
        == ["Fujifilm distortion (damaged)", "Fujifilm vignetting (damaged)"])
    #expect(bad.embeddedOptics.isEmpty)
  }

  /// In crop mode, radii refer to the smaller picture's diagonal.
  @Test func fujifilmsCropModeStretchesRadii() throws {
    func fields(cropMode: UInt8) -> ExifFields {
      var fields = ExifFields()
      let ratios = ([0] + Self.knots + Self.light).flatMap { value in
        little(Int((value * 1000).rounded())) + little(1000)
      }
      fields.add(
        ExifFields.Field(type: 10, isBigEndian: false, count: 23, bytes: ratios), 0xf010, in: .main)
      fields.add(
        ExifFields.Field(type: 3, isBigEndian: false, count: 1, bytes: [cropMode, 0]), 0x104d,
        in: ExifFields.fujifilm)
      return fields
    }
    for (mode, scale) in [(UInt8(0), 1.0), (2, 1.25), (4, 1.25)] {
      let notes = try #require(LensNotes(fields(cropMode: mode), make: "FUJIFILM"))
      #expect(notes.vignetting?.radii == Self.knots.map { $0 * scale })
    }
    #expect(LensNotes(fields(cropMode: 0), make: "Other") == nil)
  }

  /// CropMode is in the note of the preview before the samples.
  @Test(arguments: [(0, 1), (1, 1), (2, 1.25), (4, 1.25), (8, 1)])
  func fujifilmsCropModeIsFound(mode: Int, scale: Double) throws {
    let bent: [Int: [Double]] = [
      0xF00B: [0] + Self.knots + Self.bend, 0xF010: [0] + Self.knots + Self.light,
    ]
    // Short notes and long ones, which are cut off.
    let photo = try fuji(bent, cropMode: mode, length: mode == 4 ? 20_000 : 0)
    let (radii, factors) = (Self.knots.map { $0 * scale }, Self.bend.map { 1 + $0 / 100 })
    try expect(
      photo.embeddedOptics, photo.image.size,
      factor: { r, _ in Self.curve(zip(radii, factors).map { $0 / $1 }, factors, r) },
      gain: { Self.curve(radii, Self.light.map { 100 / $0 }, $0) })
    if let exiftool = ForeignProgram.exiftool {
      let message = try exiftool.run(["-s3", "-n", "-CropMode", folder("a.raf")])
      #expect(message == "\(mode)\n")
    }
  }

  @Test(.enabled(if: ForeignProgram.exiftool != nil, "exiftool is not installed"))
  func exiftoolReadsFujifilmsTheSame() throws {
    _ = try fuji(Self.fujiFields)
    for (name, tag) in [
      ("GeometricDistortionParams", 0xF00B), ("ChromaticAberrationParams", 0xF00F),
      ("VignettingParams", 0xF010),
    ] {
      let message = try ForeignProgram.exiftool?.run(["-s3", "-n", "-" + name, folder("a.raf")])
      let numbers = (message ?? "").split { $0 == " " || $0 == "\n" }.compactMap { Double($0) }
      let expected = Self.fujiFields[tag]!
      #expect(numbers.count == expected.count, "\(name): \(message ?? "")")
      for (one, other) in zip(numbers, expected) { #expect(abs(one - other) < 1e-6, "\(name)") }
    }
  }
}
