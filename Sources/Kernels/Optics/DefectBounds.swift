/// What a first look for hot and dead sites asks for, in codes above black.
///
/// A hot site exceeds the brightest of its nearest neighbours at least by a lower bound of 6n, six deviations of noise. As
/// the root is concave, it lies above the straight lines from black to 1/16 and from there to white; of these, above the
/// lower one.
struct DefectBounds: Sendable {
  /// 6n in the dark.
  let least: UInt16
  /// The growth of 6n with light up to 1/16, for 65536 codes, and from there on.
  let slope, brightSlope: UInt16
  /// What the second line has at black.
  let offset: UInt16

  private static let knee = 1.0 / 16

  /// - Parameters:
  ///   - noise: The noise of the mosaic's samples.
  ///   - scale: Light of a code, the greatest of all sites.
  init(_ noise: NoiseModel, scale: Double) {
    let range = 1 / scale
    func sixfold(_ light: Double) -> Double { 6 * noise.variance(light).squareRoot() * range }
    func slope(from first: Double, to last: Double) -> UInt16 {
      Self.code(65536 * (sixfold(last) - sixfold(first)) / ((last - first) * range))
    }
    least = Self.code(sixfold(0))
    self.slope = slope(from: 0, to: Self.knee)
    let bright = slope(from: Self.knee, to: 1)
    brightSlope = bright
    offset = Self.code(sixfold(Self.knee) - Double(bright) / 65536 * Self.knee * range)
  }

  /// Whether a site stands out of its nearest neighbours, all in whole codes above black.
  func standsOut(_ code: Int, fewest: Int, most: Int) -> Bool {
    let dim = Int(least) + most * Int(slope) >> 16
    let bright = Int(offset) + most * Int(brightSlope) >> 16
    return code > most + min(dim, bright) || (code + Int(least) < fewest && code < fewest / 2)
  }

  /// A code of 16 bits.
  static func code(_ value: Double) -> UInt16 {
    UInt16(min(max(value.rounded(.down), 0), 65535))
  }
}
