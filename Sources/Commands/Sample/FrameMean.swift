internal import Sampling
internal import Tweening

/// The running average of the samples at one place, over frames one after another.
struct FrameMean {
  private var averages: [RunningAverage<Double>]

  /// - Parameter rate: Frames per second, or nil if unknown.
  init(_ average: FrameAverage, rate: Double?) {
    let (capacity, window): (Int, Double) =
      switch (average, average.frames(rate: rate)) {
      case (_, let count?): (count, .infinity)
      // By the clock, and as if no camera exceeded this rate.
      case (.seconds(let seconds), nil): (Int((seconds * 1000).rounded(.up)) + 1, seconds)
      case (.frames(let count), nil): (count, .infinity)
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

extension FrameAverage {
  /// The number of frames that count, at least one: those that a time lasts, the nearest whole
  /// number. Nil for a time without a rate.
  func frames(rate: Double?) -> Int? {
    switch self {
    case .frames(let count): count
    case .seconds(let seconds): rate.map { max(1, Int((seconds * $0).rounded())) }
    }
  }
}
