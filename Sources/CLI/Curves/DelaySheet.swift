internal import BromideChoreography
internal import BromideDrawing
internal import BromideSystem
internal import BromideValues
internal import Tweening

/// The delays of a sort function for the cells of a grid, as a picture or as rows of numbers.
struct DelaySheet {
  let sort: SortFunction
  let columns: Int
  let rows: Int
  private let delays: [Double]

  /// Maximum number of columns or rows. With more, you cannot distinguish the cells in a picture.
  static let mostCells = 64

  /// Computes the delays on a grid with square cells of 100 units, so that rounding distances has
  /// no visible effect.
  init(_ sort: SortFunction, columns: Int, rows: Int) throws(ChoreographyError) {
    self.sort = sort
    self.columns = columns
    self.rows = rows
    let area = Extent(width: 100 * Double(columns), height: 100 * Double(rows))
    delays = sort.delays(on: try .grid(columns: columns, rows: rows, area: area))
  }

  /// Text that identifies the sheet.
  var request: String { "\(sort) \(columns)x\(rows)" }

  func draw(theme: Theme, scale: Double) throws(DrawingError) -> ImageBuffer<UInt8> {
    let cell = 64.0
    let margin = 28.0
    let grid = Box(
      x: margin, y: margin + 34, width: cell * Double(columns), height: cell * Double(rows))
    let canvas = try Canvas(
      width: max(grid.width, 260) + 2 * margin, height: grid.maxY + margin, scale: scale,
      background: theme.background)
    canvas.text(
      "\(sort), seconds", at: [margin, margin + 10],
      .title(theme, limit: canvas.box.width - 2 * margin))
    let most = delays.max() ?? 0
    for (index, delay) in delays.enumerated() {
      let box = Box(
        x: grid.x + cell * Double(index % columns), y: grid.y + cell * Double(index / columns),
        width: cell, height: cell
      ).inset(by: 1)
      let heat = Self.heat(most > 0 ? delay / most : 0)
      canvas.fill(box, heat, radius: 4)
      canvas.text(
        Self.number(delay), at: [box.x + box.width / 2, box.y + box.height / 2],
        TextStyle(size: 13, ink: heat.legible, limit: box.width - 4),
        TextAnchor(.center, .middle))
    }
    return canvas.image
  }

  /// Returns the rows of the grid as aligned columns, CSV, or a JSON array of arrays.
  func text(as format: CurveFormat) -> String {
    // Programs get all digits. People get fewer digits to read.
    let lines = (0..<rows).map { row in
      delays[row * columns..<(row + 1) * columns].map {
        format == .text ? Self.number($0) : Self.exact($0)
      }
    }
    switch format {
    case .csv: return lines.map { $0.joined(separator: ",") + "\n" }.joined()
    case .json:
      return "[\n" + lines.map { "[\($0.joined(separator: ","))]" }.joined(separator: ",\n")
        + "\n]\n"
    case .text:
      let width = lines.joined().map(\.count).max() ?? 0
      return lines.map { line in
        line.map { String(repeating: " ", count: width - $0.count) + $0 }.joined(separator: "  ")
          + "\n"
      }.joined()
    }
  }

  /// Returns the colour of a delay, from pale (moves first) to dark (moves last).
  private static func heat(_ share: Double) -> Ink {
    let pale = SIMD3(1.0, 0.93, 0.70)
    let middle = SIMD3(0.90, 0.36, 0.22)
    let dark = SIMD3(0.24, 0.05, 0.30)
    let color =
      share < 0.5
      ? pale + (middle - pale) * (2 * share) : middle + (dark - middle) * (2 * share - 1)
    return Ink(red: color.x, green: color.y, blue: color.z)
  }

  /// Returns a number rounded to four decimals.
  private static func number(_ value: Double) -> String { exact(value, decimals: 1e4) }

  /// Rounds a number. Sums of delays have rounding errors in their last digits.
  private static func exact(_ value: Double, decimals: Double = 1e12) -> String {
    ((value * decimals).rounded() / decimals).shortest
  }
}
