internal import Sampling
internal import Tweening

/// The running average of the samples at one place.
struct FrameMean {
  private var averages: [RunningAverage<Double>]

  /// - Parameter rate: Frames per second, or nil if unknown.
  init(_ average: FrameAverage, rate: Double?) {
    let (capacity, window): (Int, Double) =
      switch average {
      case .frames(let count): (count, .infinity)
      // Without a rate, assume one that no camera exceeds.
      case .seconds(let seconds):
        (Int((seconds * (rate ?? 1000)).rounded(.up)) + 1, seconds)
      }
    guard let one = try? RunningAverage<Double>(capacity: capacity, window: window) else {
      preconditionFailure("the options accept only positive capacities and windows")
    }
    averages = [RunningAverage<Double>](repeating: one, count: 6)
  }

  /// Adds a sample and returns the mean, both of linear light and of stored codes.
  ///
  /// - Parameter time: The frame's time in seconds.
  mutating func mean(_ sample: Sample, at time: Double) -> Sample {
    var sample = sample
    for c in 0..<3 {
      // Cannot fail: light, codes and times are finite.
      try? averages[c].add(sample.light[c], at: time)
      try? averages[3 + c].add(sample.codes[c], at: time)
      sample.light[c] = averages[c].mean
      sample.codes[c] = averages[3 + c].mean
    }
    return sample
  }
}
