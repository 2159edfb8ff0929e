public import BromideValues

/// The noise after a demosaic, for white noise of deviation 1 on the mosaic.
public struct NoiseResponse: Sendable, Hashable {
  /// Deviations in the details of colour differences: two levels of 2×2 means, one of 4×4 means,
  /// and the detail lost in the 2×2 means.
  let colorDetails: [Double]
  /// Deviations in the four levels of luminance.
  let lumaDetails: [Double]
  /// Variances of the coefficients in sliding transforms.
  let spectra: NoiseSpectra
  /// Deviation of luminance Y = (R + 2G + B)/4.
  let luminance: Double

  /// The response of ratio corrected demosaicing.
  public static let rcd = NoiseResponse(
    colorDetails: [0.468, 0.205, 0.049, 0.431], lumaDetails: [0.601, 0.2016, 0.0859, 0.0418],
    spectra: .rcd, luminance: 0.761)

  /// The response of filter banks on X-Trans, without a round and with one. For `NoiseModel.a` from
  /// 10⁻⁵ to 6·10⁻³ and light from 0.05 to 0.6, the error is less than a tenth, except for the
  /// finest colour in the noisiest shadows.
  static let xtrans = NoiseResponse(
    colorDetails: [0.12, 0.132, 0.0415, 0.058], lumaDetails: [0.836, 0.2005, 0.0855, 0.0413],
    spectra: .xtrans, luminance: 0.951)
  static let xtransFine = NoiseResponse(
    colorDetails: [0.129, 0.127, 0.0404, 0.096], lumaDetails: [0.784, 0.197, 0.0855, 0.0412],
    spectra: .xtransFine, luminance: 0.901)
  /// The response of filter banks on a Bayer mosaic, with one round or two.
  static let fine = NoiseResponse(
    colorDetails: [0.151, 0.136, 0.0405, 0.105], lumaDetails: [0.767, 0.198, 0.0857, 0.0413],
    spectra: .fine, luminance: 0.888)
  /// The response of plain averages.
  static let bilinear = NoiseResponse(
    colorDetails: [0.67, 0.221, 0.049, 0.73], lumaDetails: [0.326, 0.1597, 0.0814, 0.0418],
    spectra: .bilinear, luminance: 0.475)
  static let xtransBilinear = NoiseResponse(
    colorDetails: [0.674, 0.228, 0.049, 0.768], lumaDetails: [0.3465, 0.1584, 0.0859, 0.0418],
    spectra: .xtransBilinear, luminance: 0.487)

  /// Variances of the colour details, times the number of values in an energy sum.
  var colorFactors: [Float] {
    zip(colorDetails, [25, 25, 25, 64]).map { Float($0) * Float($0) * $1 }
  }

  /// Variances of the luminance details, times the number of values in an energy sum.
  var lumaFactors: [Float] { lumaDetails.map { Float($0) * Float($0) * 25 } }
}

extension DemosaicKernel {
  /// Returns the noise response of this kernel.
  public func noiseResponse(_ filters: ColorFilters) -> NoiseResponse {
    switch (self, filters) {
    case (.rcd, _), (.half, _), (.cells, _): .rcd
    case (.bilinear, .bayer): .bilinear
    case (.bilinear, .xtrans): .xtransBilinear
    case (.banks, .xtrans): .xtrans
    case (_, .xtrans): .xtransFine
    case (_, .bayer): .fine
    }
  }
}
