import TestSupport
import Testing
import Tweening

@Suite struct KeyframeTrackTests {
  @Test func keysUseCurvesAndHolds() throws {
    let track = try KeyframeTrack([
      Keyframe(time: 0, value: 0.0, transition: .curve(.sineInOut)),
      Keyframe(time: 2, value: 1.5, transition: .hold),
      Keyframe(time: 3, value: 0.5),
      Keyframe(time: 5, value: 2.5),
    ])
    for (time, value) in [
      (-1, 0), (0, 0), (0.5, 1.5 * 0.146447), (1, 0.75), (2, 1.5), (2.999, 1.5), (3, 0.5),
      (4, 1.5), (5, 2.5), (9, 2.5), (-Double.infinity, 0), (.infinity, 2.5),
    ] {
      #expect(near(track.value(at: time), value), "at \(time)")
    }
    let single = try KeyframeTrack([Keyframe(time: 3, value: 7.0)])
    #expect(single.value(at: 0) == 7 && single.value(at: 3) == 7 && single.value(at: 9) == 7)
  }

  @Test func keysAreMetExactly() throws {
    var random = SeededGenerator(seed: 41)
    let keys = Self.randomKeys(200, &random)
    let track = try KeyframeTrack(keys)
    for key in keys { #expect(track.value(at: key.time) == key.value) }
  }

  static func randomKeys(
    _ count: Int, _ random: inout SeededGenerator, _ transition: KeyframeTransition? = nil
  ) -> [Keyframe<Double>] {
    let transitions: [KeyframeTransition] = [
      .hold, .curve(.cubicInOut), .smooth(.monotone), .smooth(.catmullRom),
    ]
    var time = Double.random(in: -5...5, using: &random)
    return (0..<count).map { _ in
      // A thousandth of a second to a thousand seconds apart.
      let exponent = Int.random(in: -3...3, using: &random)
      time +=
        Double.random(in: 0.1...1, using: &random)
        * (0..<abs(exponent)).reduce(1) { step, _ in exponent < 0 ? step / 10 : step * 10 }
      return Keyframe(
        time: time, value: .random(in: -9...9, using: &random),
        transition: transition ?? transitions.randomElement(using: &random) ?? .hold)
    }
  }

  /// The index agrees with a plain search, for even and very uneven keys.
  @Test func findsTheRightKeys() throws {
    var random = SeededGenerator(seed: 42)
    for count in [1, 2, 3, 10, 500] {
      let keys = Self.randomKeys(count, &random, .hold)
      let track = try KeyframeTrack(keys)
      for _ in 0..<500 {
        let key = keys.randomElement(using: &random)?.time ?? 0
        for time in [
          key, key.nextUp, key.nextDown,
          .random(in: keys[0].time - 1...keys[count - 1].time + 1, using: &random),
        ] {
          let expected = keys.last { $0.time <= time } ?? keys[0]
          #expect(track.value(at: time) == expected.value)
        }
      }
    }
  }

  /// Between two keys, a monotone track stays within their values and is smooth at each.
  @Test func monotoneDoesNotOvershoot() throws {
    var random = SeededGenerator(seed: 43)
    for _ in 0..<20 {
      let keys = Self.randomKeys(30, &random, .smooth(.monotone))
      let track = try KeyframeTrack(keys)
      for (key, next) in zip(keys, keys.dropFirst()) {
        let (low, high) = (min(key.value, next.value), max(key.value, next.value))
        var last = key.value
        for step in 1...50 {
          let value = track.value(at: key.time + (next.time - key.time) * Double(step) / 50)
          #expect(value >= low - 1e-12 && value <= high + 1e-12)
          #expect(next.value > key.value ? value >= last - 1e-12 : value <= last + 1e-12)
          last = value
        }
      }
    }
  }

  @Test(arguments: KeyframeTransition.Tangents.allCases)
  func smoothTracksHaveContinuousSlopes(tangents: KeyframeTransition.Tangents) throws {
    var random = SeededGenerator(seed: 44)
    var time = 0.0
    let keys = (0..<50).map { _ in
      time += Double.random(in: 0.2...2, using: &random)
      return Keyframe(
        time: time, value: SIMD2<Double>.random(in: -9...9, using: &random),
        transition: .smooth(tangents))
    }
    let track = try KeyframeTrack(keys)
    for key in keys.dropFirst().dropLast() {
      let h = 1e-6
      let before = (key.value - track.value(at: key.time - h)) / h
      let after = (track.value(at: key.time + h) - key.value) / h
      #expect(abs(before.x - after.x) < 1e-2 && abs(before.y - after.y) < 1e-2)
    }
  }

  /// For even keys 0, 1, 0 the tangent at the top is level, and halfway the cubic is 0.5·1 +
  /// h·m0/8.
  @Test func catmullRomByHand() throws {
    let values = [0.0, 1, 0, 0]
    let track = try KeyframeTrack(
      values.enumerated().map {
        Keyframe(time: Double($0.offset), value: $0.element, transition: .smooth(.catmullRom))
      })
    // The tangents are 1, 0, -½, 0, so halfway the values are ½ + (1 − 0)/8, ½ + (0 + ½)/8, 0 + (-½
    // − 0)/8.
    #expect(near(track.value(at: 0.5), 0.625, 1e-12))
    #expect(near(track.value(at: 1.5), 0.5625, 1e-12))
    #expect(near(track.value(at: 2.5), -0.0625, 1e-12))
  }

  /// F. N. Fritsch and J. Butland's tangents (SIAM J. Sci. Stat. Comput. 5, 1984), worked by hand
  /// for uneven keys.
  ///
  /// Values 0, 1, 2, 6 at 0, 1, 3, 4 have the secants 1, ½, 4. Within, the harmonic mean of its
  /// neighbours, the longer span's opposite weighing more: 9/(5/1 + 4/½) = 9/13 and 9/(4/½ + 5/4) =
  /// 36/37. At the ends the parabola's slope: (4·1 − 1·½)/3 = 7/6 and (4·4 − 1·½)/3 = 31/6.
  @Test func monotoneByHand() throws {
    let keys = [(0.0, 0.0), (1, 1), (3, 2), (4, 6)]
    let slopes = [7.0 / 6, 9.0 / 13, 36.0 / 37, 31.0 / 6]
    let track = try KeyframeTrack(
      keys.map { Keyframe(time: $0.0, value: $0.1, transition: .smooth(.monotone)) })
    for i in 0..<3 {
      let (a, b) = (keys[i], keys[i + 1])
      // Hermite's cubic at its middle: the mean, and an eighth of the span times the difference of
      // the slopes.
      let middle = (a.1 + b.1) / 2 + (b.0 - a.0) * (slopes[i] - slopes[i + 1]) / 8
      #expect(near(track.value(at: (a.0 + b.0) / 2), middle, 1e-12), "span \(i)")
      let quarter = (54 * a.1 + 10 * b.1 + (b.0 - a.0) * (9 * slopes[i] - 3 * slopes[i + 1])) / 64
      #expect(near(track.value(at: a.0 + (b.0 - a.0) / 4), quarter, 1e-12), "span \(i)")
    }
  }

  /// The slope at an outer key with secants 1 and `far` and even spans: (3·1 − far)/2, at least 0,
  /// and at most 3 if the track turns.
  @Test(arguments: [
    (1.0, 1.0), (2, 0.5), (3, 0), (4, 0), (9, 0), (0, 1.5), (-1, 2), (-2.5, 2.75), (-4, 3), (-9, 3),
  ])
  func monotoneEndsLimitTheirSlopes(far: Double, slope: Double) throws {
    for (times, sign) in [([0.0, 1, 2], 1.0), ([2, 1, 0], 1), ([0, 1, 2], -1)] {
      let values = [0, sign, sign * (1 + far)]
      let keys = zip(times, values).map {
        Keyframe(time: $0.0, value: $0.1, transition: .smooth(.monotone))
      }
      let track = try KeyframeTrack(keys.sorted { $0.time < $1.time })
      // The slope at the middle key, with equal weights of both secants, is their harmonic mean.
      let inner = far > 0 ? 2 * far / (1 + far) : 0
      // From the outer key, at either end of the track.
      let middle = 0.5 + (slope - inner) / 8
      let time = times[0] == 0 ? 0.5 : 1.5
      #expect(near(track.value(at: time), sign * middle, 1e-12), "\(times)")
    }
  }

  @Test func linearStaysLinear() throws {
    for tangents in KeyframeTransition.Tangents.allCases {
      for times in [[0.0, 0.5, 3, 4], [0, 1, 4], [0, 4]] {
        let track = try KeyframeTrack(
          times.map { Keyframe(time: $0, value: 2 * $0 - 1, transition: .smooth(tangents)) })
        for time in stride(from: 0, through: 4, by: 0.125) {
          #expect(near(track.value(at: time), 2 * time - 1, 1e-12))
        }
      }
    }
  }

  @Test func badKeysAreRejected() throws {
    func keys(_ times: [Double]) -> [Keyframe<Double>] {
      times.map { Keyframe(time: $0, value: 1) }
    }
    #expect(throws: KeyframeError.noKeys) { try KeyframeTrack(keys([])) }
    #expect(throws: KeyframeError.time(key: 2, found: 1, after: 1)) {
      try KeyframeTrack(keys([0, 1, 1]))
    }
    #expect(throws: KeyframeError.time(key: 1, found: .infinity, after: nil)) {
      try KeyframeTrack(keys([0, .infinity]))
    }
    #expect(throws: KeyframeError.self) { try KeyframeTrack(keys([.nan])) }
    let angles = [
      Keyframe(time: 0, value: Angle(degrees: 350), transition: .smooth(.monotone)),
      Keyframe(time: 1, value: Angle(degrees: 10)),
    ]
    #expect(throws: KeyframeError.smoothNeedsVector(key: 0)) { try KeyframeTrack(angles) }
    #expect(
      KeyframeError.time(key: 2, found: 1, after: 1.5).description
        == "key 2 is at 1.0 s, but must be later than the key before it at 1.5 s")
  }

  /// Times as far apart as numbers allow, or hardly at all.
  @Test func extremeTimes() throws {
    let tiny = Double.leastNonzeroMagnitude
    for times in [[-1.7e308, 1.7e308], [0, tiny, 2 * tiny], [1, 1.0.nextUp, 1e300]] {
      let track = try KeyframeTrack(
        times.enumerated().map {
          Keyframe(time: $0.element, value: Double($0.offset), transition: .hold)
        })
      for (index, time) in times.enumerated() { #expect(track.value(at: time) == Double(index)) }
      #expect(track.value(at: .nan) == 0)
    }
  }
}
