/// Thresholds for a first search for hot and dead sites, in codes above black.
///
/// A hot site exceeds its brightest nearest neighbour by at least a lower bound of 6n, six
/// deviations of noise. Because the root is concave, 6n is above the straight line from black to
/// 1/16 and the line from 1/16 to white. The lower of the two lines is the bound.
struct DefectBounds: Sendable {
  /// 6n in the dark.
  let least: UInt16
  /// Growth of 6n with light up to 1/16, per 65536 codes, and above 1/16.
  let slope, brightSlope: UInt16
  /// Value of the second line at black.
  let offset: UInt16

  private static let knee = 1.0 / 16

  /// - Parameters:
  ///   - noise: The noise of the mosaic's samples.
  ///   - scale: Light per code, the maximum of all sites.
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

  /// Returns whether a site differs clearly from its nearest neighbours. All values are integer
  /// codes above black.
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
