import TestSupport
import Testing
import Tweening

@Suite struct RunningAverageTests {
  @Test func capacityOfThree() throws {
    var average = try RunningAverage<Double>(capacity: 3)
    #expect(average.mean == 0 && average.mean(at: 5) == 0)
    for sample in [10.0, 20, 30, 40] { try average.add(sample, at: 5) }
    #expect(average.mean(at: 5) == 30)
    #expect(average.count == 3)
  }

  @Test func windowOfHalfASecond() throws {
    var average = try RunningAverage<Float>(capacity: 5, window: 0.5)
    try average.add(100, at: 0)
    try average.add(10, at: 0.3)
    try average.add(20, at: 0.6)
    #expect(average.mean(at: 0.6) == 15)
  }

  /// A sample of exactly the greatest age is kept, even if the subtraction rounds up: 1.1 − 0.6 >
  /// 0.5.
  @Test func samplesOfTheGreatestAgeAreKept() throws {
    for (first, second) in [(0.0, 0.5), (0.25, 0.75), (0.6, 1.1), (1e6 + 0.1, 1e6 + 0.6)] {
      var average = try RunningAverage<Double>(capacity: 5, window: 0.5)
      try average.add(2, at: first)
      #expect(average.mean(at: second) == 2)
      #expect(average.mean(at: second + 0.001) == 0)
    }
  }

  @Test func staleSamplesLeaveOnReading() throws {
    var average = try RunningAverage<Double>(capacity: 5, window: 1)
    try average.add(4, at: 0)
    try average.add(8, at: 1)
    #expect(average.mean(at: 1) == 6)
    #expect(average.mean(at: 1.5) == 8 && average.count == 1)
    #expect(average.mean(at: 3) == 0 && average.count == 0)
  }

  @Test func badValuesAreRejected() throws {
    #expect(throws: RunningAverageError.capacity(0)) { try RunningAverage<Double>(capacity: 0) }
    #expect(throws: RunningAverageError.window(-1)) {
      try RunningAverage<Double>(capacity: 1, window: -1)
    }
    var average = try RunningAverage<Double>(capacity: 2)
    try average.add(3, at: 1)
    #expect(throws: RunningAverageError.self) { try average.add(.nan, at: 2) }
    #expect(throws: RunningAverageError.sample(.infinity)) { try average.add(.infinity, at: 2) }
    #expect(throws: RunningAverageError.self) { try average.add(3, at: .nan) }
    #expect(throws: RunningAverageError.time(.infinity)) { try average.add(3, at: .infinity) }
    #expect(average.mean == 3 && average.count == 1)
    #expect(average.mean(at: .nan) == 3 && average.mean(at: .infinity) == 3)
    var brief = try RunningAverage<Double>(capacity: 2, window: 1)
    try brief.add(3, at: 1)
    #expect(brief.mean(at: .infinity) == 0)
    #expect(
      RunningAverageError.capacity(0).description
        == "a running average needs a capacity of at least 1, not 0")
  }

  /// Compared with a plain list, for random samples and times.
  @Test func equalsTheNaiveMean() throws {
    var random = SeededGenerator(seed: 31)
    for _ in 0..<50 {
      let capacity = Int.random(in: 1...8, using: &random)
      let window = Double.random(in: 0...2, using: &random)
      var average = try RunningAverage<Double>(capacity: capacity, window: window)
      var samples: [(value: Double, time: Double)] = []
      var time = 0.0
      for _ in 0..<100 {
        time += Double.random(in: 0...0.7, using: &random)
        let value = Double.random(in: -100...100, using: &random)
        try average.add(value, at: time)
        samples.append((value, time))
        samples = Array(samples.suffix(capacity)).filter { time - $0.time <= window }
        let mean = samples.isEmpty ? 0 : samples.map(\.value).reduce(0, +) / Double(samples.count)
        #expect(near(average.mean(at: time), mean, 1e-9))
        #expect(average.count == samples.count)
      }
    }
  }

  @Test func largeSamplesDoNotOverflow() throws {
    var average = try RunningAverage<Double>(capacity: 4)
    for _ in 0..<4 { try average.add(1.5e308, at: 0) }
    #expect(near(average.mean / 1.5e308, 1, 1e-12))
  }
}
