internal import BromideValues

/// The division of a sensor image into cells, and the measured positions in the cells. A position
/// is a group of sites or a pixel.
struct ToneLayout {
  /// Cells along the long edge.
  private static let cellsAlong = 256
  /// The number of positions to measure per cell, or fewer in small cells. At 24 megapixels, this
  /// is 4 of 12 rows, which take 3 ms.
  private static let places = 40

  let columns: Int
  let rows: Int
  /// Measured positions in a row. In a picture without a mosaic, they are `step` pixels apart.
  let placesAcross: Int
  let step: Int
  /// The end of each column of cells, in measured positions.
  let ends: [Int]
  private let placesDown: Int
  let cellSize: SIMD2<Double>

  /// - Parameter image: An image with at least one position.
  init(_ image: SensorImage) {
    let side =
      switch image {
      case .mosaic: 2
      case .xtrans: 3
      case .linear: 1
      }
    self.init(across: image.size.width / side, down: image.size.height / side, side: side)
  }

  /// - Parameters:
  ///   - across: Positions in a row.
  ///   - down: Rows of positions.
  ///   - side: Width of a position in pixels.
  init(across: Int, down: Int, side: Int) {
    let length = max(Double(max(across, down)) / Double(Self.cellsAlong), 1)
    func cells(_ places: Int) -> Int {
      min(max(Int((Double(places) / length).rounded()), 1), min(places, Self.cellsAlong))
    }
    let (columns, rows) = (cells(across), cells(down))
    // The kernel reads a mosaic's positions as vectors, so measure all positions.
    step = side == 2 ? 1 : max(across / columns / 8, 1)
    placesAcross = (across + step - 1) / step
    placesDown = down
    self.columns = columns
    self.rows = rows
    cellSize =
      SIMD2(Double(across) / Double(columns), Double(down) / Double(rows)) * Double(side)
    let step = step
    ends = (1...columns).map { column in
      // The first position of the next column.
      let end = (column * across + columns - 1) / columns
      return (end + step - 1) / step
    }
  }

  /// Returns the rows of positions to measure for a row of cells.
  func placeRows(of row: Int) -> [Int] {
    let first = (row * placesDown + rows - 1) / rows
    let count = ((row + 1) * placesDown + rows - 1) / rows - first
    let across = max(placesAcross / columns, 1)
    let used = min(count, 8, (Self.places + across - 1) / across)
    return (0..<used).map { first + (2 * $0 + 1) * count / (2 * used) }
  }

  /// Returns empty cells with this layout.
  var cells: ToneCells {
    let count = columns * rows
    return ToneCells(
      columns: columns, rows: rows, cellSize: cellSize,
      stops: Array(repeating: 0, count: count), camera: Array(repeating: SIMD3(), count: count))
  }
}

extension SensorImage {
  /// Black and scale of four sites: red, green in red's row, green in blue's row, and blue.
  var toneLevels: [(black: Float, scale: Float)] {
    switch self {
    case .mosaic(let mosaic):
      let (x, y) = (mosaic.pattern.redX, mosaic.pattern.redY)
      return [(x, y), (1 - x, y), (x, 1 - y), (1 - x, 1 - y)].map { x, y in
        let black = mosaic.levels.meanBlack(x: x, y: y)
        let range = mosaic.levels.white - black
        return (black, 1 / (range > 0 ? range : 1))
      }
    case .xtrans: preconditionFailure("sites of X-Trans are read one by one")
    case .linear(let image):
      let scale = 1 / (image.appliedGains * image.white)
      return [(0, scale.x), (0, scale.y), (0, scale.y), (0, scale.z)]
    }
  }
}

extension SensorLevels {
  /// Returns the mean black level of every second column from `x` and every second row from `y`.
  fileprivate func meanBlack(x: Int, y: Int) -> Float {
    var sum = 0.0
    for row in 0..<blackPatternSize.height {
      for column in 0..<blackPatternSize.width {
        sum += Double(black(x: x + 2 * column, y: y + 2 * row))
      }
    }
    return Float(sum / Double(blackPatternSize.area))
  }
}
