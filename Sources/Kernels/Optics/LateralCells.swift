internal import Pixels

/// Cells of 3×3 sites of X-Trans, which take the place of the sites of a Bayer mosaic where lateral colour is measured.
///
/// Each cell has green in its middle and at its corners, one colour left and right of the middle, the other above and below,
/// and in the next cell the other way round. The mean of the two samples of a colour lies at the middle. In one cell it blurs
/// along rows, in the next along columns; half the middle and half the mean of the corners blur green as much as both do on
/// average, to second order, and what alternates from cell to cell the band-pass takes away. Every sample counts once.
struct LateralCells: Sendable {
  /// A sample of a cell, from its middle, and its share of the cell's value.
  struct Place {
    let x, y: Int
    let weight: Double
  }

  /// The middle of the first cell whose sites lie inside the mosaic.
  let origin: (x: Int, y: Int)
  /// Whether the colour lies left and right of it.
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

  /// The samples of the cell with its middle at a place.
  func places(x: Int, y: Int) -> (colour: [Place], green: [Place]) {
    let isEven = ((x - origin.x) / 3 + (y - origin.y) / 3) % 2 == 0
    let (dx, dy) = isEven == isAcross ? (1, 0) : (0, 1)
    let corners = [(-1, -1), (1, -1), (-1, 1), (1, 1)].map { Place(x: $0, y: $1, weight: 0.125) }
    return (
      [Place(x: -dx, y: -dy, weight: 0.5), Place(x: dx, y: dy, weight: 0.5)],
      [Place(x: 0, y: 0, weight: 0.5)] + corners
    )
  }

  /// The greatest shift at which green is read, in x or y.
  static let greatest = 2.999

  /// Weights of the values at −2 … 3 of the polynomial through them at t (J. L. Lagrange, 1795). What the band-pass leaves of
  /// cells lies so near to the limit of their pitch that a spline of four values would find shifts 6 % too long; this one finds
  /// them within 0.01 pixels.
  static func weights(at t: Double) -> [Double] {
    (-2...3).map { i in
      (-2...3).reduce(1.0) { product, j in
        i == j ? product : product * (t - Double(j)) / Double(i - j)
      }
    }
  }

  /// The same of a site of a Bayer mosaic.
  static let bayer = (
    colour: [Place(x: 0, y: 0, weight: 1)],
    green: [(-1, 0), (1, 0), (0, -1), (0, 1)].map { Place(x: $0, y: $1, weight: 0.25) }
  )
}
