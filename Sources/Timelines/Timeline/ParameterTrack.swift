public import BromideDevelop
public import Tweening

/// The values of one parameter over a source's time, as written in a document.
///
/// A track contains keys or tweens, sorted by time. Each of them can have detours. A tween starts
/// from the current value and stays at its end. A detour abandons the current movement until the
/// next tween starts.
public struct ParameterTrack: Sendable {
  /// The moving parameter.
  public let parameter: Parameter
  /// Keys and movements, in order.
  public var entries: [Entry]
  /// The line in the document, starting at 1, or `nil` without a document.
  public var line: Int?
  /// The repetition of the entire track, or `nil` to play it once.
  public var loop: Loop?

  /// The repetition of all keys or movements of a track, starting with the source.
  public struct Loop: Sendable, Hashable {
    /// The number of runs.
    public var repetition: Repetition
    /// Whether every second run is reversed.
    public var yoyo: Bool
    /// The time of one run, or `nil` to use the end of the last key or movement.
    public var period: TimePoint?

    /// Creates a repetition.
    ///
    /// - Parameters:
    ///   - repetition: The number of runs.
    ///   - yoyo: Whether every second run is reversed.
    ///   - period: The time of one run, or `nil` to use the end of the last key or movement.
    public init(_ repetition: Repetition, yoyo: Bool = false, period: TimePoint? = nil) {
      self.repetition = repetition
      self.yoyo = yoyo
      self.period = period
    }
  }

  /// Creates a track.
  ///
  /// - Parameters:
  ///   - parameter: The moving parameter.
  ///   - entries: Keys and movements, in order. The first must not be a detour.
  ///   - line: The line in the document, starting at 1.
  public init(_ parameter: Parameter, _ entries: [Entry], line: Int? = nil) {
    self.parameter = parameter
    self.entries = entries
    self.line = line
  }

  /// A key or movement, with its line.
  public struct Entry: Sendable {
    /// The key or movement.
    public var action: Action
    /// The line in the document, starting at 1, or `nil` without a document.
    public var line: Int?

    /// Creates an entry.
    ///
    /// - Parameters:
    ///   - action: The key or movement.
    ///   - line: The line in the document, starting at 1.
    public init(_ action: Action, line: Int? = nil) {
      self.action = action
      self.line = line
    }
  }

  /// A change of a track's value.
  public enum Action: Sendable {
    /// A value at a time, with the transition to the next key. Values are in the parameter's unit,
    /// as typed.
    case key(at: TimePoint, value: [Double], transition: KeyframeTransition)
    /// A movement from a value, or from the current one, to another value.
    case tween(TweenEntry)
    /// Leaves the current movement at a time, starting with its speed, and moves to another value.
    case detour(at: TimePoint, to: [Double], duration: TimePoint, curve: Curve)
  }
}

/// A movement in a track, with its ends, time and repetition.
public struct TweenEntry: Sendable {
  /// Values at the start, or `nil` to use the current ones.
  public var from: [Double]?
  /// Values at the end.
  public var to: [Double]
  /// The start time, or `nil` for the end of the previous tween or the start of the source.
  public var start: TimePoint?
  /// The duration of one run, or `nil` for the rest of the source.
  public var duration: TimePoint?
  /// The curve of the movement.
  public var curve: Curve
  /// The number of runs.
  public var repetition: Repetition
  /// Whether every second run is reversed.
  public var yoyo: Bool

  /// Creates a movement.
  ///
  /// - Parameters:
  ///   - from: Values at the start, or `nil` to use the current ones.
  ///   - to: Values at the end.
  ///   - start: The start time, or `nil` for the end of the previous tween.
  ///   - duration: The duration of one run, or `nil` for the rest of the source.
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
