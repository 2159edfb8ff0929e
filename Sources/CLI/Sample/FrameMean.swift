internal import BromideSampling
internal import Tweening

/// The running average of the samples at one point, over consecutive frames.
struct FrameMean {
  private var averages: [RunningAverage<Double>]

  /// Starts an average.
  ///
  /// - Parameter rate: Frames per second, or `nil` if unknown.
  init(_ average: FrameAverage, rate: Double?) {
    let (capacity, window): (Int, Double) =
      switch average {
      // Use the time of frames, and assume that no camera is faster than 1000 frames per second.
      case .seconds(let seconds) where rate == nil:
        (Int((seconds * 1000).rounded(.up)) + 1, seconds)
      default: (average.frames(rate: rate) ?? 1, .infinity)
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
      // This cannot fail, because light, codes and times are finite.
      try? averages[c].add(sample.light[c], at: time)
      try? averages[3 + c].add(sample.codes[c], at: time)
      sample.light[c] = averages[c].mean
      sample.codes[c] = averages[3 + c].mean
    }
    return sample
  }
}

extension FrameAverage {
  /// Returns the number of frames in the average, at least one, or `nil` for a time without a rate.
  ///
  /// A time is rounded to the nearest number of frames.
  func frames(rate: Double?) -> Int? {
    switch self {
    case .frames(let count): count
    case .seconds(let seconds): rate.map { max(1, Int((seconds * $0).rounded())) }
    }
  }
}
