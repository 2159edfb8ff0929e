public import Develop
internal import Tweening

/// The values of a parameter over the seconds of a source.
public struct ScheduledTrack: Sendable {
  /// The parameter that moves.
  public let parameter: Parameter
  /// Times of keys, and of the beginning and end of movements, in order; for plots.
  public let marks: [Mark]
  let movements: [Movement]
  /// The repetition of all of them; nil for a single run.
  let loop: Loop?

  /// The repetition of a row, in seconds.
  struct Loop: Sendable {
    let period: Double
    /// Infinite for an endless one.
    let count: Double
    let yoyo: Bool

    /// The time within the row at a time of the source. A run begins where the one before it ends; after the last the row
    /// stays at its end.
    func time(_ time: Double) -> Double {
      let run = min(max((time / period).rounded(.down), 0), count)
      guard run < count else { return yoyo && count.remainder(dividingBy: 2) == 0 ? 0 : period }
      let rest = min(max(time - run * period, 0), period)
      return yoyo && run.remainder(dividingBy: 2) != 0 ? period - rest : rest
    }
  }

  /// A moment named in the document.
  public struct Mark: Sendable, Hashable {
    /// Seconds from the source's beginning.
    public let time: Double
    /// The event at that time.
    public let kind: Kind
  }

  /// The event at a mark.
  public enum Kind: String, Sendable, Hashable {
    case key
    /// A tween begins or ends.
    case tween
    /// A detour leaves a movement, or arrives.
    case detour
  }

  init(_ parameter: Parameter, _ movements: [Movement], _ marks: [Mark], loop: Loop? = nil) {
    self.loop = loop
    self.parameter = parameter
    self.movements = movements
    self.marks = marks
  }

  /// The values at a time, as they may be typed, and whether a curve had carried them beyond the
  /// range.
  ///
  /// - Parameter time: Seconds from the source's beginning.
  /// - Complexity: O(log n) for n keys, O(m) for m tweens and detours.
  public func value(at time: Double) -> (values: [Double], isClamped: Bool) {
    let time = loop?.time(time) ?? time
    let movement = movements.last { $0.begin <= time } ?? movements[0]
    return parameter.settled(movement.value(at: time))
  }
}

/// A movement that lasts from its beginning until the next one begins.
enum Movement: Sendable {
  case keys(KeyframeTrack<TweenValue>)
  case tween(Tweening.Animation<TweenValue, Curve>, from: TweenValue)
  case detour(Detour<TweenValue, Curve>)

  var begin: Double {
    switch self {
    case .keys(let track): track.keys[0].time
    case .tween(let animation, _): animation.startTime
    case .detour(let detour): detour.departure
    }
  }

  /// Time of its end; infinite for endless repetition.
  var end: Double {
    switch self {
    case .keys(let track): track.keys[track.keys.count - 1].time
    case .tween(let animation, _): animation.startTime + animation.duration
    case .detour(let detour): detour.arrival
    }
  }

  func value(at time: Double) -> TweenValue {
    switch self {
    case .keys(let track): track.value(at: time)
    case .tween(let animation, let from): animation.value(at: time) ?? from
    case .detour(let detour): detour.value(at: time)
    }
  }

  /// Value and speed at a time, for a detour to leave from.
  ///
  /// The slope is the one visible up to that time, by differences: the same method for all
  /// movements, and for windows the true slope of their curved path. (3f(t) − 4f(t − h) + f(t −
  /// 2h)) / 2h errs by h²·f‴/3, 10⁻¹⁰ for a movement in a second.
  func motion(at time: Double) -> Motion<TweenValue> {
    let step = 1e-5
    let back = time - 2 * step >= begin ? -step : step
    let position = value(at: time)
    let (one, two) = (value(at: time + back), value(at: time + 2 * back))
    let near = position.zipped(one) { 4 * $1 - 3 * $0 }
    let slope = near.zipped(two) { ($0 - $1) / (2 * back) }
    var ahead = position.zipped(slope) { $0 + $1 }
    ahead.isWindow = position.isWindow
    return Motion(position: position, ahead: ahead, seconds: 1)
  }
}
