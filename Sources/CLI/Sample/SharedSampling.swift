internal import BromideSampling
internal import BromideSystem

/// Samples many points of one picture on all idle threads.
enum SharedSampling {
  /// Points per job: about a millisecond of work for a raw. With fewer points, it is not worth
  /// using a second thread.
  static let chunk = 256

  /// Samples all places and returns the samples in the same order.
  ///
  /// - Parameter planned: About the number of pixels that are read.
  static func samples(
    _ sampler: PointSampler, _ places: [SamplePlace], window: SampleWindow, crew: Crew,
    planned: Int = 0
  ) throws(SamplingError) -> [Sample] {
    let chunks = try crew.map(
      (places.count + chunk - 1) / chunk, makeScratch: { sampler.makeScratch(planned: planned) },
      work: { index, scratch throws(SamplingError) in
        var samples: [Sample] = []
        for place in places[index * chunk..<min((index + 1) * chunk, places.count)] {
          samples.append(try sampler.sample(place, window: window, scratch: scratch))
        }
        return samples
      })
    return chunks.flatMap(\.self)
  }
}
