internal import BromideKernels
internal import BromideSystem
internal import BromideValues
internal import Synchronization

/// Measures the noise of a photo's mosaic, on all threads that need it.
///
/// Values are kept by block, and put together in the blocks' order: they do not depend on threads.
final class NoiseMeasure: Sendable {
  private struct State: Sendable {
    /// The noise of all blocks, until the model replaces it.
    var samples: NoiseSamples?
    var model: NoiseModel?
  }

  private let blocks: SensorBlocks
  private let rounds: Rounds
  private let state: Mutex<State>

  /// - Parameter blocks: The blocks of the photo's mosaic.
  init(_ blocks: SensorBlocks) {
    self.blocks = blocks
    state = Mutex(State(samples: blocks.noiseSamples(in: ScratchMemory())))
    rounds = Rounds([blocks.size.height, 1])
  }

  /// Works with other threads until the noise is measured. Returns `nil` if the photo has too few
  /// flat blocks.
  func finish() -> NoiseModel? {
    rounds.finish { tile in
      guard let samples = state.withLock({ $0.samples }) else { return }
      if tile.round == 0 {
        blocks.measureNoise(row: tile.tile, into: samples)
      } else {
        let model = NoiseModel(fitting: samples)
        state.withLock { $0 = State(samples: nil, model: model) }
      }
    }
    return state.withLock { $0.model }
  }
}
