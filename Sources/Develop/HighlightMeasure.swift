internal import Kernels
internal import Pixels
internal import Scheduling
internal import Synchronization

/// Measures the highlight field of a photo, on all threads that need it.
final class HighlightMeasure: Sendable {
  private let cells: HighlightCells?
  private let sums: PixelMemory
  private let rounds: Rounds
  private let instructionSet: InstructionSet
  private let field = Mutex<HighlightField?>(nil)
  /// Rows of cells in a tile.
  private static let tileRows = 8

  init(_ image: SensorImage, instructionSet: InstructionSet) {
    cells = HighlightCells(image, instructionSet: instructionSet)
    self.instructionSet = instructionSet
    let size = cells?.size ?? Size(width: 0, height: 0)
    sums = PixelMemory(byteCount: size.area * 4 * MemoryLayout<Float>.stride)
    // All cells, then what is made of them.
    rounds = Rounds(
      cells == nil ? [] : [(size.height + Self.tileRows - 1) / Self.tileRows, 1])
  }

  /// Works with other threads until the field is there; nil for a photo without colour.
  func finish() -> HighlightField? {
    guard let cells else { return nil }
    rounds.finish { tile in
      let base = unsafe sums.bytes.assumingMemoryBound(to: Float.self).baseAddress!
      if tile.round == 0 {
        let first = tile.tile * Self.tileRows
        for row in first..<min(first + Self.tileRows, cells.size.height) {
          unsafe cells.measure(row: row, into: base + 4 * row * cells.size.width)
        }
      } else {
        let made = unsafe HighlightField(cells, sums: base, instructionSet: instructionSet)
        field.withLock { $0 = made }
      }
    }
    return field.withLock { $0 }
  }
}
