internal import BromideKernels
internal import BromideSystem
internal import BromideValues
internal import Synchronization

/// Measures the highlight field of a photo, on all threads that need it.
final class HighlightMeasure: Sendable {
  /// `nil` without colour, and after the field is complete: they need more memory than the field.
  private let parts: Mutex<HighlightFieldParts?>
  private let rounds: Rounds
  private let field = Mutex<HighlightField?>(nil)
  /// Rows of cells in a tile.
  private static let tileRows = 8

  init(_ image: SensorImage, instructionSet: InstructionSet) {
    let parts = HighlightCells(image, instructionSet: instructionSet).map {
      HighlightFieldParts($0, instructionSet: instructionSet)
    }
    self.parts = Mutex(parts)
    // First all cells, then the results from them.
    rounds = Rounds(
      parts.map { [($0.rows + Self.tileRows - 1) / Self.tileRows, $0.pieces, 1] } ?? [])
  }

  /// Works with other threads until the field is complete. Returns `nil` for a photo without
  /// colour.
  func finish() -> HighlightField? {
    if let parts = parts.withLock({ $0 }) {
      rounds.finish { tile in
        switch tile.round {
        case 0:
          let first = tile.tile * Self.tileRows
          for row in first..<min(first + Self.tileRows, parts.rows) { parts.measure(row: row) }
        case 1: parts.make(piece: tile.tile)
        default:
          let made = parts.field
          field.withLock { $0 = made }
        }
      }
      self.parts.withLock { $0 = nil }
    }
    return field.withLock { $0 }
  }
}
