internal import BromideLibc
internal import CBromideKernels

extension OpticsParameters {
  /// Thresholds of sliding transforms, in noise deviations that treat half of a coefficient as
  /// noise.
  ///
  /// They apply to luminance, to the luminance of 2×2 and 4×4 means, and to the colour of both.
  /// `rest` is the limit below which the colour lost in 2×2 means is treated as noise. Finer scales
  /// have higher thresholds, because they contain less of the picture and more of its noise.
  static let transformThresholds = (
    light: 2.6, means: 2.2, cellColor: 2.1, quarterColor: 1.7, rest: 1.8
  )

  /// Factors for the squares of orthonormal coefficients divided by a block's variance. Products up
  /// to ½ are treated as noise.
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

  /// The variance of luminance, as a constant and factors of light Y and colour R − G, B − G.
  var lumaForm: SIMD4<Double> { form(variance(SIMD3(0.25, 0.5, 0.25), factor: 1)) }
  /// The variance of both colour differences together, in the same form.
  var colorForm: SIMD4<Double> { form(variance(SIMD3(0.5, 1, 0.5), factor: 1)) }

  /// G is Y − (C₁ + C₂)/4.
  private func form(_ v: SIMD4<Double>) -> SIMD4<Double> {
    let sum = v.y + v.z + v.w
    return SIMD4(v.x, sum, v.y - sum / 4, v.w - sum / 4)
  }

  /// The variance of colour lost in 2×2 means, for a sum of 6×6 squares of both differences.
  var restFactor: Float {
    Float(36 * square(Self.transformThresholds.rest * noiseStrength * response.colorDetails[3]))
  }

  /// Writes the tables in the C form. Its coefficients are s(u)·s(v)·8 times the orthonormal ones,
  /// with s(0) = 1 and s(k) = √2·cos(kπ/16).
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
