/// A value over time, given at keys: before the first it is the first, after the last the last.
///
/// ```swift
/// let exposure = try KeyframeTrack([
///   Keyframe(time: 0, value: 0.0, transition: .curve(.sineInOut)),
///   Keyframe(time: 2, value: 1.5, transition: .hold),
///   Keyframe(time: 3, value: 0.5),
/// ])
/// exposure.value(at: 1)   // 0.75
/// ```
public struct KeyframeTrack<Value: Interpolatable>: Sendable {
  public let keys: [Keyframe<Value>]
  @usableFromInline let spans: [KeyframeSpan<Value>]
  @usableFromInline let times: TimeIndex

  /// - Parameter keys: one or more, each later than the one before.
  public init(_ keys: [Keyframe<Value>]) throws(KeyframeError) {
    try self.init(keys, handles: nil)
  }

  private init(
    _ keys: [Keyframe<Value>], handles: ((Int, KeyframeTransition.Tangents) -> (Value, Value))?
  ) throws(KeyframeError) {
    guard let first = keys.first else { throw .noKeys }
    guard first.time.isFinite else { throw .time(key: 0, found: first.time, after: nil) }
    for index in keys.indices.dropFirst() {
      let (time, before) = (keys[index].time, keys[index - 1].time)
      guard time.isFinite else { throw .time(key: index, found: time, after: nil) }
      guard time > before else { throw .time(key: index, found: time, after: before) }
    }
    var spans: [KeyframeSpan<Value>] = []
    for index in keys.indices.dropLast() {
      let path: KeyframeSpan<Value>.Path
      switch keys[index].transition {
      case .curve(let curve): path = .curve(curve)
      case .hold: path = .hold
      case .smooth(let tangents):
        guard let handles else { throw .smoothNeedsVector(key: index) }
        let (first, second) = handles(index, tangents)
        path = .smooth(first, second)
      }
      let (key, next) = (keys[index], keys[index + 1])
      spans.append(
        KeyframeSpan(
          begins: key.time, duration: next.time - key.time, start: key.value, end: next.value,
          path: path))
    }
    self.keys = keys
    self.spans = spans
    times = TimeIndex(keys.map(\.time))
  }

  /// The value at any time.
  ///
  /// - Complexity: O(log n) for n keys, for keys at even times O(1).
  @inlinable public func value(at time: Double) -> Value {
    let index = times.last(notAfter: time)
    if index < 0 { return keys[0].value }
    if index >= spans.count { return keys[index].value }
    return spans[index].value(at: time)
  }
}

extension KeyframeTrack where Value: VectorInterpolatable {
  /// A track that may have smooth parts.
  ///
  /// - Parameter keys: one or more, each later than the one before.
  public init(_ keys: [Keyframe<Value>]) throws(KeyframeError) {
    try self.init(
      keys,
      handles: { index, tangents in
        let third = (keys[index + 1].time - keys[index].time) / 3
        let first = KeyframeTangent.slope(at: index, of: keys, tangents)
        let second = KeyframeTangent.slope(at: index + 1, of: keys, tangents)
        return (
          keys[index].value.zipped(first) { $0 + third * $1 },
          keys[index + 1].value.zipped(second) { $0 - third * $1 }
        )
      })
  }
}

/// The way from one key to the next.
@usableFromInline
struct KeyframeSpan<Value: Interpolatable>: Sendable {
  @usableFromInline
  enum Path: Sendable {
    case curve(Curve)
    case hold
    /// The inner control points of a cubic Bézier.
    case smooth(Value, Value)
  }

  @usableFromInline let begins: Double
  @usableFromInline let duration: Double
  @usableFromInline let start: Value
  @usableFromInline let end: Value
  @usableFromInline let path: Path

  @inlinable func value(at time: Double) -> Value {
    let u = (time - begins) / duration
    switch path {
    case .curve(let curve): return start.interpolated(to: end, at: curve(u))
    case .hold: return start
    case .smooth(let first, let second):
      // De Casteljau.
      let a = start.interpolated(to: first, at: u)
      let b = first.interpolated(to: second, at: u)
      let c = second.interpolated(to: end, at: u)
      return a.interpolated(to: b, at: u).interpolated(to: b.interpolated(to: c, at: u), at: u)
    }
  }
}
