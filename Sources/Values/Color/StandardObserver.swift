import BromideLibc

/// The CIE 1931 standard colorimetric observer (2°), to the extent that colour temperature needs
/// it.
enum StandardObserver {
  /// The first row's wavelength in `matchingFunctions`, in nanometres.
  static let first = 380.0
  /// Nanometres from one row to the next.
  static let step = 5.0

  /// x̄, ȳ, z̄ from 380 to 780 nm: ISO/CIE 11664-1, table 1, at 5 nm, six decimals.
  static let matchingFunctions: [SIMD3<Double>] = [
    SIMD3(0.001368, 0.000039, 0.00645), SIMD3(0.002236, 0.000064, 0.01055),
    SIMD3(0.004243, 0.00012, 0.02005),
    SIMD3(0.00765, 0.000217, 0.03621), SIMD3(0.01431, 0.000396, 0.06785),
    SIMD3(0.02319, 0.00064, 0.1102),
    SIMD3(0.04351, 0.00121, 0.2074), SIMD3(0.07763, 0.00218, 0.3713), SIMD3(0.13438, 0.004, 0.6456),
    SIMD3(0.21477, 0.0073, 1.03905), SIMD3(0.2839, 0.0116, 1.3856), SIMD3(0.3285, 0.01684, 1.62296),
    SIMD3(0.34828, 0.023, 1.74706), SIMD3(0.34806, 0.0298, 1.7826), SIMD3(0.3362, 0.038, 1.77211),
    SIMD3(0.3187, 0.048, 1.7441), SIMD3(0.2908, 0.06, 1.6692), SIMD3(0.2511, 0.0739, 1.5281),
    SIMD3(0.19536, 0.09098, 1.28764), SIMD3(0.1421, 0.1126, 1.0419),
    SIMD3(0.09564, 0.13902, 0.81295),
    SIMD3(0.05801, 0.1693, 0.6162), SIMD3(0.03201, 0.20802, 0.46518), SIMD3(0.0147, 0.2586, 0.3533),
    SIMD3(0.0049, 0.323, 0.272), SIMD3(0.0024, 0.4073, 0.2123), SIMD3(0.0093, 0.503, 0.1582),
    SIMD3(0.0291, 0.6082, 0.1117), SIMD3(0.06327, 0.71, 0.07825), SIMD3(0.1096, 0.7932, 0.05725),
    SIMD3(0.1655, 0.862, 0.04216), SIMD3(0.22575, 0.91485, 0.02984), SIMD3(0.2904, 0.954, 0.0203),
    SIMD3(0.3597, 0.9803, 0.0134), SIMD3(0.43345, 0.99495, 0.00875), SIMD3(0.51205, 1, 0.00575),
    SIMD3(0.5945, 0.995, 0.0039), SIMD3(0.6784, 0.9786, 0.00275), SIMD3(0.7621, 0.952, 0.0021),
    SIMD3(0.8425, 0.9154, 0.0018), SIMD3(0.9163, 0.87, 0.00165), SIMD3(0.9786, 0.8163, 0.0014),
    SIMD3(1.0263, 0.757, 0.0011), SIMD3(1.0567, 0.6949, 0.001), SIMD3(1.0622, 0.631, 0.0008),
    SIMD3(1.0456, 0.5668, 0.0006), SIMD3(1.0026, 0.503, 0.00034), SIMD3(0.9384, 0.4412, 0.00024),
    SIMD3(0.85445, 0.381, 0.00019), SIMD3(0.7514, 0.321, 0.0001), SIMD3(0.6424, 0.265, 0.00005),
    SIMD3(0.5419, 0.217, 0.00003), SIMD3(0.4479, 0.175, 0.00002), SIMD3(0.3608, 0.1382, 0.00001),
    SIMD3(0.2835, 0.107, 0), SIMD3(0.2187, 0.0816, 0), SIMD3(0.1649, 0.061, 0),
    SIMD3(0.1212, 0.04458, 0), SIMD3(0.0874, 0.032, 0), SIMD3(0.0636, 0.0232, 0),
    SIMD3(0.04677, 0.017, 0), SIMD3(0.0329, 0.01192, 0), SIMD3(0.0227, 0.00821, 0),
    SIMD3(0.01584, 0.005723, 0), SIMD3(0.011359, 0.004102, 0), SIMD3(0.008111, 0.002929, 0),
    SIMD3(0.00579, 0.002091, 0), SIMD3(0.004109, 0.001484, 0), SIMD3(0.002899, 0.001047, 0),
    SIMD3(0.002049, 0.00074, 0), SIMD3(0.00144, 0.00052, 0), SIMD3(0.001, 0.000361, 0),
    SIMD3(0.00069, 0.000249, 0), SIMD3(0.000476, 0.000172, 0), SIMD3(0.000332, 0.00012, 0),
    SIMD3(0.000235, 0.000085, 0), SIMD3(0.000166, 0.00006, 0), SIMD3(0.000117, 0.000042, 0),
    SIMD3(0.000083, 0.00003, 0), SIMD3(0.000059, 0.000021, 0), SIMD3(0.000042, 0.000015, 0),
  ]

  /// Returns XYZ of a black body of `kelvin`, on an arbitrary scale, and its derivative with
  /// respect to temperature.
  ///
  /// This is Planck's law with c₂ = 1.4388·10⁻² m·K, as CIE 15:2018 prescribes for colorimetry.
  static func blackBody(kelvin: Double) -> (xyz: SIMD3<Double>, slope: SIMD3<Double>) {
    var xyz = SIMD3<Double>.zero
    var slope = SIMD3<Double>.zero
    for (index, matching) in matchingFunctions.enumerated() {
      let wavelength = first + step * Double(index)
      let exponent = 1.4388e7 / (wavelength * kelvin)
      let scaled = wavelength / 560
      let power = 1 / (scaled * scaled * scaled * scaled * scaled * expm1(exponent))
      xyz += power * matching
      slope += power * exponent / (kelvin * -expm1(-exponent)) * matching
    }
    return (xyz, slope)
  }
}
