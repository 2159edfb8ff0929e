internal import BromideSampling
internal import BromideSystem

extension PointSampler {
  /// Returns the colour of a resolved point, from its rectangle or a window around it.
  func sample(
    _ place: SamplePlace, window: SampleWindow, keepsPixels: Bool = false, scratch: Scratch
  ) throws(SamplingError) -> Sample {
    if let region = place.region {
      return sample(
        of: region, statistic: window.statistic, keepsPixels: keepsPixels, scratch: scratch)
    }
    return try sample(
      at: place.point, window: window, keepsPixels: keepsPixels, scratch: scratch)
  }

  /// Points per job: about a millisecond of work for a raw. With fewer points, it is not worth
  /// using a second thread.
  static let chunk = 256

  /// Samples many resolved points on all idle threads, and returns the samples in the same order.
  ///
  /// - Parameter planned: About the number of pixels that are read.
  func samples(
    _ places: [SamplePlace], window: SampleWindow, crew: Crew, planned: Int = 0
  ) throws(SamplingError) -> [Sample] {
    let chunks = try crew.map(
      (places.count + Self.chunk - 1) / Self.chunk,
      makeScratch: { makeScratch(planned: planned) },
      work: { index, scratch throws(SamplingError) in
        var samples: [Sample] = []
        for place in places[index * Self.chunk..<min((index + 1) * Self.chunk, places.count)] {
          samples.append(try sample(place, window: window, scratch: scratch))
        }
        return samples
      })
    return chunks.flatMap(\.self)
  }
}
