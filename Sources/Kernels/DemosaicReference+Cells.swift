internal import Pixels

/// Cells: one pixel for each 2×2 sites, for pictures that are made much smaller.
///
/// A Bayer mosaic is the sum of light ℓ = (R + 2G + B)/4 and of two differences on carriers (D. Alleysson, S. Süsstrunk and
/// J. Hérault, "Linear demosaicing inspired by the human visual system", 2005): p = (R − 2G + B)/4 alternates from site to
/// site both ways, and q = (R − B)/4 along the rows and, as much again, along the columns (E. Dubois, "Frequency-domain
/// methods for demosaicking of Bayer-sampled color images", 2005). Each is brought to the middles of cells by a separable
/// filter of even length, where nothing need be multiplied by a carrier: of a pair of weights on either side of the
/// middle, equal signs keep what is even, and opposite ones what alternates.
///
/// - Light takes six sites each way, `light`: nearly flat to a sixth of a cycle a site, and little from a third on, where
///   detail would come back as a coarser pattern once there are half as many rows and columns.
/// - Differences take four sites each way, `band`.
/// - Both filters have three zeros at the carriers, the one for differences three at none, so that what is constant,
///   linear or square in one of the three leaves the others as they are: colours are not shifted.
/// - q is there twice. Detail across the rows looks like colour in the band across, and not in the band down. So each
///   band is weighted by how uneven the other one is, among the four cells around: the sum of squared differences.
///
/// For pictures a third as large and less; see Benchmarks/RESULTS.md.
extension DemosaicReference {
  /// Halves of the filters from the middle on. With a sum of ½ and three zeros, that of light has one freedom left; it is
  /// the one by which photographs come nearest to the truth at a third of their size.
  private static let light = [0.475, 0.075, -0.05]
  private static let band = [0.375, 0.125]
  /// So that even fields count both bands alike.
  private static let even = 1e-6

  /// The pixels of the cells of the region, which begins at an even column and row; negative results are not clipped.
  package func cells() -> [SIMD3<Double>] {
    /// A separable filter about the middle of the cell that begins at (x, y).
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
