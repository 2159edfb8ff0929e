internal import Kernels
internal import Pixels
internal import Scheduling
internal import Synchronization

/// Measures noise and blur of a photo's mosaic, on all threads that need them.
///
/// Values are kept by block, and put together in the blocks' order: they do not depend on threads.
final class NoiseMeasure: Sendable {
  /// What was measured.
  struct Result: Sendable {
    /// Nil if the photo has too few flat blocks.
    var noise: NoiseModel?
    var radius: Double
  }

  private struct State: Sendable {
    var noise: [[NoiseSample]]
    var model: NoiseModel?
    var edges: [[Double]]
    var radius: Double?
  }

  private let blocks: MosaicBlocks
  private let stated: NoiseModel?
  private let rounds: Rounds
  private let state: Mutex<State>

  /// - Parameters:
  ///   - mosaic: The photo's.
  ///   - stated: The noise, if it is known; then it is not measured.
  ///   - instructionSet: The instruction set of the kernels; all give equal values.
  init(_ mosaic: Mosaic, stated: NoiseModel?, instructionSet: InstructionSet) {
    blocks = MosaicBlocks(mosaic, instructionSet: max(instructionSet, .baseline))
    self.stated = stated
    let rows = blocks.size.height
    state = Mutex(
      State(
        noise: Array(repeating: [], count: rows), edges: Array(repeating: [], count: rows)))
    rounds = Rounds([stated == nil ? rows : 0, 1, rows, 1])
  }

  /// Works with other threads until all is measured.
  func finish() -> Result {
    rounds.finish { tile in
      let row = tile.tile
      switch tile.round {
      case 0:
        let samples = (0..<blocks.size.width).flatMap { blocks.noise(x: $0, y: row) }
        state.withLock { $0.noise[row] = samples }
      case 1:
        let samples = state.withLock { $0.noise.flatMap { $0 } }
        let model = stated ?? NoiseModel(fitting: samples)
        state.withLock { $0.model = model }
      case 2:
        let model = state.withLock { $0.model } ?? .none
        // Every second block: an edge costs four times as much as noise.
        let edges = stride(from: row % 2, to: blocks.size.width, by: 2).compactMap {
          blocks.edge(x: $0, y: row, noise: model)
        }
        state.withLock { $0.edges[row] = edges }
      default:
        let edges = state.withLock { $0.edges.flatMap { $0 } }
        let radius = BlurRadius.radius(of: edges)
        state.withLock { $0.radius = radius }
      }
    }
    return state.withLock {
      Result(noise: $0.model, radius: $0.radius ?? BlurRadius.standard)
    }
  }
}
