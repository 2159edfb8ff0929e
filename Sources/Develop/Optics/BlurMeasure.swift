internal import BromideKernels
internal import BromideSystem
internal import BromideValues
internal import Synchronization

/// Measures the blur of a photo's mosaic at its edges, on all threads that need it.
///
/// Values are kept by block, and put together in the blocks' order: they do not depend on threads.
final class BlurMeasure: Sendable {
  private struct State: Sendable {
    var edges: [[Double]]
    var radius: Double?
  }

  private let blocks: SensorBlocks
  private let noise: NoiseModel
  private let rounds: Rounds
  private let state: Mutex<State>

  /// - Parameters:
  ///   - blocks: The blocks of the photo's mosaic.
  ///   - noise: The noise of its samples. Edges must exceed it.
  init(_ blocks: SensorBlocks, noise: NoiseModel) {
    self.blocks = blocks
    self.noise = noise
    let rows = blocks.size.height
    state = Mutex(State(edges: Array(repeating: [], count: rows)))
    rounds = Rounds([rows, 1])
  }

  /// Works with other threads until the radius is known: the deviation of the blur in sensor
  /// pixels.
  func finish() -> Double {
    rounds.finish { tile in
      if tile.round == 0 {
        let row = tile.tile
        // Use every second block, because an edge costs four times the time of noise.
        let edges = stride(from: row % 2, to: blocks.size.width, by: 2).compactMap {
          blocks.edge(x: $0, y: row, noise: noise)
        }
        state.withLock { $0.edges[row] = edges }
      } else {
        let edges = state.withLock { $0.edges.flatMap { $0 } }
        let radius = BlurRadius.radius(of: edges)
        state.withLock { $0.radius = radius }
      }
    }
    return state.withLock { $0.radius } ?? BlurRadius.standard
  }
}
