public import BromideDevelop
internal import Tweening

/// The values of a parameter over the seconds of a source.
public struct ScheduledTrack: Sendable {
  /// The moving parameter.
  public let parameter: Parameter
  /// Times of keys, and start and end times of movements, in order, for plots.
  public let marks: [Mark]
  let movements: [Movement]
  /// The repetition of all movements, or `nil` for a single run.
  let loop: Loop?

  /// The repetition of a track, in seconds.
  struct Loop: Sendable {
    let period: Double
    /// The number of runs. It can be infinite.
    let count: Double
    let yoyo: Bool

    /// Returns the time within the run for a time of the source.
    ///
    /// A run starts at the end of the previous one. After the last run, the value stays at the end.
    func time(_ time: Double) -> Double {
      let run = min(max((time / period).rounded(.down), 0), count)
      guard run < count else { return yoyo && count.remainder(dividingBy: 2) == 0 ? 0 : period }
      let rest = min(max(time - run * period, 0), period)
      return yoyo && run.remainder(dividingBy: 2) != 0 ? period - rest : rest
    }
  }

  /// A point in time that the document sets.
  public struct Mark: Sendable, Hashable {
    /// Seconds from the source's start.
    public let time: Double
    /// The event at this time.
    public let kind: Kind
  }

  /// The event at a mark.
  public enum Kind: String, Sendable, Hashable {
    case key
    /// The start or end of a tween.
    case tween
    /// The start or end of a detour.
    case detour
  }

  init(_ parameter: Parameter, _ movements: [Movement], _ marks: [Mark], loop: Loop? = nil) {
    self.loop = loop
    self.parameter = parameter
    self.movements = movements
    self.marks = marks
  }

  /// Returns the values at a time in their typed units, and whether they were clamped because a
  /// curve exceeded the range.
  ///
  /// - Parameter time: Seconds from the source's start.
  /// - Complexity: O(log n) for n keys, O(m) for m tweens and detours.
  public func value(at time: Double) -> (values: [Double], isClamped: Bool) {
    let time = loop?.time(time) ?? time
    let movement = movements.last { $0.begin <= time } ?? movements[0]
    return parameter.settled(movement.value(at: time))
  }
}

/// A movement that lasts until the next one starts.
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

  /// The end time, infinite for endless repetition.
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

  /// Returns value and speed at a time, for the start of a detour.
  ///
  /// The slope is a numerical derivative up to this time, with the same method for all movements.
  /// For windows, it is the true slope of their curved path. The error of (3f(t) − 4f(t − h) + f(t
  /// − 2h)) / 2h is h²·f‴/3, or 10⁻¹⁰ for a movement in one second.
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
