internal import BromideKernels
internal import BromideSystem
internal import BromideValues
internal import Synchronization

/// Searches a mosaic for hot and dead sites, on all threads that need them.
final class HotPixelMeasure: Sendable {
  /// The defects of a row.
  private let search: @Sendable (_ row: Int) -> [SensorDefect]
  private let height: Int
  private let rounds: Rounds
  private let state: Mutex<State>

  private struct State {
    /// By tile.
    var defects: [[SensorDefect]]
    var found: HotPixels?
  }

  /// Rows in a tile.
  private static let tileRows = 64

  /// The search of a sensor image, which has no defects without a mosaic.
  init(_ image: SensorImage, noise: NoiseModel, instructionSet: InstructionSet) {
    switch image {
    case .mosaic(let mosaic):
      let search = DefectSearch(mosaic, noise: noise, instructionSet: instructionSet)
      self.search = { search.defects(row: $0) }
    case .xtrans(let mosaic):
      let search = XTransDefectSearch(mosaic, noise: noise, instructionSet: instructionSet)
      self.search = { search.defects(row: $0) }
    case .linear: search = { _ in [] }
    }
    height = image.size.height
    let tiles = (height + Self.tileRows - 1) / Self.tileRows
    rounds = Rounds([tiles, 1])
    state = Mutex(State(defects: Array(repeating: [], count: tiles)))
  }

  /// The result, or `nil` until it is complete.
  var found: HotPixels? { state.withLock { $0.found } }

  /// Works with other threads until all sites are searched.
  func finish() -> HotPixels {
    rounds.finish { tile in
      if tile.round == 0 {
        let first = tile.tile * Self.tileRows
        let found = (first..<min(first + Self.tileRows, height)).flatMap { search($0) }
        state.withLock { $0.defects[tile.tile] = found }
      } else {
        state.withLock { $0.found = HotPixels($0.defects.flatMap(\.self), height: height) }
      }
    }
    return state.withLock { $0.found } ?? HotPixels([], height: height)
  }
}
