import Testing

/// Facts about some cameras, from public tables and the arithmetic of colour.
struct CameraFacts: Sendable, CustomTestStringConvertible {
  let make: String
  let model: String
  /// XYZ to camera for D65, in ten thousandths.
  let matrix: [Double]
  /// Daylight multipliers of red and blue.
  let red: Double
  let blue: Double
  /// Balanced camera to linear sRGB.
  let toSRGB: [Double]

  init(
    _ make: String, _ model: String, _ matrix: [Double], red: Double, blue: Double,
    _ toSRGB: [Double]
  ) {
    self.make = make
    self.model = model
    self.matrix = matrix
    self.red = red
    self.blue = blue
    self.toSRGB = toSRGB
  }

  var testDescription: String { model }

  static let all = [
    CameraFacts(
      "Canon", "Canon EOS R5", [9766, -2953, -1254, -4276, 12116, 2433, -437, 1336, 5131],
      red: 2.1557, blue: 1.6444,
      [1.535, -0.555, 0.019, -0.173, 1.653, -0.479, -0.014, -0.453, 1.467]),
    CameraFacts(
      "Canon", "Canon EOS R6m2", [9539, -2795, -1224, -4175, 11998, 2458, -465, 1755, 6048],
      red: 2.1678, blue: 1.3555,
      [1.560, -0.590, 0.031, -0.177, 1.685, -0.508, -0.025, -0.496, 1.521]),
    CameraFacts(
      "Canon", "Canon EOS R10", [9269, -2012, -1107, -3990, 11762, 2527, -569, 2093, 4913],
      red: 1.9170, blue: 1.5534,
      [1.770, -0.840, 0.070, -0.209, 1.807, -0.598, -0.031, -0.665, 1.697]),
    CameraFacts(
      "NIKON CORPORATION", "NIKON Z 9", [13389, -6049, -1441, -4544, 12757, 1969, 229, 498, 7390],
      red: 2.0717, blue: 1.2077,
      [1.228, -0.061, -0.167, -0.130, 1.443, -0.313, -0.035, -0.265, 1.300]),
    CameraFacts(
      "NIKON CORPORATION", "NIKON Z 6_2",
      [9943, -3269, -839, -5323, 13269, 2259, -1198, 2083, 7557],
      red: 2.0253, blue: 1.1632,
      [1.597, -0.404, -0.193, -0.141, 1.504, -0.363, 0.018, -0.409, 1.392]),
    CameraFacts(
      "NIKON CORPORATION", "NIKON Z fc",
      [11640, -4829, -1079, -5107, 13006, 2325, -972, 1711, 7380],
      red: 2.1115, blue: 1.2109,
      [1.366, -0.159, -0.206, -0.127, 1.501, -0.373, 0.011, -0.376, 1.365]),
    CameraFacts(
      "SONY", "ILCE-7M4", [7460, -2365, -588, -5687, 13442, 2474, -624, 1156, 6584],
      red: 2.6266, blue: 1.3878,
      [1.636, -0.449, -0.187, -0.115, 1.489, -0.374, -0.005, -0.324, 1.328]),
    CameraFacts(
      "SONY", "ILCE-1", [8161, -2947, -739, -4811, 12668, 2389, -437, 1229, 6524],
      red: 2.6707, blue: 1.3511,
      [1.511, -0.336, -0.176, -0.145, 1.546, -0.401, -0.015, -0.362, 1.378]),
    CameraFacts(
      "SONY", "ZV-E10", [6355, -2067, -490, -3653, 11542, 2400, -406, 1258, 5506],
      red: 3.1058, blue: 1.5557,
      [1.662, -0.465, -0.196, -0.227, 1.688, -0.462, -0.004, -0.435, 1.440]),
    CameraFacts(
      "SONY", "ILCE-6700", [6972, -2408, -600, -4330, 12101, 2515, -388, 1277, 5847],
      red: 3.0078, blue: 1.4742,
      [1.571, -0.395, -0.176, -0.171, 1.632, -0.460, -0.018, -0.414, 1.433]),
    CameraFacts(
      "FUJIFILM", "X-T5", [11809, -5358, -1141, -4248, 12164, 2343, -514, 1097, 5848],
      red: 2.3093, blue: 1.5306,
      [1.256, -0.042, -0.214, -0.150, 1.550, -0.400, 0.005, -0.362, 1.357]),
    CameraFacts(
      "FUJIFILM", "X-T4", [13426, -6334, -1177, -4244, 12136, 2371, -580, 1303, 5980],
      red: 2.0764, blue: 1.4710,
      [1.238, 0.031, -0.270, -0.147, 1.557, -0.410, 0.004, -0.395, 1.392]),
    CameraFacts(
      "FUJIFILM", "GFX100S", [16212, -8423, -1583, -4336, 12583, 1937, -195, 726, 6199],
      red: 2.0087, blue: 1.4500,
      [1.073, 0.171, -0.244, -0.127, 1.431, -0.304, -0.010, -0.293, 1.303]),
    CameraFacts(
      "OM Digital Solutions", "OM-1MarkII",
      [9090, -3591, -756, -3252, 11396, 2109, -318, 1059, 5606],
      red: 2.5088, blue: 1.5452,
      [1.468, -0.236, -0.231, -0.228, 1.622, -0.394, 0.000, -0.389, 1.389]),
    CameraFacts(
      "Panasonic", "DC-S5M2", [10308, -4206, -783, -4088, 12102, 2229, -125, 1051, 5912],
      red: 2.2460, blue: 1.4443,
      [1.456, -0.181, -0.274, -0.172, 1.565, -0.392, -0.031, -0.380, 1.411]),
    CameraFacts(
      "RICOH IMAGING COMPANY, LTD.", "PENTAX K-3 Mark III",
      [9251, -3817, -1069, -4627, 12667, 2175, -798, 1660, 5633],
      red: 2.7906, blue: 1.5121,
      [1.298, -0.175, -0.123, -0.143, 1.532, -0.389, 0.010, -0.448, 1.438]),
    CameraFacts(
      "OLYMPUS CORPORATION", "E-M10MarkIV",
      [9476, -3182, -765, -2613, 10958, 1893, -449, 1315, 5268],
      red: 2.1106, blue: 1.5905,
      [1.643, -0.430, -0.213, -0.303, 1.692, -0.388, 0.021, -0.458, 1.437]),
  ]
}
