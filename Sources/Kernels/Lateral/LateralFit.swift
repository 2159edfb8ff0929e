/// The fitted shift of red or blue over a sensor, from the measurements of its blocks.
///
/// In a block with shift s, c(p) ≈ k·g(p + s). To first order in s against the shift s₀ used for
/// reading green, k = Σcg/Σgg, and k(s − s₀) = A⁻¹b. A and b come from green's slopes, after
/// removing their common part with g. The information I = A·k²/v follows from the residual variance
/// v, and is limited to 0.05 pixels. If all edges of a block have the same direction, I is singular
/// and only covers that direction. So the fit does not need to detect edges.
///
/// The five coefficients minimise Σ w(s − Jt)ᵀI(s − Jt) + Σ(tᵢ/σᵢ)². Ten rounds with w = (1 +
/// q/2m)⁻² reduce the weight of blocks with large residuals q: reflections, other fringes, and
/// objects whose texture has a different colour.
package struct LateralFit: Sendable {
  /// The fitted shift.
  package let shift: LateralShift
  /// Number of usable blocks.
  package let count: Int
  /// Covariance of the coefficients.
  private let covariance: [[Double]]

  /// Expected deviations of the coefficients, in pixels.
  private static let expected = [2.5, 2, 1.5, 0.3, 0.3]

  /// - Parameters:
  ///   - sums: The sums of all blocks. Their order must depend only on the mosaic.
  ///   - isSimple: Whether to fit only the first coefficient, a magnification.
  package init(_ sums: [LateralSums], isSimple: Bool = false) {
    let size = isSimple ? 1 : Self.expected.count
    let blocks = sums.compactMap { Block($0, size: size) }
    count = blocks.count
    var t = Coefficients.zero
    var weights = [Double](repeating: 1, count: blocks.count)
    var inverse = [[Double]]()
    var scale = 1.0
    for _ in 0..<10 {
      var rows = (0..<size).map { i in
        var row = Coefficients.zero
        row[i] = 1 / (Self.expected[i] * Self.expected[i])
        return row
      }
      var right = Coefficients.zero
      for (block, weight) in zip(blocks, weights) {
        // JᵀI, with columns for x and y.
        let predicted = block.predicted
        for i in 0..<size {
          rows[i] += weight * (predicted.x[i] * block.basis.x + predicted.y[i] * block.basis.y)
        }
        right += weight * (block.shift.x * predicted.x + block.shift.y * predicted.y)
      }
      inverse = Self.inverse(ofSymmetric: rows.map { row in (0..<size).map { row[$0] } })
      t = .zero
      for i in 0..<size { t[i] = (0..<size).reduce(0) { $0 + inverse[i][$1] * right[$1] } }
      guard !blocks.isEmpty else { break }
      let residuals = blocks.map { $0.residual(t) }
      let middle = residuals.selected((residuals.count - 1) / 2)
      let above = residuals.count % 2 == 0 ? middle.next : middle.here
      // The median of a residual with two components, in squared deviations.
      scale = max((middle.here + above) / 2 / 1.39, 1e-12)
      weights = residuals.map { q in
        let w = 1 / (1 + q / (2 * scale))
        return w * w
      }
    }
    covariance = inverse.map { $0.map { scale * $0 } }
    shift = LateralShift((0..<Self.expected.count).map { t[$0] })
  }

  /// Returns the deviation of the shift along the radius, at a distance in half-diagonals.
  package func deviation(at radius: Double) -> Double {
    let square = radius * radius
    let basis = [radius, radius * square, radius * square * square]
    var variance = 0.0
    for i in 0..<min(3, covariance.count) {
      for j in 0..<min(3, covariance.count) { variance += basis[i] * basis[j] * covariance[i][j] }
    }
    return max(variance, 0).squareRoot()
  }

  /// Returns the inverse of a positive definite matrix. Reads only the lower half.
  private static func inverse(ofSymmetric matrix: [[Double]]) -> [[Double]] {
    let n = matrix.count
    var lower = matrix
    for j in 0..<n {
      for i in j..<n {
        let sum = (0..<j).reduce(matrix[i][j]) { $0 - lower[i][$1] * lower[j][$1] }
        lower[i][j] = i == j ? max(sum, 1e-300).squareRoot() : sum / lower[j][j]
      }
    }
    let columns = (0..<n).map { k in
      var x = (0..<n).map { $0 == k ? 1.0 : 0 }
      for i in 0..<n {
        x[i] = (0..<i).reduce(x[i]) { $0 - lower[i][$1] * x[$1] } / lower[i][i]
      }
      for i in (0..<n).reversed() {
        x[i] = (i + 1..<n).reduce(x[i]) { $0 - lower[$1][i] * x[$1] } / lower[i][i]
      }
      return x
    }
    return (0..<n).map { i in (0..<n).map { columns[$0][i] } }
  }
}

extension LateralFit {
  /// Five coefficients, padded with zeros.
  private typealias Coefficients = SIMD8<Double>

  /// A symmetric 2×2 matrix.
  private struct Symmetric {
    var xx, xy, yy: Double

    func times(_ v: SIMD2<Double>) -> SIMD2<Double> {
      SIMD2(xx * v.x + xy * v.y, xy * v.x + yy * v.y)
    }
  }

  /// The shift and information of a block.
  private struct Block {
    let shift: SIMD2<Double>
    let information: Symmetric
    /// The shift along x and y at this block for a value of 1 in each coefficient.
    private(set) var basis: (x: Coefficients, y: Coefficients)
    /// The basis multiplied by the information.
    let predicted: (x: Coefficients, y: Coefficients)

    /// Returns `nil` if the block is not usable.
    init?(_ sums: LateralSums, size: Int) {
      let half = Double(LateralBlocks.side * LateralBlocks.side) / 2
      guard sums.count >= half, sums.gg > 0, sums.cc > 0 else { return nil }
      let k = sums.cg / sums.gg
      guard k > 0.1, sums.cg > 0.7 * (sums.gg * sums.cc).squareRoot() else { return nil }
      let g = sums.gSlope
      let a = Symmetric(
        xx: sums.slopes.x - g.x * g.x / sums.gg, xy: sums.slopes.y - g.x * g.y / sums.gg,
        yy: sums.slopes.z - g.y * g.y / sums.gg)
      let b = sums.cSlope - k * g
      let determinant = a.xx * a.yy - a.xy * a.xy
      let trace = a.xx + a.yy
      guard determinant > 1e-9 * trace * trace else { return nil }
      let moved = SIMD2(a.yy * b.x - a.xy * b.y, a.xx * b.y - a.xy * b.x) / determinant
      let variance = max((sums.cc - k * sums.cg - (moved * b).sum()) / sums.count, 1e-12)
      // At most 1/0.05² on average over the two directions.
      let scale = min(k * k / variance, 2 * 400 / trace)
      shift = sums.shift + moved / k
      information = Symmetric(xx: a.xx * scale, xy: a.xy * scale, yy: a.yy * scale)
      let place = sums.place
      let square = (place * place).sum()
      let growth = SIMD8(1, square, square * square, 0, 0, 0, 0, 0)
      basis = (place.x * growth, place.y * growth)
      if size > 3 {
        basis.x[3] = 1
        basis.y[4] = 1
      } else {
        for i in size..<3 { (basis.x[i], basis.y[i]) = (0, 0) }
      }
      predicted = (
        information.xx * basis.x + information.xy * basis.y,
        information.xy * basis.x + information.yy * basis.y
      )
    }

    /// Returns q, the squared residual in deviations.
    func residual(_ t: Coefficients) -> Double {
      let e = shift - SIMD2((basis.x * t).sum(), (basis.y * t).sum())
      return (e * information.times(e)).sum()
    }
  }
}
