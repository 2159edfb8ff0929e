internal import BromideValues

/// X-Trans cells of 3×3 sites, which replace the sites of a Bayer mosaic for measuring lateral
/// colour.
///
/// Each cell has green in its middle and at its corners. One colour is left and right of the
/// middle, and the other above and below. In the next cell they are swapped. The mean of a colour's
/// two samples is at the middle. It blurs along rows in one cell, and along columns in the next.
/// Half the middle plus half the corners' mean blurs green as much as both directions on average,
/// to second order. The band-pass removes the part that alternates from cell to cell. Every sample
/// is used once.
struct LateralCells: Sendable {
  /// A sample of a cell, relative to the middle, and its weight.
  struct Place {
    let x, y: Int
    let weight: Double
  }

  /// The middle of the first cell that is completely inside the mosaic.
  let origin: (x: Int, y: Int)
  /// Whether the colour is left and right of the middle.
  let isAcross: Bool

  init(_ pattern: XTransPattern, _ color: CFAColor) {
    func isGreen(_ x: Int, _ y: Int) -> Bool { pattern.color(x: x, y: y) == .green }
    origin =
      (0..<9).map { (x: 1 + $0 % 3, y: 1 + $0 / 3) }.first { x, y in
        isGreen(x, y) && !isGreen(x - 1, y) && !isGreen(x + 1, y) && !isGreen(x, y - 1)
          && !isGreen(x, y + 1)
      }!
    isAcross = pattern.color(x: origin.x + 1, y: origin.y) == color
  }

  /// Returns the samples of the cell with its middle at a position.
  func places(x: Int, y: Int) -> (colour: [Place], green: [Place]) {
    let isEven = ((x - origin.x) / 3 + (y - origin.y) / 3) % 2 == 0
    let (dx, dy) = isEven == isAcross ? (1, 0) : (0, 1)
    let corners = [(-1, -1), (1, -1), (-1, 1), (1, 1)].map { Place(x: $0, y: $1, weight: 0.125) }
    return (
      [Place(x: -dx, y: -dy, weight: 0.5), Place(x: dx, y: dy, weight: 0.5)],
      [Place(x: 0, y: 0, weight: 0.5)] + corners
    )
  }

  /// The maximum shift for reading green, in x or y.
  static let greatest = 2.999

  /// Returns the weights at t of the polynomial through the values at −2 … 3 (J. L. Lagrange,
  /// 1795). After the band-pass, the cells' signal is close to the limit of their pitch. A spline
  /// of four values would overestimate shifts by 6 %, and this polynomial finds them within 0.01
  /// pixels.
  static func weights(at t: Double) -> [Double] {
    (-2...3).map { i in
      (-2...3).reduce(1.0) { product, j in
        i == j ? product : product * (t - Double(j)) / Double(i - j)
      }
    }
  }

  /// The samples for a site of a Bayer mosaic.
  static let bayer = (
    colour: [Place(x: 0, y: 0, weight: 1)],
    green: [(-1, 0), (1, 0), (0, -1), (0, 1)].map { Place(x: $0, y: $1, weight: 0.25) }
  )
}
