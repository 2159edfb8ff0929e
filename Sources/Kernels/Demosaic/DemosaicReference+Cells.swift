internal import BromideValues

/// Cells: one pixel for each 2×2 sites, for pictures that are reduced a lot.
///
/// A Bayer mosaic is the sum of light ℓ = (R + 2G + B)/4 and two differences on carriers (D.
/// Alleysson, S. Süsstrunk and J. Hérault, "Linear demosaicing inspired by the human visual
/// system", 2005). p = (R − 2G + B)/4 alternates from site to site in both directions. q = (R −
/// B)/4 occurs twice, once along the rows and once along the columns (E. Dubois, "Frequency-domain
/// methods for demosaicking of Bayer-sampled color images", 2005).
///
/// A separable filter of even length interpolates each at the middles of cells. Multiplying by a
/// carrier is unnecessary: in a pair of weights on either side of the middle, equal signs keep even
/// parts, and opposite signs keep alternating parts.
///
/// - Light uses six sites in each direction, `light`. The filter is nearly flat up to a sixth of a
///   cycle a site. It passes little above a third, because such detail would alias to a coarser
///   pattern after halving.
/// - Differences use four sites in each direction, `band`.
/// - Both filters have three zeros at the carriers, and the filter for differences has three at
///   zero frequency. Constant, linear or square content in one of the three therefore does not
///   affect the others, and colours are not shifted.
/// - Detail across the rows looks like colour in the band across, but not in the band down. So each
///   of the two bands with q is weighted by the unevenness of the other band among the four
///   surrounding cells: the sum of squared differences.
///
/// Use it for pictures reduced to a third or less. Benchmarks/RESULTS.md has the measurements.
extension DemosaicReference {
  /// Halves of the filters, starting at the middle. With a sum of ½ and three zeros, the light
  /// filter has one free parameter. Its value minimises the error of photographs at a third of
  /// their size.
  private static let light = [0.475, 0.075, -0.05]
  private static let band = [0.375, 0.125]
  /// Makes even fields weight both bands equally.
  private static let even = 1e-6

  /// Returns the pixels of the cells in the region, which must begin at an even column and row.
  /// Negative results are not clipped.
  package func cells() -> [SIMD3<Double>] {
    /// Applies a separable filter around the middle of the cell that begins at (x, y).
    func filtered(
      _ x: Int, _ y: Int, _ half: [Double], alternatingAcross: Bool, alternatingDown: Bool
    ) -> Double {
      func weights(_ alternates: Bool) -> [(offset: Int, weight: Double)] {
        half.indices.flatMap { k in
          let sign = alternates && !k.isMultiple(of: 2) ? -1.0 : 1
          return [(-k, sign * half[k]), (k + 1, (alternates ? -sign : sign) * half[k])]
        }
      }
      var sum = 0.0
      for row in weights(alternatingDown) {
        for column in weights(alternatingAcross) {
          sum += row.weight * column.weight * at(x + column.offset, y + row.offset)
        }
      }
      return sum
    }
    let across = Grid(region.grown(by: 2)) {
      filtered($0, $1, Self.band, alternatingAcross: true, alternatingDown: false)
    }
    let down = Grid(region.grown(by: 2)) {
      filtered($0, $1, Self.band, alternatingAcross: false, alternatingDown: true)
    }
    func unevenness(_ band: Grid, _ x: Int, _ y: Int) -> Double {
      let others = [band[x - 2, y], band[x + 2, y], band[x, y - 2], band[x, y + 2]]
      return others.reduce(Self.even) { $0 + (band[x, y] - $1) * (band[x, y] - $1) }
    }
    let sign = (across: pattern.redX == 0 ? 1.0 : -1, down: pattern.redY == 0 ? 1.0 : -1)
    var result: [SIMD3<Double>] = []
    for y in stride(from: region.y, to: region.endY, by: 2) {
      for x in stride(from: region.x, to: region.endX, by: 2) {
        let light = filtered(x, y, Self.light, alternatingAcross: false, alternatingDown: false)
        let p =
          sign.across * sign.down
          * filtered(x, y, Self.band, alternatingAcross: true, alternatingDown: true)
        let (h, v) = (unevenness(across, x, y), unevenness(down, x, y))
        let q =
          (sign.across * across[x, y] * v + sign.down * down[x, y] * h) / (h + v)
        result.append(SIMD3(light + p + 2 * q, light - p, light + p - 2 * q))
      }
    }
    return result
  }
}
