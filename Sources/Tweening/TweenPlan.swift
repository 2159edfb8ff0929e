/// A task for a tweener: a tween, or a group of plans in sequence, in parallel, or staggered.
///
/// ```swift
/// tweener.start(.sequence([
///   .tween(duration: 0.3, from: 0.0, to: 1.0) { picture.opacity = $0 },
///   .wait(1),
///   .parallel([
///     .tween(duration: 0.5, from: place, to: aside) { picture.place = $0 },
///     .tween(duration: 0.2, from: 1.0, to: 0.0) { picture.opacity = $0 },
///   ]),
/// ]))
/// ```
///
/// All times in a group are fixed from its start. A part of a sequence begins exactly when the
/// previous part ends, even if the tick comes later.
public struct TweenPlan {
  /// A function that is called once: with true after the last value, or with false after a
  /// cancellation.
  public typealias Completion = (_ finished: Bool) -> Void

  @usableFromInline
  indirect enum Node {
    case leaf(Leaf)
    case group(Arrangement, [TweenPlan])
    case completing(TweenPlan, Completion)
    case delayed(TweenPlan, Double)
  }

  @usableFromInline
  enum Arrangement {
    case sequence
    case parallel
    case staggered(Double)
  }

  /// A tween, stored as a function of normalised time that captures value and curve.
  @usableFromInline
  struct Leaf {
    let duration: Double
    let repetition: Repetition
    let yoyo: Bool
    let apply: (Double) -> Void

    @usableFromInline
    init(
      duration: Double, repetition: Repetition, yoyo: Bool, apply: @escaping (Double) -> Void
    ) {
      self.duration = duration.asDuration
      self.repetition = repetition
      self.yoyo = yoyo
      self.apply = apply
    }
  }

  let node: Node

  @usableFromInline init(_ node: Node) { self.node = node }
}

extension TweenPlan {
  /// Creates a tween of one value from a start to an end.
  ///
  /// `progress` first receives the value at the curve's start: immediately without a delay,
  /// otherwise at the first tick after the delay. It then receives the value at every tick, and at
  /// the end exactly the value at the curve's end. Values are not clamped.
  ///
  /// - Parameters:
  ///   - duration: Seconds of one run. Negative numbers become 0.
  ///   - delay: Seconds before the first run. Negative numbers become 0.
  ///   - start: The first value.
  ///   - end: The last value.
  ///   - curve: The easing of each run.
  ///   - repetition: Number of runs.
  ///   - yoyo: Whether every second run goes backwards.
  ///   - progress: Receives the values.
  @inlinable
  public static func tween<Value: Interpolatable>(
    duration: Double, delay: Double = 0, from start: Value, to end: Value,
    curve: some Easing = Curve.quadraticInOut, repetition: Repetition = .once, yoyo: Bool = false,
    progress: @escaping (Value) -> Void
  ) -> TweenPlan {
    let leaf = Leaf(
      duration: duration, repetition: repetition, yoyo: yoyo,
      apply: { u in progress(start.interpolated(to: end, at: curve(u))) })
    return TweenPlan(.leaf(leaf)).delayed(by: delay)
  }

  /// Creates a tween from 0 to 1.
  @inlinable
  public static func tween(
    duration: Double, delay: Double = 0, curve: some Easing = Curve.quadraticInOut,
    repetition: Repetition = .once, yoyo: Bool = false, progress: @escaping (Double) -> Void
  ) -> TweenPlan {
    tween(
      duration: duration, delay: delay, from: 0, to: 1, curve: curve, repetition: repetition,
      yoyo: yoyo, progress: progress)
  }

  /// Creates a pause of some seconds.
  public static func wait(_ seconds: Double) -> TweenPlan {
    let leaf = Leaf(
      duration: seconds, repetition: .once, yoyo: false, apply: { _ in })
    return TweenPlan(.leaf(leaf))
  }

  /// Runs plans in order. A plan after one that repeats forever never begins.
  public static func sequence(_ plans: [TweenPlan]) -> TweenPlan {
    TweenPlan(.group(.sequence, plans))
  }

  /// Runs plans in parallel. The group ends with its longest plan.
  public static func parallel(_ plans: [TweenPlan]) -> TweenPlan {
    TweenPlan(.group(.parallel, plans))
  }

  /// Starts each plan `interval` seconds after the previous one.
  public static func staggered(by interval: Double, _ plans: [TweenPlan]) -> TweenPlan {
    TweenPlan(.group(.staggered(interval.asDuration), plans))
  }

  /// Returns this plan with a function to call once when it has ended.
  ///
  /// The function receives true after the last value, or false after a cancellation. If plans end
  /// together, the inner plan's function is called first.
  public func completing(_ completion: @escaping Completion) -> TweenPlan {
    TweenPlan(.completing(self, completion))
  }

  /// Returns this plan, started `delay` seconds later. Negative numbers become 0.
  public func delayed(by delay: Double) -> TweenPlan {
    delay > 0 ? TweenPlan(.delayed(self, delay)) : self
  }
}
