/// Where a value is at a moment and how it moves: its velocity as a second value that it would
/// reach in a stated time.
///
/// So it exists for every `Interpolatable`, also for those that cannot be subtracted.
public struct Motion<Value: Interpolatable>: Sendable {
  /// The value at the moment.
  public let position: Value
  /// Where it would be after `seconds`, going on as it goes now.
  public let ahead: Value
  /// Above 0.
  public let seconds: Double

  /// A motion that would lead from `position` to `ahead` in `seconds`, which must be above 0.
  @inlinable public init(position: Value, ahead: Value, seconds: Double) {
    precondition(seconds > 0, "the time to the value ahead must be above 0")
    self.position = position
    self.ahead = ahead
    self.seconds = seconds
  }

  /// A value that does not move.
  @inlinable public init(restingAt position: Value) {
    self.init(position: position, ahead: position, seconds: 1)
  }

  /// `share` of the way between two values, the share growing at a rate.
  ///
  /// The value ahead is half of that way off, so that an angle stays on the side it turns to. A
  /// rate that is no finite number counts as rest.
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

  /// A number and its change per second.
  @inlinable public init(position: Value, slope: Double) {
    self.init(position: position, ahead: position + Value(slope), seconds: 1)
  }
}
