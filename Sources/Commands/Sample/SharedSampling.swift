internal import Sampling
internal import Scheduling
internal import Synchronization

/// Samples many places of one picture on all idle threads.
final class SharedSampling: Sendable {
  /// Number of places that a thread takes at once: about a millisecond of work on a raw photo. Fewer are not worth a
  /// second thread.
  static let chunk = 256

  private let next = Atomic<Int>(0)
  /// Results of the chunks by the index of their first place.
  private let found = Mutex<[Int: Result<[Sample], SamplingError>]>([:])

  private init() {}

  /// Samples all places and returns the samples in the same order.
  static func samples(
    _ sampler: PointSampler, settings: SampleSettings, piece: OrderedWork.Piece
  ) throws(SamplingError) -> [Sample] {
    let work = SharedSampling()
    piece.share { work.takeAll(sampler, settings) }
    let found = work.found.withLock { $0 }
    var samples: [Sample] = []
    for start in found.keys.sorted() {
      guard let chunk = found[start] else { continue }
      samples += try chunk.get()
    }
    return samples
  }

  private func takeAll(_ sampler: PointSampler, _ settings: SampleSettings) {
    let scratch = sampler.makeScratch()
    while true {
      let start = next.add(Self.chunk, ordering: .relaxed).oldValue
      guard start < settings.places.count else { return }
      let end = min(start + Self.chunk, settings.places.count)
      let result = Result { () throws(SamplingError) in
        var samples: [Sample] = []
        for place in settings.places[start..<end] {
          samples.append(
            try sampler.sample(at: place.point, window: settings.window, scratch: scratch))
        }
        return samples
      }
      found.withLock { $0[start] = result }
    }
  }
}
