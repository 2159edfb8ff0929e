/// A value at a moment and its velocity, stored as a second value that it would reach in a given
/// time.
///
/// In this form, every `Interpolatable` can have a velocity, even if its values cannot be
/// subtracted.
public struct Motion<Value: Interpolatable>: Sendable {
  /// The value at the moment.
  public let position: Value
  /// The value that it would reach after `seconds` at its current velocity.
  public let ahead: Value
  /// Seconds from `position` to `ahead`, above 0.
  public let seconds: Double

  /// Creates a motion from `position` to `ahead` in `seconds`, which must be above 0.
  @inlinable public init(position: Value, ahead: Value, seconds: Double) {
    precondition(seconds > 0, "the time to the value ahead must be above 0")
    self.position = position
    self.ahead = ahead
    self.seconds = seconds
  }

  /// Creates a motion with velocity 0.
  @inlinable public init(restingAt position: Value) {
    self.init(position: position, ahead: position, seconds: 1)
  }

  /// Creates a motion between two values at the fraction `share` of the distance. The fraction
  /// grows with `rate`.
  ///
  /// The value ahead is half the distance away, so an angle stays on the side to which it turns. If
  /// the rate is not a finite number, the motion is at rest.
  @inlinable
  init(from start: Value, to end: Value, at share: Double, sharePerSecond rate: Double) {
    let position = start.interpolated(to: end, at: share)
    let seconds = 0.5 / abs(rate)
    guard seconds > 0, seconds.isFinite else {
      self.init(restingAt: position)
      return
    }
    let ahead = start.interpolated(to: end, at: share + (rate > 0 ? 0.5 : -0.5))
    self.init(position: position, ahead: ahead, seconds: seconds)
  }
}

extension Motion where Value: BinaryFloatingPoint {
  /// Change per second.
  @inlinable public var slope: Double { Double(ahead - position) / seconds }

  /// Creates the motion of a number that changes by `slope` per second.
  @inlinable public init(position: Value, slope: Double) {
    self.init(position: position, ahead: position + Value(slope), seconds: 1)
  }
}
