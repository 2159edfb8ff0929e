public import Develop
public import Tweening

/// One parameter's values over a source's time, as a document states them.
///
/// Either keys or tweens, in order of time; detours may follow each. A tween goes on from where the value is and stays at its
/// end; a detour leaves what is under way for good, until the next tween begins.
public struct ParameterTrack: Sendable {
  /// Which one moves.
  public let parameter: Parameter
  /// Keys and movements, in order.
  public var entries: [Entry]
  /// The line of the document, from 1; nil where no document stated it.
  public var line: Int?

  /// - Parameters:
  ///   - parameter: Which one moves.
  ///   - entries: Keys and movements, in order; the first is no detour.
  ///   - line: The line of the document, from 1.
  public init(_ parameter: Parameter, _ entries: [Entry], line: Int? = nil) {
    self.parameter = parameter
    self.entries = entries
    self.line = line
  }

  /// A key or movement with its line.
  public struct Entry: Sendable {
    /// What happens.
    public var action: Action
    /// The line of the document, from 1; nil where no document stated it.
    public var line: Int?

    /// - Parameters:
    ///   - action: What happens.
    ///   - line: The line of the document, from 1.
    public init(_ action: Action, line: Int? = nil) {
      self.action = action
      self.line = line
    }
  }

  /// What happens at a time.
  public enum Action: Sendable {
    /// A value at a moment, and how it goes on to the next key. Values are those of the parameter, as typed.
    case key(at: TimePoint, value: [Double], transition: KeyframeTransition)
    /// A movement from a value, or from where it is, to another.
    case tween(TweenEntry)
    /// What is under way is left at a moment, with the speed that it has, for another value.
    case detour(at: TimePoint, to: [Double], duration: TimePoint, curve: Curve)
  }
}

/// A movement in a track: from, to, and how often.
public struct TweenEntry: Sendable {
  /// The values at the beginning; nil: where it is then.
  public var from: [Double]?
  /// The values at the end.
  public var to: [Double]
  /// When it begins; nil: when the tween before it ends, or at the beginning.
  public var start: TimePoint?
  /// How long a run takes; nil: the rest of the source.
  public var duration: TimePoint?
  /// How it goes.
  public var curve: Curve
  /// How many runs there are.
  public var repetition: Repetition
  /// Whether every second run goes backwards.
  public var yoyo: Bool

  /// - Parameters:
  ///   - from: The values at the beginning; nil: where it is then.
  ///   - to: The values at the end.
  ///   - start: When it begins; nil: when the tween before it ends.
  ///   - duration: How long a run takes; nil: the rest of the source.
  ///   - curve: How it goes.
  ///   - repetition: How many runs there are.
  ///   - yoyo: Whether every second run goes backwards.
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
