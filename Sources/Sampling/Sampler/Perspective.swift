public import BromideValues

/// Maps a flat chart to a picture that shows it at an angle, by the projective map from the unit
/// square to four corners.
///
/// P. Heckbert, "Fundamentals of Texture Mapping and Image Warping", 1989, 2.2.2.
public struct Perspective: Sendable, Hashable {
  private let a: SIMD3<Double>
  private let b: SIMD3<Double>
  private let c: SIMD3<Double>

  /// - Parameter corners: Places of the chart's top left, top right, bottom right and bottom left
  ///   corners.
  /// - Throws: `.noPerspective` if the corners do not form a convex quadrilateral.
  public init(corners: [NormalizedPoint]) throws(SamplingError) {
    precondition(corners.count == 4, "four corners")
    var turns: [Double] = []
    for i in 0..<4 {
      let (p, q, r) = (corners[i], corners[(i + 1) % 4], corners[(i + 2) % 4])
      turns.append((q.x - p.x) * (r.y - q.y) - (q.y - p.y) * (r.x - q.x))
    }
    guard turns.allSatisfy({ $0 > 1e-9 }) || turns.allSatisfy({ $0 < -1e-9 }) else {
      throw .noPerspective
    }
    let (p0, p1, p2, p3) = (corners[0], corners[1], corners[2], corners[3])
    let (dx1, dx2, dx3) = (p1.x - p2.x, p3.x - p2.x, p0.x - p1.x + p2.x - p3.x)
    let (dy1, dy2, dy3) = (p1.y - p2.y, p3.y - p2.y, p0.y - p1.y + p2.y - p3.y)
    let determinant = dx1 * dy2 - dx2 * dy1
    let g = (dx3 * dy2 - dx2 * dy3) / determinant
    let h = (dx1 * dy3 - dx3 * dy1) / determinant
    a = SIMD3(p1.x - p0.x + g * p1.x, p3.x - p0.x + h * p3.x, p0.x)
    b = SIMD3(p1.y - p0.y + g * p1.y, p3.y - p0.y + h * p3.y, p0.y)
    c = SIMD3(g, h, 1)
  }

  /// Returns the point in the picture for the chart's point (u, v), each 0…1.
  public func callAsFunction(u: Double, v: Double) -> NormalizedPoint {
    let place = SIMD3(u, v, 1)
    let w = (c * place).sum()
    return NormalizedPoint(x: (a * place).sum() / w, y: (b * place).sum() / w)
  }
}

extension NormalizedPoint {
  /// Returns the centres of a grid's cells in row order, mapped through `perspective` if it is
  /// given.
  ///
  /// - Precondition: The grid has at least one column and one row.
  public static func grid(
    columns: Int, rows: Int, perspective: Perspective? = nil
  ) -> [NormalizedPoint] {
    precondition(columns > 0 && rows > 0, "a grid has cells")
    return (0..<rows * columns).map { cell in
      let u = (Double(cell % columns) + 0.5) / Double(columns)
      let v = (Double(cell / columns) + 0.5) / Double(rows)
      return perspective?(u: u, v: v) ?? NormalizedPoint(x: u, y: v)
    }
  }
}
