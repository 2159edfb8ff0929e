internal import Pixels

/// The correction of lateral colour inside RCD as formulas, one value at a time in double precision.
///
/// At a site q of red or blue, c(q) shows what green shows at q + s. Colours of nearby things differ
/// less than their brightness, so what is moved is the ratio ρ(q) = (c(q) + δ)/(G(q + s) + δ), δ =
/// 0.02, with G of RCD's step 3 between its sites by a spline: it belongs to the place q + s. So
/// c'(p) = (G(p) + δ)·ρ(p − s) − δ, between the four nearest ratios, takes c's place before steps 4
/// and 5. A ratio with a clipped c or G says nothing: c(p) takes its share.
///
/// PSNR of red over three pictures with shifts to 1.1 pixels: 34.0 dB without correction, 41.3 with
/// this one, 40.7 with differences in place of ratios, 36.5 with red alone moved, and 34.7 with the
/// finished red moved, as RCD has tied it to misplaced green by then; 42.5 without lateral colour.
package struct LateralReference {
  let moves: LateralMoves
  /// Red, green and blue count as clipped from here on.
  let clipped: SIMD3<Double>

  /// How many rows and columns further than RCD a pixel reaches.
  static let reach = 12
  /// δ of the formulas.
  private static let dark = 0.02

  /// c' at a site of red or blue.
  ///
  /// - Parameters:
  ///   - value: The balanced samples.
  ///   - green: G of RCD's step 3.
  func moved(
    _ color: CFAColor, x: Int, y: Int, value: (Int, Int) -> Double, green: (Int, Int) -> Double
  ) -> Double {
    guard moves.moves(color) else { return value(x, y) }
    let back = -0.5 * moves.shift(of: color, x: x, y: y)
    let first = back.rounded(.down)
    let share = back - first
    var result = 0.0
    for (dx, dy) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
      let weight = (dx == 0 ? 1 - share.x : share.x) * (dy == 0 ? 1 - share.y : share.y)
      let site = (x: x + 2 * (Int(first.x) + dx), y: y + 2 * (Int(first.y) + dy))
      if let ratio = ratio(color, x: site.x, y: site.y, value: value, green: green) {
        result += weight * ((green(x, y) + Self.dark) * ratio - Self.dark)
      } else {
        result += weight * value(x, y)
      }
    }
    return max(result, 0)
  }

  /// ρ; nil if it says nothing.
  private func ratio(
    _ color: CFAColor, x: Int, y: Int, value: (Int, Int) -> Double, green: (Int, Int) -> Double
  ) -> Double? {
    let shift = moves.shift(of: color, x: x, y: y)
    let first = shift.rounded(.down)
    let across = CatmullRom.weights(at: shift.x - first.x)
    let down = CatmullRom.weights(at: shift.y - first.y)
    var g = 0.0
    for j in 0..<4 {
      for i in 0..<4 {
        g += down[j] * across[i] * green(x + Int(first.x) + i - 1, y + Int(first.y) + j - 1)
      }
    }
    g = max(g, 0)
    let c = value(x, y)
    guard c < clipped[color.rawValue], g < clipped[CFAColor.green.rawValue] else { return nil }
    return (c + Self.dark) / (g + Self.dark)
  }
}
