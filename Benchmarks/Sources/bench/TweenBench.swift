internal import CAllocations
internal import Tweening

/// Single curves compared with Qt's, keyframe tracks, and live tweens, each with its time limit and
/// its allocations.
enum TweenBench {
  private static let evaluations = 1_000_000

  static func run(_ options: Options) {
    curves(options)
    tracks(options)
    tweens(options)
  }

  // MARK: Curves

  private static func curves(_ options: Options) {
    let qt = Rival.easing(evaluations: evaluations, runs: options.runs)
    var report = Report(
      "curves, one evaluation" + (qt == nil ? "" : ", next to Qt \(qt?.version ?? "")"),
      ["curve", "ns", "at most", "allocations of a million", "Qt ns"], form: options.form)
    let times = Self.times
    for entry in Curve.catalogue {
      let curve = entry.sample
      // Values are kept, not added up: a sum would wait for itself, 5 ns a round.
      var values = times
      let (seconds, allocations) = measure(options.runs) {
        for index in 0..<evaluations { values[index & 4095] = curve(times[index & 4095]) }
        return values[0]
      }
      report.add([
        "\(curve)", decimal(seconds / Double(evaluations) * 1e9, 1), "\(limit(curve.name))",
        "\(allocations)", qt?.nanoseconds[curve.name].map { decimal($0, 1) } ?? "–",
      ])
    }
    report.show()
    if qt == nil { print("(Qt is not installed: qtbase5-dev or qt6-base-dev, with pkg-config)") }
  }

  /// Returns the time limit in nanoseconds. A curve made from other curves can take as long as they
  /// do plus 10 ns.
  private static func limit(_ name: String) -> Int {
    switch name {
    case "elastic", "elasticIn", "elasticOut", "elasticInOut", "spring", "overshoot", "bounce",
      "bounceIn", "bounceOut", "bounceInOut":
      40
    case "bezier", "bezierEaseIn", "bezierEaseOut", "bezierEaseInOut", "bezierDefault": 60
    case "opposite", "clamped", "through", "compose", "chain": 50
    default: 20
    }
  }

  /// Times in 0…1 that no branch predictor learns: Weyl's sequence of the golden ratio.
  private static let times: [Double] = {
    var state: UInt32 = 0
    return (0..<4096).map { _ in
      state &+= 2_654_435_769
      return Double(state) / 4_294_967_296
    }
  }()

  // MARK: Tracks

  private static func tracks(_ options: Options) {
    var report = Report(
      "track of 1000 keys, one query", ["keys", "transition", "ns", "at most", "allocations"],
      form: options.form)
    let transitions: [(String, KeyframeTransition)] = [
      ("linear", .curve(.linear)), ("cubicInOut", .curve(.cubicInOut)),
      ("bezier", .curve(.bezierDefault)), ("monotone", .smooth(.monotone)), ("hold", .hold),
    ]
    for (spacing, uneven) in [("even", false), ("uneven", true)] {
      for (name, transition) in transitions {
        let track = track(transition, uneven: uneven)
        let end = track.keys[999].time
        let queries = times.map { $0 * end }
        let (seconds, allocations) = measure(options.runs) {
          var sum = 0.0
          for index in 0..<evaluations { sum += track.value(at: queries[index & 4095]) }
          return sum
        }
        report.add([
          spacing, name, decimal(seconds / Double(evaluations) * 1e9, 1), "60", "\(allocations)",
        ])
      }
    }
    report.show()
  }

  private static func track(
    _ transition: KeyframeTransition, uneven: Bool
  ) -> KeyframeTrack<Double> {
    var time = 0.0
    let keys = (0..<1000).map { index in
      time += uneven ? 0.02 + times[index] * times[index] * times[index] : 0.4
      return Keyframe(time: time, value: times[index + 1000] * 10, transition: transition)
    }
    do { return try KeyframeTrack(keys) } catch { fail("\(error)") }
  }

  // MARK: Tweens

  private static func tweens(_ options: Options) {
    var report = Report(
      "10 000 live tweens, one tick", ["values", "ms", "at most", "allocations"],
      form: options.form)
    let sum = Sum()
    for (name, curve) in [
      ("numbers, quadratic", Curve.quadraticInOut), ("numbers, sine", .sineOut),
    ] {
      let tweener = Tweener()
      for index in 0..<10_000 {
        tweener.tween(
          duration: 1e6, delay: 0, from: Double(index), to: 1, curve: curve
        ) { sum.value += $0 }
      }
      report.add(row(name, tweener, options))
    }
    let tweener = Tweener()
    for index in 0..<10_000 {
      tweener.tween(
        duration: 1e6, from: Point(x: Double(index), y: 0), to: Point(x: 0, y: 1),
        curve: Curve.cubicOut
      ) { sum.value += $0.x }
    }
    report.add(row("points, cubic", tweener, options))
    report.show()
    if !sum.value.isFinite { fail("a value is not a number") }
  }

  private final class Sum {
    var value = 0.0
  }

  private static func row(_ name: String, _ tweener: Tweener, _ options: Options) -> [String] {
    let ticks = 100
    let (seconds, allocations) = measure(options.runs) {
      for _ in 0..<ticks { tweener.tick(by: 0.016) }
      return tweener.time
    }
    return [name, decimal(seconds / Double(ticks) * 1e3, 3), "1", "\(allocations)"]
  }

  /// The median time of some work, and the allocations of its last run.
  private static func measure(_ runs: Int, _ work: () -> Double) -> (Double, Int) {
    var result = 0.0
    let seconds = medianSeconds(runs: runs) { result += work() }
    let before = bromide_allocations()
    result += work()
    let allocations = bromide_allocations() - before
    // Use the result, so that the compiler does not remove the work.
    if result == 42 { print("") }
    return (seconds, before < 0 ? -1 : allocations)
  }
}

/// Qt's easing curves, timed by a separate program that scripts/bench builds if Qt is installed.
private struct Rival {
  let version: String
  /// By our names.
  let nanoseconds: [String: Double]

  static func easing(evaluations: Int, runs: Int) -> Rival? {
    guard let program = Environment.variable("QT_EASING"), !program.isEmpty else { return nil }
    let output = "/tmp/bromide-bench-qt-\(evaluations).txt"
    guard Program.run([program, "\(evaluations)", "\(runs)"], output: output).status == 0 else {
      return nil
    }
    let lines = Environment.text(ofFile: output).split(separator: "\n").map {
      $0.split(separator: " ")
    }
    var nanoseconds: [String: Double] = [:]
    var version = ""
    for line in lines where line.count == 2 {
      if line[0] == "version" {
        version = String(line[1])
      } else {
        nanoseconds[String(line[0])] = Double(line[1])
      }
    }
    for twin in ["back", "elastic", "bounce"] { nanoseconds[twin] = nanoseconds[twin + "Out"] }
    return Rival(version: version, nanoseconds: nanoseconds)
  }
}
