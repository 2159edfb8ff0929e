internal import Kernels
internal import Pixels

/// The edge-aware base of a photo's brightness, on a coarse grid over the whole sensor image.
///
/// It is a guided filter of the grid by itself (K. He, J. Sun and X. Tang, "Guided image
/// filtering", 2010): around a cell, base = a·E + b fits the brightness E of the cells with a's
/// square held small. Where brightness varies by far less than √`edge` stops, a is near 0 and the
/// base is their mean; across a strong edge, a is near 1 and the base follows it. Both are averaged
/// over the cells that took part, and interpolated between centres: a base in the resolution of the
/// picture comes from its own E.
///
/// The grid lies on the sensor: the same site has the same base in every crop, size and frame.
struct ToneGrid: Sendable {
  let columns: Int
  let rows: Int
  /// Size of a cell in pixels of the sensor image.
  let cellSize: SIMD2<Double>
  /// a and b of each cell, row after row.
  let cells: [SIMD2<Float>]

  /// Cells to each side that take part, as a share of the long edge: 8 of 256.
  private static let reach = 8.0 / 256
  /// Squared stops. Beside a step of 3 stops, `shadows` 2 leaves rims of up to 0.31 stops; 12 cells
  /// and a limit of 1 would leave 0.45. A step of 6 shows none.
  private static let edge = 0.5

  /// - Parameter cells: The mean brightness of each cell.
  init(_ cells: ToneCells) {
    columns = cells.columns
    rows = cells.rows
    cellSize = cells.cellSize
    let reach = max(Int((Self.reach * Double(max(cells.columns, cells.rows))).rounded()), 1)
    let box = CellBox(columns: cells.columns, rows: cells.rows, reach: reach)
    let stops = cells.stops.map { Double($0) }
    let means = box.means(stops)
    let squares = box.means(stops.map { $0 * $0 })
    let slopes = zip(means, squares).map { mean, square in
      let variance = max(square - mean * mean, 0)
      return variance / (variance + Self.edge)
    }
    let offsets = zip(means, slopes).map { mean, slope in (1 - slope) * mean }
    self.cells = zip(box.means(slopes), box.means(offsets)).map { SIMD2(Float($0), Float($1)) }
  }

  /// The grid under the pixels of a picture before it is turned upright.
  ///
  /// - Parameter scale: Sensor pixels along a pixel of the demosaic's output.
  func base(for geometry: OutputGeometry, scale: Double) -> ToneBase {
    let (origin, across, down) = geometry.places
    /// A way on the demosaic's output in cells.
    func way(_ way: SIMD2<Double>) -> SIMD2<Double> { scale * way / cellSize }
    return ToneBase(
      columns: columns, rows: rows, cells: cells, origin: way(origin) - 0.5, across: way(across),
      down: way(down))
  }
}

/// Means over boxes of cells, cut off at the grid's edges.
private struct CellBox {
  let columns: Int
  let rows: Int
  /// Cells to each side.
  let reach: Int

  /// The mean around each cell.
  ///
  /// - Complexity: O(cells), whatever the reach.
  func means(_ values: [Double]) -> [Double] {
    var across = [Double](repeating: 0, count: values.count)
    for row in 0..<rows {
      let start = row * columns
      var sum = 0.0
      var (first, end) = (0, 0)
      for column in 0..<columns {
        while end < min(column + reach + 1, columns) {
          sum += values[start + end]
          end += 1
        }
        while first < column - reach {
          sum -= values[start + first]
          first += 1
        }
        across[start + column] = sum / Double(end - first)
      }
    }
    var result = across
    var sums = [Double](repeating: 0, count: columns)
    var (first, end) = (0, 0)
    for row in 0..<rows {
      while end < min(row + reach + 1, rows) {
        for column in 0..<columns { sums[column] += across[end * columns + column] }
        end += 1
      }
      while first < row - reach {
        for column in 0..<columns { sums[column] -= across[first * columns + column] }
        first += 1
      }
      let count = Double(end - first)
      for column in 0..<columns { result[row * columns + column] = sums[column] / count }
    }
    return result
  }
}
