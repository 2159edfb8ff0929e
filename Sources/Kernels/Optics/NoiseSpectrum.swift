internal import BromideLibc

/// Variances in the 8×8 coefficients of orthonormal cosine transforms, for white noise of 1 on the
/// mosaic.
///
/// Their logarithm is a polynomial of the frequencies u and v, 0…1, of the fourth degree. It is
/// within 15 % of measurements averaged over a frequency band, for blocks at even and odd positions
/// together. The kernel's blocks begin at even positions, where luminance without its means has a
/// third to 1.5 times as much. Tables for even positions would be at most 0.02 dB closer to the
/// reference.
struct NoiseSpectrum: Sendable, Hashable {
  /// Factors of 1, u + v, u² + v², u³ + v³, u⁴ + v⁴, uv, uv² + u²v, uv³ + u³v and u²v².
  let factors: [Double]

  /// Returns the variance at frequencies u and v, 0 to 7.
  func variance(_ u: Int, _ v: Int) -> Double {
    let (u, v) = (Double(u) / 7, Double(v) / 7)
    let f = factors
    let alone: Double = u * (f[1] + u * (f[2] + u * (f[3] + u * f[4])))
    let other: Double = v * (f[1] + v * (f[2] + v * (f[3] + v * f[4])))
    let both: Double = f[5] + (u + v) * f[6] + (u * u + v * v) * f[7] + u * v * f[8]
    return exp(f[0] + alone + other + u * v * both)
  }

  /// All variances. The row with frequency v starts at 8·v.
  var table: [Double] { (0..<64).map { variance($0 % 8, $0 / 8) } }
}

/// The noise spectra after a demosaic in the sliding transforms, relative to the variances in
/// `OpticsParameters`. They cover luminance without its 2×2 means, luminance and colour of 2×2
/// means (luminance without its means), and of 4×4 means.
struct NoiseSpectra: Sendable, Hashable {
  let light, cells, cellColor, quarters, quarterColor: NoiseSpectrum

  init(_ factors: [[Double]]) {
    light = NoiseSpectrum(factors: factors[0])
    cells = NoiseSpectrum(factors: factors[1])
    cellColor = NoiseSpectrum(factors: factors[2])
    quarters = NoiseSpectrum(factors: factors[3])
    quarterColor = NoiseSpectrum(factors: factors[4])
  }
}

extension NoiseSpectra {
  /// The spectra of ratio corrected demosaicing.
  static let rcd = NoiseSpectra([
    [-2.187, 2.868, 3.791, -7.769, 2.606, -6.561, -1.564, 3.433, -1.017],
    [-3.322, 3.153, -0.132, -1.316, 0.246, -6.774, 2.351, 1.108, -2.636],
    [-0.327, -0.975, 0.337, -3.655, 2.465, 0.851, -0.634, -0.176, 1.159],
    [-2.733, 0.046, -0.468, 0.487, -0.143, -0.096, 0.219, -0.173, 0.009],
    [-1.665, -0.245, -0.068, -1.63, 1.188, -0.713, 0.838, -0.291, -0.284],
  ])
  /// The spectra of filter banks on a Bayer mosaic, with one round or two.
  static let fine = NoiseSpectra([
    [-2.264, 4.703, -2.264, -0.602, -0.158, -16.334, 14.287, -1.939, -11.194],
    [-3.372, 3.412, -0.66, -0.826, 0.003, -7.536, 3.258, 0.788, -2.554],
    [-0.656, -0.652, -6.454, -1.56, 3.971, -5.438, 8.668, -3.753, -1.414],
    [-2.765, 0.033, -0.342, 0.44, -0.166, -0.04, 0.114, -0.14, 0.084],
    [-1.829, -0.8, 0.838, -5.456, 3.133, -0.574, 0.374, 0.092, 0.103],
  ])
  /// The spectra of plain averages.
  static let bilinear = NoiseSpectra([
    [-3.26, 4.798, 0.712, -9.8, 5.429, -18.567, 14.47, -2.051, -11.935],
    [-3.898, 3.626, 1.034, -5.383, 2.334, -9.554, 4.053, 1.261, -3.537],
    [-0.37, -0.522, 0.784, -2.974, 1.782, 0.021, -0.059, 0.047, -0.02],
    [-2.797, -0.092, -0.455, 0.02, 0.198, -0.049, 0.139, -0.12, 0.017],
    [-1.739, -0.051, -0.186, -0.619, 0.527, -0.741, 0.771, -0.191, -0.454],
  ])
  /// The spectra of filter banks on X-Trans, without a round.
  static let xtrans = NoiseSpectra([
    [-1.985, 3.14, 1.115, -3.386, 0.948, -6.416, 0.448, 2.731, -1.587],
    [-3.335, 3.423, -0.752, -0.651, -0.079, -7.524, 3.343, 0.673, -2.495],
    [-0.645, -0.367, -7.076, -4.807, 5.806, -8.769, 12.866, -5.036, -1.628],
    [-2.743, -0.01, -0.172, 0.259, -0.105, 0.01, 0.064, -0.114, 0.096],
    [-1.723, -1.242, 1.807, -6.684, 3.286, 1.038, -1.611, 0.866, 1.194],
  ])
  /// The spectra of filter banks on X-Trans with a round.
  static let xtransFine = NoiseSpectra([
    [-2.058, 3.182, 1.038, -3.492, 1.051, -6.575, 0.464, 2.874, -1.858],
    [-3.377, 3.404, -0.503, -1.142, 0.167, -7.637, 3.351, 0.74, -2.572],
    [-0.615, -0.69, -9.569, 2.052, 3.159, -7.188, 14.202, -7.493, -2.357],
    [-2.748, -0.005, -0.29, 0.384, -0.138, 0.019, 0.077, -0.146, 0.119],
    [-1.741, -1.167, 1.341, -6.619, 3.603, 0.457, -0.912, 0.703, 1.107],
  ])
  /// The spectra of plain averages on X-Trans.
  static let xtransBilinear = NoiseSpectra([
    [-3.26, 5.721, -5.711, 0.725, 0.215, -13.649, 6.903, 1.528, -4.412],
    [-3.944, 3.513, 2.056, -7.083, 3.1, -9.749, 4.252, 1.11, -3.203],
    [-0.327, -0.74, 1.861, -4.65, 2.511, 0.071, -0.022, -0.11, 0.399],
    [-2.78, -0.006, -1.015, 0.797, -0.129, -0.08, 0.177, -0.135, 0.035],
    [-1.668, -0.134, -0.356, -0.278, 0.403, 0.017, 0.037, -0.08, 0.072],
  ])
}
