import BromideValues
import TestSupport
import Testing

@testable import BromideKernels

/// Sharpening at the output's size, against the formulas and on edges.
@Suite struct OutputSharpeningTests {
  static let weights = RGBSpace.rec2020.toXYZ.rows[1]

  static func kernel(_ amount: Double = 1, noise: Double = 0.004) -> OutputSharpening {
    OutputSharpening(amount: amount, weights: weights) { noise * (1 + $0) }
  }

  static func apply(
    _ kernel: OutputSharpening, _ roots: [SIMD3<Double>], _ size: Size, _ set: InstructionSet
  ) throws -> [SIMD3<Double>] {
    let picture = try CodedPicture(size: size, channels: 3, instructionSet: .baseline)
    let plane = try CodedPicture(size: size, channels: 1, instructionSet: .baseline)
    let row = PlanarRow(capacity: size.width)
    for y in 0..<size.height {
      for x in 0..<size.width {
        let root = roots[y * size.width + x]
        row[x] = SIMD3<Float>(root * root)
      }
      picture.write(row, x: 0, y: y, count: size.width)
    }
    let scratch = OutputSharpening.Scratch(width: size.width)
    // In any order, because rows depend on luma only.
    let parts = stride(from: 0, to: size.height, by: 7).map { $0..<min($0 + 7, size.height) }
    for rows in parts.reversed() {
      kernel.measure(rows, of: picture, into: plane, scratch: scratch, instructionSet: set)
    }
    for rows in parts.reversed() {
      kernel.apply(to: rows, of: picture, luma: plane, scratch: scratch, instructionSet: set)
    }
    return (0..<size.height).flatMap { y in
      picture.read(x: 0, y: y, count: size.width, into: row)
      return (0..<size.width).map { x in
        let light = SIMD3<Double>(row[x])
        return SIMD3(light.x.squareRoot(), light.y.squareRoot(), light.z.squareRoot())
      }
    }
  }

  @Test(arguments: [0.4, 1, 3])
  func equalsTheFormulas(amount: Double) throws {
    let size = Size(width: 53, height: 37)
    var random = SeededGenerator(seed: 4)
    let roots = (0..<size.area).map { i in
      let base = i % size.width < 20 ? 0.2 : 0.7
      return SIMD3<Double>.random(in: -0.1...0.1, using: &random) + base
    }
    let kernel = Self.kernel(amount)
    let expected = kernel.reference(roots, size: size)
    let all = try compiledSets.map { try Self.apply(kernel, roots, size, $0) }
    for made in all { #expect(made == all[0]) }
    for ((made, target), c) in product(zip(all[0], expected), 0..<3) {
      #expect(abs(made[c] - target[c]) < 1e-4, "\(made) \(target)")
    }
  }

  /// Sharpening makes a soft edge steeper, with an overshoot of at most a twentieth.
  @Test func edgesAreSteeperWithoutRims() throws {
    let size = Size(width: 40, height: 9)
    let profile = [0.2, 0.2, 0.23, 0.35, 0.55, 0.67, 0.7, 0.7]
    let roots = (0..<size.area).map { i in
      SIMD3<Double>(repeating: profile[min(max(i % size.width - 16, 0), 7)])
    }
    let made = try Self.apply(Self.kernel(), roots, size, .best)
    let row = (0..<size.width).map { made[4 * size.width + $0].x }
    // By hand: 0.35 is 0.01370 below its blur, 0.55 is 0.01366 above.
    #expect(abs(row[20] - row[19] - 0.22736) < 3e-4)
    #expect(row.min() ?? 0 > 0.2 - 0.5 / 20 && row.max() ?? 1 < 0.7 + 0.5 / 20)
    #expect(abs(row[5] - 0.2) < 1e-4 && abs(row[35] - 0.7) < 1e-4)
  }

  /// Differences of twice the noise stay, but larger ones are sharpened.
  @Test func noiseStays() throws {
    let size = Size(width: 30, height: 30)
    var random = SeededGenerator(seed: 2)
    let roots = (0..<size.area).map { _ in
      SIMD3<Double>(repeating: 0.5 + Double.random(in: -0.02...0.02, using: &random))
    }
    let calm = try Self.apply(Self.kernel(noise: 0.04 / 2 / 1.4), roots, size, .best)
    for (a, b) in zip(calm, roots) { #expect(abs(a.x - b.x) < 1e-4) }
    let loud = try Self.apply(Self.kernel(noise: 0.002), roots, size, .best)
    #expect(zip(loud, roots).count { abs($0.x - $1.x) > 1e-3 } > 500)
  }
}
