/// A value at a moment and its velocity, given as a second value that it would reach in a stated
/// time.
///
/// In this form a velocity exists for every `Interpolatable`, even for values that cannot be
/// subtracted.
public struct Motion<Value: Interpolatable>: Sendable {
  /// The value at the moment.
  public let position: Value
  /// The value it would reach after `seconds` at its present velocity.
  public let ahead: Value
  /// Seconds from `position` to `ahead`, above 0.
  public let seconds: Double

  /// A motion that leads from `position` to `ahead` in `seconds`, which must be above 0.
  @inlinable public init(position: Value, ahead: Value, seconds: Double) {
    precondition(seconds > 0, "the time to the value ahead must be above 0")
    self.position = position
    self.ahead = ahead
    self.seconds = seconds
  }

  /// A value at rest.
  @inlinable public init(restingAt position: Value) {
    self.init(position: position, ahead: position, seconds: 1)
  }

  /// The value at `share` of the way between two others, while the share grows at a rate.
  ///
  /// The value ahead is half of that way off, so that an angle stays on the side it turns to. A
  /// rate that is not a finite number counts as rest.
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

  /// A number that changes by `slope` per second.
  @inlinable public init(position: Value, slope: Double) {
    self.init(position: position, ahead: position + Value(slope), seconds: 1)
  }
}
