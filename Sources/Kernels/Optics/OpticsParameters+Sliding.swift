internal import CKernels

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

extension OpticsParameters {
  /// Deviations of the noise of sliding transforms at which half of a coefficient counts as noise: of luminance, of the
  /// luminance of 2×2 and 4×4 means, and of the colour of both; and those below which colour that 2×2 means lost counts as
  /// noise. They are larger where scales are finer, which show less of a picture and more of its noise.
  static let transformThresholds = (
    light: 2.6, means: 2.2, cellColor: 2.1, quarterColor: 1.7, rest: 1.8
  )

  /// What the squares of orthonormal coefficients, over a block's variance, are multiplied by, so that ½ and less is noise.
  struct SlidingTables {
    let light, cells, cellColor, quarters, quarterColor: [Double]
  }

  var slidingTables: SlidingTables {
    let spectra = response.spectra
    func table(_ spectrum: NoiseSpectrum, _ threshold: Double, channels: Double) -> [Double] {
      spectrum.table.map { 1 / (square(threshold * noiseStrength) * $0 * channels) }
    }
    let thresholds = Self.transformThresholds
    return SlidingTables(
      light: table(spectra.light, thresholds.light, channels: 1),
      cells: table(spectra.cells, thresholds.means, channels: 1),
      cellColor: table(spectra.cellColor, thresholds.cellColor, channels: 2),
      quarters: table(spectra.quarters, thresholds.means, channels: 1),
      quarterColor: table(spectra.quarterColor, thresholds.quarterColor, channels: 2))
  }

  /// The variance of luminance of light Y and colour R − G, B − G: a constant and the factors of these.
  var lumaForm: SIMD4<Double> { form(variance(SIMD3(0.25, 0.5, 0.25), factor: 1)) }
  /// The variance of both colour differences together, likewise.
  var colorForm: SIMD4<Double> { form(variance(SIMD3(0.5, 1, 0.5), factor: 1)) }

  /// G is Y − (C₁ + C₂)/4.
  private func form(_ v: SIMD4<Double>) -> SIMD4<Double> {
    let sum = v.y + v.z + v.w
    return SIMD4(v.x, sum, v.y - sum / 4, v.w - sum / 4)
  }

  /// The variance of colour that 2×2 means have lost, for a sum of 6×6 squares of both differences.
  var restFactor: Float {
    Float(36 * square(Self.transformThresholds.rest * noiseStrength * response.colorDetails[3]))
  }

  /// States the tables in the C form, whose coefficients are s(u)·s(v)·8 times the orthonormal ones, s(0) = 1 and s(k) =
  /// √2·cos(kπ/16).
  func set(_ settings: inout bromide_optics_settings, _ tables: SlidingTables) {
    let scale = (0..<8).map { $0 == 0 ? 1 : 2.0.squareRoot() * cos(Double($0) * .pi / 16) }
    let all = [
      tables.light, tables.cells, tables.cellColor, tables.quarters, tables.quarterColor,
    ]
    let values = all.flatMap { table in
      table.indices.map { i in Float(table[i] / square(8 * scale[i % 8] * scale[i / 8])) }
    }
    unsafe withUnsafeMutableBytes(of: &settings.spectra) { target in
      unsafe values.withUnsafeBytes { unsafe target.copyMemory(from: $0) }
    }
    settings.luma_form = lumaForm.floats
    settings.color_form = colorForm.floats
    settings.rest_factor = restFactor
  }
}
