public import Develop
public import Tweening

/// The values of one parameter over a source's time, as stated in a document.
///
/// A track has either keys or tweens, in order of time, and detours may follow each of them. A
/// tween starts from the current value and stays at its end; a detour abandons the current movement
/// for good, until the next tween begins.
public struct ParameterTrack: Sendable {
  /// The parameter that moves.
  public let parameter: Parameter
  /// Keys and movements, in order.
  public var entries: [Entry]
  /// The line in the document, from 1; nil if no document stated the track.
  public var line: Int?
  /// How often the whole row plays; nil for once.
  public var loop: Loop?

  /// The repetition of a whole row of keys or movements, from the source's beginning.
  public struct Loop: Sendable, Hashable {
    /// The number of runs.
    public var repetition: Repetition
    /// Whether every second run is reversed.
    public var yoyo: Bool
    /// The time of one run; nil for the end of the last key or movement.
    public var period: TimePoint?

    /// - Parameters:
    ///   - repetition: The number of runs.
    ///   - yoyo: Whether every second run is reversed.
    ///   - period: The time of one run; nil for the end of the last key or movement.
    public init(_ repetition: Repetition, yoyo: Bool = false, period: TimePoint? = nil) {
      self.repetition = repetition
      self.yoyo = yoyo
      self.period = period
    }
  }

  /// - Parameters:
  ///   - parameter: The parameter that moves.
  ///   - entries: Keys and movements, in order; the first is not a detour.
  ///   - line: The line in the document, from 1.
  public init(_ parameter: Parameter, _ entries: [Entry], line: Int? = nil) {
    self.parameter = parameter
    self.entries = entries
    self.line = line
  }

  /// A key or movement, with its line.
  public struct Entry: Sendable {
    /// The key or movement.
    public var action: Action
    /// The line in the document, from 1; nil if no document stated the entry.
    public var line: Int?

    /// - Parameters:
    ///   - action: The key or movement.
    ///   - line: The line in the document, from 1.
    public init(_ action: Action, line: Int? = nil) {
      self.action = action
      self.line = line
    }
  }

  /// A change of a track's value.
  public enum Action: Sendable {
    /// A value at a moment, and the transition to the next key. Values are those of the parameter,
    /// as typed.
    case key(at: TimePoint, value: [Double], transition: KeyframeTransition)
    /// A movement from a given value, or from the current one, to another.
    case tween(TweenEntry)
    /// Leaves the current movement at a moment, with its speed at that time, for another value.
    case detour(at: TimePoint, to: [Double], duration: TimePoint, curve: Curve)
  }
}

/// A movement in a track: its ends, its time, and its repetition.
public struct TweenEntry: Sendable {
  /// Values at the beginning; nil for the current ones.
  public var from: [Double]?
  /// Values at the end.
  public var to: [Double]
  /// Time of the beginning; nil for the end of the previous tween, or the beginning of the source.
  public var start: TimePoint?
  /// Duration of one run; nil for the rest of the source.
  public var duration: TimePoint?
  /// The curve of the movement.
  public var curve: Curve
  /// The number of runs.
  public var repetition: Repetition
  /// Whether every second run is reversed.
  public var yoyo: Bool

  /// - Parameters:
  ///   - from: Values at the beginning; nil for the current ones.
  ///   - to: Values at the end.
  ///   - start: Time of the beginning; nil for the end of the previous tween.
  ///   - duration: Duration of one run; nil for the rest of the source.
  ///   - curve: The curve of the movement.
  ///   - repetition: The number of runs.
  ///   - yoyo: Whether every second run is reversed.
  public init(
    from: [Double]? = nil, to: [Double], start: TimePoint? = nil, duration: TimePoint? = nil,
    curve: Curve = .linear, repetition: Repetition = .once, yoyo: Bool = false
  ) {
    self.from = from
    self.to = to
    self.start = start
    self.duration = duration
    self.curve = curve
    self.repetition = repetition
    self.yoyo = yoyo
  }
}
