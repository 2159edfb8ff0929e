internal import BromideKernels
internal import BromideSystem
internal import BromideValues
internal import Synchronization

/// Measures the noise of a photo's mosaic, on all threads that need it.
///
/// Values are kept by block, and put together in the blocks' order: they do not depend on threads.
final class NoiseMeasure: Sendable {
  private struct State: Sendable {
    var samples: [[NoiseSample]]
    var model: NoiseModel?
  }

  private let blocks: SensorBlocks
  private let rounds: Rounds
  private let state: Mutex<State>

  /// - Parameter blocks: The blocks of the photo's mosaic.
  init(_ blocks: SensorBlocks) {
    self.blocks = blocks
    let rows = blocks.size.height
    state = Mutex(State(samples: Array(repeating: [], count: rows)))
    rounds = Rounds([rows, 1])
  }

  /// Works with other threads until the noise is measured. Returns `nil` if the photo has too few
  /// flat blocks.
  func finish() -> NoiseModel? {
    rounds.finish { tile in
      if tile.round == 0 {
        let row = tile.tile
        var samples: [NoiseSample] = []
        // A block has at most a sample for each of four planes.
        samples.reserveCapacity(4 * blocks.size.width)
        for x in 0..<blocks.size.width { samples += blocks.noise(x: x, y: row) }
        state.withLock { $0.samples[row] = samples }
      } else {
        // The model replaces the samples, which need 0.8 MB for 24 megapixels.
        let samples = state.withLock { state in
          defer { state.samples = [] }
          return state.samples.flatMap { $0 }
        }
        let model = NoiseModel(fitting: samples)
        state.withLock { $0.model = model }
      }
    }
    return state.withLock { $0.model }
  }
}
