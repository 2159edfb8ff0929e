import BromideSampling
import BromideValues
import TestSupport
import Testing

/// Profiles fitted to cameras with known matrices.
@Suite struct ChartFitTests {
  private static let chart = ColorChart.named("colorchecker24")!
  private static let neutral = SIMD3(0.5, 1, 0.7)
  /// Balanced camera to XYZ under D50. The sums of the rows are its white.
  private static let matrix: Matrix3x3 = {
    let white = Chromaticity.d50.xyz
    func row(_ r: Double, _ g: Double, _ i: Int) -> SIMD3<Double> { SIMD3(r, g, white[i] - r - g) }
    return Matrix3x3(row(0.61, 0.22, 0), row(0.25, 0.83, 1), row(0.02, 0.06, 2))
  }()

  /// The recording of a camera. `bend` creates colours that a matrix cannot correct.
  private static func patches(noise: Double = 0, bend: Double = 0) throws -> [ChartFit.Patch] {
    let toCamera = try #require(matrix.inverse)
    let random = SeededNoise(seed: 12)
    return chart.patches.enumerated().map { index, patch in
      var camera = 0.3 * (toCamera * patch.reference.xyz())
      let mean = camera.sum() / 3
      // Strong reds shift towards yellow, and weaker reds shift less.
      camera.y += bend * max(0, camera.x - mean)
      for c in 0..<3 {
        camera[c] *= 1 + noise * (Double(random.bits(index, c) & 1023) / 511.5 - 1)
      }
      return ChartFit.Patch(camera: neutral * camera, reference: patch.reference)
    }
  }

  @Test func knownMatricesAreFound() throws {
    let fit = try ChartFit(try Self.patches())
    #expect(fit.mean < 1e-3 && fit.crossValidated < 1e-3 && fit.flare == nil)
    #expect(abs(fit.neutral.x - 0.5) < 1e-4 && abs(fit.neutral.z - 0.7) < 1e-4)
    let white = fit.forwardMatrix * SIMD3(1, 1, 1)
    let d50 = Chromaticity.d50.xyz
    for c in 0..<3 {
      #expect(abs(white[c] - d50[c]) < 1e-12)
      for k in 0..<3 { #expect(abs(fit.forwardMatrix[c, k] - Self.matrix[c, k]) < 1e-4) }
    }
    // Under its light, white has the camera's neutral.
    let light = Chromaticity(x: 0.33243, y: 0.34744)
    let camera = fit.colorMatrix(light) * light.xyz
    #expect(abs(camera.max() - 1) < 1e-9)
    #expect(abs(camera.x / camera.y - fit.neutral.x) < 1e-9)
  }

  /// Light added to all patches is found, and does not change the matrix.
  @Test func flareIsFound() throws {
    let flare = SIMD3(0.004, 0.006, 0.009)
    let patches = try Self.patches().map {
      ChartFit.Patch(camera: $0.camera + flare, reference: $0.reference)
    }
    let fit = try ChartFit(patches)
    let found = try #require(fit.flare)
    for c in 0..<3 {
      #expect(abs(found[c] - flare[c]) < 1e-4)
      for k in 0..<3 { #expect(abs(fit.forwardMatrix[c, k] - Self.matrix[c, k]) < 1e-3) }
    }
    #expect(fit.mean < 0.01)
  }

  /// Patches that a fit has not seen fit less well, and a table is taken only if it helps them.
  @Test(arguments: [0.0, 0.5])
  func errorsAreCrossValidated(bend: Double) throws {
    let patches = try Self.patches(noise: 0.02, bend: bend)
    let plain = try ChartFit(patches, table: .none)
    #expect(plain.table == nil && plain.crossValidated == plain.crossValidatedMatrix)
    #expect(plain.crossValidated > plain.mean)
    let fit = try ChartFit(patches)
    #expect(fit.crossValidatedMatrix == plain.crossValidated)
    #expect(fit.crossValidated <= plain.crossValidated)
    // Greys stay, whatever the table does.
    if let table = fit.table {
      for grey in [0.1, 0.5, 1] {
        let light = table(SIMD3(repeating: grey))
        #expect(abs(light.x - grey) < 1e-9 && abs(light.y - grey) < 1e-9)
      }
    }
  }

  @Test func chartsWithoutGreysAreRejected() throws {
    let patches = try Self.patches()
    #expect(throws: ColorError.self) { try ChartFit(Array(patches.prefix(18))) }
    #expect(throws: ColorError.self) { try ChartFit(Array(patches.suffix(8))) }
  }
}
