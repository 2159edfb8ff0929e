import BromideValues
import TestSupport
import Testing

@testable import BromideKernels

/// Compares every filter kernel with its formula in double precision, on every instruction set.
@Suite struct PointKernelTests {
  static let luminance = RGBSpace.rec2020.toXYZ.rows[1]
  static let working = RGBSpace(
    name: "linear", red: RGBSpace.rec2020.red, green: RGBSpace.rec2020.green,
    blue: RGBSpace.rec2020.blue, white: .d65, transfer: .linear, cicp: nil)

  static let zones: [ZonesKernel] = [
    ZonesKernel(weights: luminance, grey: 0.127, contrast: 1.4, zones: []),
    ZonesKernel(
      weights: luminance, grey: 0.127, contrast: 0.6,
      zones: [
        .init(start: 0, end: 3, amount: -1.5), .init(start: 0, end: -4, amount: 2),
        .init(start: 1.5, end: 3.5, amount: 1), .init(start: -2, end: -6, amount: -2),
      ]),
  ]
  static let chromas: [ChromaKernel] = [
    ChromaKernel(space: working, saturation: 1, vibrance: 0, hue: 0),
    ChromaKernel(space: working, saturation: 1.8, vibrance: 0.7, hue: 40),
    ChromaKernel(space: working, saturation: 0.3, vibrance: -1, hue: -170),
    ChromaKernel(space: working, saturation: 0, vibrance: 0, hue: 0),
  ]
  static let display: [any PointKernel] = [
    CurveKernel { $0 }, CurveKernel { $0 * $0 * (3 - 2 * $0) },
    CurveKernel { $0.squareRoot() },
    CurveKernel(channels: [{ 1 - $0 }, { $0 * $0 }, { $0.squareRoot() }]),
    ToningKernel(
      weights: luminance, shadows: SIMD3(-0.1, 0, 0.4), highlights: SIMD3(0.3, -0.02, -0.4),
      start: 0.2, end: 0.9),
    MixKernel(color: SIMD3(0.2, 0.9, 0.4), amount: 0.37),
    VignetteKernel(size: Size(width: 640, height: 333), stops: -3, start: 0.2),
    GrainKernel(weights: luminance, amount: 0.3, cells: 0.37, seed: 99),
    GrainKernel(weights: luminance, amount: 0.3, cells: 1, seed: 4_294_967_295),
  ]

  @Test(arguments: InstructionSet.available)
  func sceneFiltersAreTheirFormulas(set: InstructionSet) {
    for (kernel, count) in product(Self.zones as [any PointKernel] + Self.chromas, rowLengths) {
      check(kernel, set, count: count, range: 0...6, within: 1e-5)
    }
  }

  @Test(arguments: InstructionSet.available)
  func displayFiltersAreTheirFormulas(set: InstructionSet) {
    for (kernel, count) in product(Self.display, rowLengths) {
      check(kernel, set, count: count, range: 0...1, within: 1e-5)
    }
  }

  private func check(
    _ kernel: any PointKernel, _ set: InstructionSet, count: Int, range: ClosedRange<Float>,
    within tolerance: Double
  ) {
    let row = randomRow(count: count, range: range, seed: UInt64(count))
    row[count - 1] = SIMD3(0, 0, 0)
    if count > 2 { row[1] = SIMD3(1e-6, 1e-5, 1e-6) }
    let input = copy(row)
    kernel.apply(to: row, x: 210, y: 77, count: count, isGrey: false, instructionSet: set)
    for x in 0..<count {
      let expected = kernel.formula(SIMD3<Double>(input[x]), x: 210 + x, y: 77)
      for c in 0..<3 {
        let error = abs(Double(row[x][c]) - expected[c]) / (1 + abs(expected[c]))
        #expect(error < tolerance, "\(kernel) \(set) \(input[x]) \(row[x]) \(expected)")
      }
    }
  }

  @Test(arguments: compiledSets)
  func greyRowsUseOnePlane(set: InstructionSet) {
    for kernel in Self.zones as [any PointKernel] + Self.display {
      let row = randomRow(count: 50, range: 0...1)
      let input = copy(row)
      kernel.apply(to: row, x: 3, y: 9, count: 50, isGrey: true, instructionSet: set)
      for x in 0..<50 {
        let value = SIMD3(repeating: Double(input[x].x))
        // The blue plane of a grey pixel is written last.
        #expect(abs(Double(row[x].x) - kernel.formula(value, x: 3 + x, y: 9).z) < 2e-5)
        #expect(row[x].y == input[x].y)
      }
    }
  }

  @Test func strongestSettingsStayFinite() {
    for set in InstructionSet.available {
      for kernel in Self.zones as [any PointKernel] + Self.chromas + Self.display {
        let row = PlanarRow(capacity: 16)
        row[0] = SIMD3(-0.5, -0.1, -2)
        row[1] = SIMD3(60_000, 0, 0)
        row[2] = SIMD3(1e-38, 1e-30, 0)
        row[3] = SIMD3(0, 0, 1)
        kernel.apply(to: row, x: 0, y: 0, count: 4, isGrey: false, instructionSet: set)
        for (x, c) in product(0..<4, 0..<3) { #expect(row[x][c].isFinite, "\(kernel) \(set) \(x)") }
      }
    }
  }

  @Test func tonesNeverTurnAround() {
    for (highlights, shadows) in product([-2.0, 2], [-2.0, 2]) {
      for ends in [(-1.0, -2.0), (1, 2), (-1, 2), (1, -2)] {
        let kernel = ZonesKernel(
          weights: Self.luminance, grey: 0.127, contrast: 0.5,
          zones: [
            .init(start: 0, end: 3, amount: highlights), .init(start: 0, end: -4, amount: shadows),
            .init(start: 1.5, end: 3.5, amount: ends.0), .init(start: -2, end: -6, amount: ends.1),
          ])
        var (before, light) = (0.0, 1e-5)
        for _ in 1...400 {
          light *= 1.04
          let now = kernel.formula(SIMD3(repeating: light), x: 0, y: 0).x
          #expect(now >= before, "\(light)")
          before = now
        }
      }
    }
  }

  @Test func grainHasEqualVarianceEverywhere() {
    let kernel = GrainKernel(weights: Self.luminance, amount: 1, cells: 0.25, seed: 5)
    var sums = [Double](repeating: 0, count: 4)
    let count = 40_000
    for (i, phase) in product(0..<count, 0..<4) {
      let noise = kernel.noise(x: 4 * (i % 200) + phase, y: 4 * (i / 200) + phase)
      sums[phase] += noise * noise
    }
    for sum in sums { #expect(abs(sum / Double(count) - 1.0 / 3) < 0.02) }
  }
}
