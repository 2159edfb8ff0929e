import BromideValues
import TestSupport
import Testing

@testable import BromideSampling

/// Patches that something covers, or that a lamp shines on, are named and do not count.
@Suite struct CoveredPatchTests {
  private let chart = ColorChart.named("colorchecker24")!
  private static let toSRGB =
    RGBSpace.srgb.fromXYZ * Matrix3x3.bradford(from: .d50, to: RGBSpace.srgb.white)
  /// A camera's colours, far from sRGB.
  private static let camera = Matrix3x3(
    SIMD3(0.7, 0.2, 0.05), SIMD3(0.15, 0.8, 0.1), SIMD3(0.02, 0.25, 0.6))

  /// A sample of a window with a brighter left half, if `gradient` is above 0.
  private func sample(_ light: SIMD3<Double>, gradient: Double = 0) throws -> Sample {
    var image = ImageBuffer<Float>(size: Size(width: 12, height: 12), channels: 3)
    for (x, y) in Places(x: 0..<12, y: 0..<12) {
      let factor = x < 6 ? 1 + gradient : 1
      for c in 0..<3 { image[x, y, c] = Float(factor * light[c]) }
    }
    return try PointSampler(.float(image), space: .linearSRGB).sample(
      at: 0.5, 0.5, SampleWindow(side: .pixels(12)), keepsPixels: true)
  }

  private func samples(covered: [Int: SIMD3<Double>], uneven: [Int] = []) throws -> [Sample] {
    try chart.patches.indices.map { index in
      let light = Self.camera * (Self.toSRGB * chart.patches[index].reference.xyz())
      return try sample(covered[index] ?? 0.4 * light, gradient: uneven.contains(index) ? 0.8 : 0)
    }
  }

  @Test func completeChartsKeepAllPatches() throws {
    let comparison = ChartComparison(chart, try samples(covered: [:]), matched: chart.middleGrey)
    #expect(comparison.leftOut == [])
    #expect(try #require(comparison.correctedMean) < 1e-3)
  }

  /// Eight of 24 under a hand and under black tape, among them the grey that is matched.
  @Test func coveredPatchesAreNamed() throws {
    let skin = 0.5 * SIMD3(0.42, 0.2, 0.12)
    let tape = SIMD3(repeating: 0.002)
    var covered: [Int: SIMD3<Double>] = [:]
    for index in [2, 4, 5, 10] { covered[index] = skin }
    for index in [11, 17, 18, 21] { covered[index] = tape }
    let whole = ChartComparison(chart, try samples(covered: [:]), matched: chart.middleGrey)
    let comparison = ChartComparison(
      chart, try samples(covered: covered), matched: chart.middleGrey)
    #expect(comparison.leftOut == covered.keys.sorted())
    #expect(try #require(comparison.correctedMean) < 1e-3)
    // The exposure comes from the remaining patches, so it is close to the grey's exposure.
    #expect(abs(comparison.exposure / whole.exposure - 1) < 0.3)
  }

  @Test func unevenPatchesAreNamed() throws {
    let comparison = ChartComparison(
      chart, try samples(covered: [:], uneven: [2, 7]), matched: nil)
    #expect(comparison.leftOut == [2, 7])
    #expect(try #require(try sample(SIMD3(0.2, 0.2, 0.2), gradient: 0.8).evenness) < 0.6)
    #expect(try #require(try sample(SIMD3(0.2, 0.2, 0.2)).evenness) == 1)
  }

  /// A picture of something else is not a chart with most patches covered.
  @Test func otherColoursKeepAllPatches() throws {
    let noise = SeededNoise(seed: 4)
    var covered: [Int: SIMD3<Double>] = [:]
    for index in 0..<24 {
      covered[index] =
        SIMD3(
          Double(noise.bits(index, 0) & 255), Double(noise.bits(index, 1) & 255),
          Double(noise.bits(index, 2) & 255)) / 255
    }
    let comparison = ChartComparison(chart, try samples(covered: covered), matched: nil)
    #expect(comparison.leftOut.count <= 9)
  }
}
