import BromideValues
import Foundation
import TestSupport
import Testing

@testable import BromideKernels

/// Bands of hue, grading and look tables, compared with independently calculated numbers.
@Suite struct ColorToolsTests {
  /// The codes of an sRGB pixel after a kernel for linear sRGB, on an instruction set.
  static func codes(
    _ kernel: any PointKernel, _ codes: SIMD3<Double>, _ set: InstructionSet
  ) -> SIMD3<Double> {
    let row = PlanarRow(capacity: 1)
    var light = SIMD3<Float>()
    for c in 0..<3 { light[c] = Float(TransferFunction.srgb.decode(codes[c] / 255)) }
    row[0] = light
    kernel.apply(to: row, x: 0, y: 0, count: 1, isGrey: false, instructionSet: set)
    var result = SIMD3<Double>()
    for c in 0..<3 {
      result[c] = 255 * TransferFunction.srgb.encode(min(max(Double(row[0][c]), 0), 1))
    }
    return result
  }

  static func expect(
    _ kernel: any PointKernel, _ from: SIMD3<Double>, _ to: SIMD3<Double>,
    within slack: Double = 0.7
  ) {
    for set in InstructionSet.available {
      let found = codes(kernel, from, set)
      for c in 0..<3 { #expect(abs(found[c] - to[c]) <= slack, "\(from) \(set): \(found)") }
    }
  }

  static func band(_ index: Int, _ hue: Double, _ saturation: Double, _ luminance: Double)
    -> ColorBandsKernel
  {
    var bands = [ColorBandsKernel.Band](
      repeating: .init(hue: 0, saturation: 0, luminance: 0), count: 8)
    bands[index] = .init(hue: hue, saturation: saturation, luminance: luminance)
    return ColorBandsKernel(space: .linearSRGB, bands: bands)
  }

  /// Numbers of a prototype by others, inside sRGB.
  @Test func bandsMoveTheirColors() {
    let (red, blue, skin) = (SIMD3(175.0, 54, 60), SIMD3(98.0, 122, 157), SIMD3(194.0, 150, 130))
    Self.expect(Self.band(0, 1, 0, 0), red, SIMD3(174, 59, 23))
    Self.expect(Self.band(0, -1, 0, 0), red, SIMD3(166, 54, 111))
    Self.expect(Self.band(0, 0, -1, 0), red, SIMD3(107, 102, 101))
    Self.expect(Self.band(0, 0, 0, 1), red, SIMD3(221, 96, 97))
    Self.expect(Self.band(5, 1, 0, 0), blue, SIMD3(113, 117, 157))
    Self.expect(Self.band(5, -1, 0, 0), blue, SIMD3(80, 128, 149))
    Self.expect(Self.band(5, 0, 1, 0), blue, SIMD3(73, 121, 190))
    Self.expect(Self.band(5, 0, 0, -1), blue, SIMD3(61, 84, 117))
    Self.expect(Self.band(2, 1, 0, 0), SIMD3(231, 199, 31), SIMD3(192, 214, 70))
    Self.expect(Self.band(1, 1, 0, 0), skin, SIMD3(187, 154, 121))
    Self.expect(Self.band(1, 0, 1, 0), skin, SIMD3(214, 141, 107))
    Self.expect(Self.band(1, 0, 0, 1), skin, SIMD3(220, 175, 154))
    // Bands elsewhere, and greys.
    Self.expect(Self.band(5, 1, 1, 1), skin, skin, within: 0.05)
    Self.expect(Self.band(0, 1, 1, 1), SIMD3(repeating: 120), SIMD3(repeating: 120), within: 0.05)
  }

  /// Two colours that bands move out of sRGB, after the gamut step.
  @Test func gamutStepCompressesColoursFromBands() {
    let gamut = GamutCompression(into: .linearSRGB)
    for (from, band, to) in [
      (SIMD3(175.0, 54, 60), Self.band(0, 0, 0, -1), SIMD3(128.0, 3, 27)),
      (SIMD3(231, 199, 31), Self.band(2, 0, 0, 1), SIMD3(254, 223, 78)),
    ] {
      var light = SIMD3<Double>()
      for c in 0..<3 { light[c] = TransferFunction.srgb.decode(from[c] / 255) }
      let moved = gamut(band.formula(light, x: 0, y: 0))
      for c in 0..<3 {
        let code = 255 * TransferFunction.srgb.encode(moved[c])
        #expect(abs(code - to[c]) <= 1, "\(from): \(code), not \(to)")
      }
    }
  }

  /// One band at an end: a degree of hue stays at least a tenth of a degree.
  @Test(arguments: 0..<8, [-1.0, 1]) func theOrderOfHuesStays(band: Int, amount: Double) {
    let kernel = Self.band(band, amount, 0, 0)
    let oklab = OklabMatrices(.linearSRGB)
    var last: Double?
    for degree in 0...360 {
      let angle = Double(degree) * .pi / 180
      let pixel = oklab.pixel(SIMD3(0.65, 0.1 * cos(angle), 0.1 * sin(angle)))
      let lab = oklab.lab(kernel.formula(pixel, x: 0, y: 0))
      let hue = atan2(lab.z, lab.y) * 180 / .pi
      if let last {
        let step = (hue - last).remainder(dividingBy: 360)
        #expect(step >= 0.095 && step < 3, "\(degree): \(step)")
      }
      last = hue
    }
  }

  /// Numbers of a prototype by others.
  @Test func gradingColorsTones() {
    let none = GradingKernel.Zone(hue: 0, saturation: 0, luminance: 0)
    let split = GradingKernel(
      space: .linearSRGB,
      zones: [
        .init(hue: 250, saturation: 0.5, luminance: 0), none,
        .init(hue: 60, saturation: 0.5, luminance: 0), none,
      ], blending: 0.5, balance: 0)
    for (grey, codes) in [
      (30.0, SIMD3(9.0, 31, 53)), (80, SIMD3(71, 81, 92)), (128, SIMD3(132, 127, 123)),
      (200, SIMD3(221, 195, 174)), (240, SIMD3(253, 237, 224)), (0, SIMD3(0, 0, 0)),
      (255, SIMD3(255, 255, 255)),
    ] {
      Self.expect(split, SIMD3(repeating: grey), codes)
    }
    let middle = GradingKernel(
      space: .linearSRGB, zones: [none, .init(hue: 0, saturation: 0, luminance: 1), none, none],
      blending: 0.5, balance: 0)
    Self.expect(middle, SIMD3(repeating: 80), SIMD3(repeating: 100))
  }

  // MARK: Look tables

  static func cube(_ size: Int, _ color: (SIMD3<Float>) -> SIMD3<Float>) -> LookTable.Cube {
    var values: [Float] = []
    for ((b, g), r) in product(product(0..<size, 0..<size), 0..<size) {
      let out = color(SIMD3(Float(r), Float(g), Float(b)) / Float(size - 1))
      values += [out.x, out.y, out.z]
    }
    return .init(size: size, values: values, low: SIMD3(repeating: 0), high: SIMD3(repeating: 1))
  }

  static func table(_ cube: LookTable.Cube?, curve: LookTable.Curve? = nil) -> LookTable {
    LookTable(path: "", digest: "", curve: curve, cube: cube)
  }

  /// Applies a table to codes, with a kernel that reads and writes linear light.
  static func made(
    _ table: LookTable, _ codes: SIMD3<Double>, strength: Double = 1, _ set: InstructionSet
  ) -> SIMD3<Double> {
    let kernel = LookTableKernel(
      space: .linearSRGB, look: TableLook(table: table, input: .linearSRGB, output: .linearSRGB),
      strength: strength)
    let row = PlanarRow(capacity: 1)
    row[0] = SIMD3<Float>(codes)
    kernel.apply(to: row, x: 0, y: 0, count: 1, isGrey: false, instructionSet: set)
    return SIMD3<Double>(row[0])
  }

  /// Numbers by hand.
  @Test(arguments: InstructionSet.available)
  func cubesAreTetrahedral(set: InstructionSet) {
    let swapped = Self.table(Self.cube(2) { $0 == SIMD3(1, 1, 0) ? SIMD3(0, 0, 1) : $0 })
    let bent = Self.table(
      Self.cube(17) { SIMD3($0.x * $0.x, $0.x * ($0.y + $0.z) / 2, $0.z.squareRoot()) })
    let identity = Self.table(Self.cube(5) { $0 })
    for (table, codes, expected) in [
      (swapped, SIMD3(0.8, 0.5, 0.2), SIMD3(0.5, 0.2, 0.5)),
      (bent, SIMD3(0.3, 0.55, 0.71), SIMD3(0.090625, 0.189453, 0.842429)),
      (identity, SIMD3(0.123, 0.456, 0.789), SIMD3(0.123, 0.456, 0.789)),
      (identity, SIMD3(-3, 7, 1), SIMD3(0, 1, 1)),
    ] {
      let found = Self.made(table, codes, set)
      for c in 0..<3 { #expect(abs(found[c] - expected[c]) < 1e-5, "\(codes): \(found)") }
    }
    let broken = Self.made(identity, SIMD3(.nan, 0.5, .infinity), set)
    for c in 0..<3 { #expect((0...1).contains(broken[c])) }
  }

  @Test(arguments: InstructionSet.available)
  func curvesComeFirstAndStrengthMixes(set: InstructionSet) {
    let curve = LookTable.Curve(
      values: [0, 0, 0, 0.25, 0.25, 0.25, 1, 1, 1], low: SIMD3(repeating: 0),
      high: SIMD3(repeating: 1))
    let inverse = Self.table(Self.cube(2) { 1 - $0 }, curve: curve)
    let found = Self.made(inverse, SIMD3(0.25, 0.5, 0.75), strength: 0.5, set)
    // 0.125, 0.25 and 0.625 are inverted, and mixed with the previous values.
    for (c, expected) in [0.5625, 0.625, 0.5625].enumerated() {
      #expect(abs(found[c] - expected) < 1e-5)
    }
  }

  /// Published codes of 18 % grey and of the space's maximum light.
  @Test func logarithmsHaveTheirPublishedCodes() {
    for (space, grey) in [
      (LookSpace.acescct, 0.41359), (.slog3, 0.41056), (.logc3, 0.39101), (.vlog, 0.42331),
    ] {
      #expect(abs(space.encode(0.18) - grey) < 5e-6, "\(space)")
      #expect(abs(space.encode(space.mostLight) - 1) < 1e-9, "\(space)")
      // Both pieces meet.
      for cut in [0.0078125, 0.01125, 0.010591, 0.01] {
        #expect(abs(space.encode(cut * (1 + 1e-9)) - space.encode(cut * (1 - 1e-9))) < 1e-4)
      }
    }
  }
}
