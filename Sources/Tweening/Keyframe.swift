/// A value at a time, with the transition to the next key.
public struct Keyframe<Value: Interpolatable>: Sendable {
  /// Seconds.
  public let time: Double
  /// The value at the key's time.
  public let value: Value
  /// The transition to the next key. The last key ignores it.
  public let transition: KeyframeTransition

  /// Creates a key at `time` in seconds, with the transition to the next key.
  public init(time: Double, value: Value, transition: KeyframeTransition = .curve(.linear)) {
    self.time = time
    self.value = value
    self.transition = transition
  }
}

/// How a track moves from a key to the next one.
public enum KeyframeTransition: Hashable, Sendable {
  /// Follows a curve.
  case curve(Curve)
  /// Stays constant until the next key and jumps there.
  case hold
  /// Passes smoothly through the keys, with these tangents at both keys.
  case smooth(Tangents)

  /// The slope with which a smooth track passes a key.
  public enum Tangents: String, Hashable, Sendable, CaseIterable {
    /// The weighted harmonic mean of the slopes on both sides, or 0 if they differ in sign (Fritsch
    /// and Butland 1984). Between two keys, a component stays in their range.
    case monotone
    /// The slope from the previous key to the next key. This is rounder, but can leave the keys'
    /// range.
    case catmullRom
  }
}

/// The reason why keys do not form a track.
public enum KeyframeError: Error, Hashable, Sendable, CustomStringConvertible {
  case noKeys
  /// The key with this index is not later than the previous one, or its time is not a finite
  /// number.
  case time(key: Int, found: Double, after: Double?)
  /// Smooth tangents require values that consist of numbers.
  case smoothNeedsVector(key: Int)

  /// A sentence about the first invalid key.
  public var description: String {
    switch self {
    case .noKeys: "a track needs at least one key"
    case .time(let key, let found, let after?):
      "key \(key) is at \(found) s, but must be later than the key before it at \(after) s"
    case .time(let key, let found, nil): "key \(key) is at \(found) s, which is not a time"
    case .smoothNeedsVector(let key):
      "key \(key) requires a smooth track, but only plain numbers can be smooth"
    }
  }
}
