/// What a tweener is to do: a tween, or a group of plans in sequence, in parallel, or staggered.
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
/// Within a group everything has its time from the start: a part of a sequence begins exactly when
/// the one before ends, not at the tick that notices.
public struct TweenPlan {
  /// Called once: true after the last value, false when cancelled before.
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

  /// A tween with its value and curve sealed in a function of normalised time.
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
  /// One value from here to there.
  ///
  /// `progress` gets the value at the curve's start first, at once when there is no delay and else
  /// at the first tick that is not before the delay's end; then the value at every tick; and at the
  /// end the value at the curve's end, exactly. Nothing is clamped.
  ///
  /// - Parameters:
  ///   - duration: seconds of one run; negative counts as 0.
  ///   - delay: seconds before it; negative counts as 0.
  ///   - start: the value to start from.
  ///   - end: the value to arrive at.
  ///   - curve: how it moves.
  ///   - repetition: how often.
  ///   - yoyo: whether every second run goes backwards.
  ///   - progress: takes the values.
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

  /// A share from 0 to 1.
  @inlinable
  public static func tween(
    duration: Double, delay: Double = 0, curve: some Easing = Curve.quadraticInOut,
    repetition: Repetition = .once, yoyo: Bool = false, progress: @escaping (Double) -> Void
  ) -> TweenPlan {
    tween(
      duration: duration, delay: delay, from: 0, to: 1, curve: curve, repetition: repetition,
      yoyo: yoyo, progress: progress)
  }

  /// Nothing, for so many seconds.
  public static func wait(_ seconds: Double) -> TweenPlan {
    let leaf = Leaf(
      duration: seconds, repetition: .once, yoyo: false, apply: { _ in })
    return TweenPlan(.leaf(leaf))
  }

  /// One after another. What follows one that repeats for ever does not begin.
  public static func sequence(_ plans: [TweenPlan]) -> TweenPlan {
    TweenPlan(.group(.sequence, plans))
  }

  /// All at once; complete when the longest is.
  public static func parallel(_ plans: [TweenPlan]) -> TweenPlan {
    TweenPlan(.group(.parallel, plans))
  }

  /// Each begins `interval` seconds after the one before.
  public static func staggered(by interval: Double, _ plans: [TweenPlan]) -> TweenPlan {
    TweenPlan(.group(.staggered(interval.asDuration), plans))
  }

  /// The same, with a function that is called once when it has ended: with true after its last
  /// value, with false when cancelled before. Of plans that end together the inner is told first.
  public func completing(_ completion: @escaping Completion) -> TweenPlan {
    TweenPlan(.completing(self, completion))
  }

  /// The same, begun so many seconds later; negative counts as 0.
  public func delayed(by delay: Double) -> TweenPlan {
    delay > 0 ? TweenPlan(.delayed(self, delay)) : self
  }
}
