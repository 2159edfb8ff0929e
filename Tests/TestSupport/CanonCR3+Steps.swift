/// The step of an index: it doubles every six.
func canonStep(_ index: Int) -> Int {
  let step = [40, 45, 51, 57, 64, 72][index % 6]
  return index < 36 ? step >> (6 - index / 6) : step << (index / 6 - 6)
}

/// A tile's table of step indices, one for eight columns and two rows of a plane.
struct CanonStepTable {
  let width: Int
  let rows: [[Int]]
  let bytes: [UInt8]

  init(_ range: ClosedRange<Int>, width: Int, height: Int, seed: UInt64) {
    let noise = SeededNoise(seed: seed)
    self.width = width
    rows = (0..<height).map { y in
      (0..<width).map { x in
        range.lowerBound + Int(noise.bits(x, y) >> 8) % range.count
      }
    }
    var lines = CanonLines()
    lines.table(rows.map { $0.map { $0 - 4 } })
    bytes = lines.bytes
  }

  /// Returns the steps for a level, where 0 is the finest. Each is the mean index of the rows that
  /// one row of the level covers.
  func steps(level: Int) -> [[Int]] {
    let count = 1 << level
    return stride(from: 0, to: rows.count, by: count).map { first in
      (0..<width).map { x in
        let sum = (0..<count).reduce(0) { $0 + rows[min(first + $1, rows.count - 1)][x] }
        return canonStep(sum / count)
      }
    }
  }
}

/// The steps of a band.
struct CanonSteps {
  /// One for each row, or for each column of each row.
  private let rows: [[Int]]

  init(
    _ steps: CanonCR3Options.Steps, table: CanonStepTable?, level: Int, shape: CanonWavelet.Shape,
    changes: [Int]?
  ) {
    switch steps {
    case .constant(let index):
      rows = [[canonStep(index)]]
    case .lines(let first):
      var index = first
      rows =
        changes.map {
          $0.map { change in
            index += change
            return [canonStep(index)]
          }
        }
        ?? [[canonStep(first)]]
    case .table(_, let base, let eighths):
      let inner = shape.width - shape.left - shape.right
      let columns = (0..<shape.width).map { min(max($0 - shape.left, 0), inner - 1) >> (2 - level) }
      rows = table!.steps(level: level).map { row in
        columns.map { min(max(base + (row[$0] * eighths) >> 3, 1), 0x168000) }
      }
    }
  }

  private func step(_ x: Int, _ y: Int) -> Int {
    let row = rows[min(y, rows.count - 1)]
    return row[min(x, row.count - 1)]
  }

  func multiply(_ band: inout CanonPlane) {
    for y in 0..<band.height { for x in 0..<band.width { band[x, y] *= step(x, y) } }
  }

  /// Divides by the step and rounds to zero. The smallest indices have a step of 0, which gives 0.
  func divide(_ band: inout CanonPlane) {
    for y in 0..<band.height {
      for x in 0..<band.width {
        let step = step(x, y)
        band[x, y] = step == 0 ? 0 : band[x, y] / step
      }
    }
  }
}
