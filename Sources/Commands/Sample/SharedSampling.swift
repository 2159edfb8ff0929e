internal import Sampling
internal import Scheduling

/// Samples many places of one picture on all threads that have nothing else to do.
enum SharedSampling {
  /// Places that a thread takes at once, about a millisecond of a raw's; fewer are not worth a second thread.
  static let chunk = 256

  /// The samples at all places, in their order.
  static func samples(
    _ sampler: PointSampler, settings: SampleSettings, crew: Crew
  ) throws(SamplingError) -> [Sample] {
    let places = settings.places
    let chunks = try crew.map(
      (places.count + chunk - 1) / chunk, makeScratch: { sampler.makeScratch() },
      work: { index, scratch throws(SamplingError) in
        var samples: [Sample] = []
        for place in places[index * chunk..<min((index + 1) * chunk, places.count)] {
          samples.append(
            try sampler.sample(at: place.point, window: settings.window, scratch: scratch))
        }
        return samples
      })
    return chunks.flatMap(\.self)
  }
}
