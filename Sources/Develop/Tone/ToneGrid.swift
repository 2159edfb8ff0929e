internal import BromideKernels

/// The edge-aware base of a photo's brightness, on a coarse grid over the entire sensor image.
///
/// It is a guided filter of the grid by itself (K. He, J. Sun and X. Tang, "Guided image
/// filtering", 2010): around a cell, base = a·E + b fits the brightness E of the cells and keeps
/// a's square small. If brightness varies by far less than √`edge` stops, a is near 0 and the base
/// is the mean of the cells. Across a strong edge, a is near 1 and the base follows the edge. Both
/// are averaged over the contributing cells and interpolated between centres. A base at the
/// picture's resolution uses the picture's E.
///
/// The grid is fixed to the sensor, so a site has the same base in every crop, size and frame.
struct ToneGrid: Sendable {
  let columns: Int
  let rows: Int
  /// Size of a cell in pixels of the sensor image.
  let cellSize: SIMD2<Double>
  /// a and b of each cell, row after row.
  let cells: [SIMD2<Float>]

  /// Contributing cells to each side, as a fraction of the long edge: 8 of 256.
  private static let reach = 8.0 / 256
  /// Squared stops. At a step of 3 stops, `shadows` 2 causes rims of up to 0.31 stops. 12 cells and
  /// a limit of 1 would cause 0.45. A step of 6 does not cause rims.
  private static let edge = 0.5

  /// - Parameter cells: The mean brightness of each cell.
  init(_ cells: ToneCells) {
    columns = cells.columns
    rows = cells.rows
    cellSize = cells.cellSize
    let reach = max(Int((Self.reach * Double(max(cells.columns, cells.rows))).rounded()), 1)
    let box = CellBox(columns: cells.columns, rows: cells.rows, reach: reach)
    let fits = box.means(cells.stops.map { SIMD2(Double($0), Double($0) * Double($0)) })
      .map { mean in
        let variance = max(mean.y - mean.x * mean.x, 0)
        let slope = variance / (variance + Self.edge)
        return SIMD2(slope, (1 - slope) * mean.x)
      }
    self.cells = box.means(fits).map { SIMD2<Float>($0) }
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

/// Means over boxes of cells, cut off at the grid's edges, of two values side by side.
private struct CellBox {
  let columns: Int
  let rows: Int
  /// Cells to each side.
  let reach: Int

  /// The mean around each cell.
  ///
  /// - Complexity: O(cells), whatever the reach.
  func means(_ values: [SIMD2<Double>]) -> [SIMD2<Double>] {
    var across = values
    for row in 0..<rows {
      slide(columns) { column in
        values[row * columns + column]
      } to: { column, mean in
        across[row * columns + column] = mean
      }
    }
    // Process columns in parallel, because rows are contiguous in memory.
    var result = across
    var sums = [SIMD2<Double>](repeating: SIMD2(), count: columns)
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
      let share = 1 / Double(end - first)
      for column in 0..<columns { result[row * columns + column] = sums[column] * share }
    }
    return result
  }

  /// Means along a line of `count` values.
  private func slide(
    _ count: Int, value: (Int) -> SIMD2<Double>, to result: (Int, SIMD2<Double>) -> Void
  ) {
    var sum = SIMD2<Double>()
    var (first, end) = (0, 0)
    for place in 0..<count {
      while end < min(place + reach + 1, count) {
        sum += value(end)
        end += 1
      }
      while first < place - reach {
        sum -= value(first)
        first += 1
      }
      result(place, sum * (1 / Double(end - first)))
    }
  }
}
