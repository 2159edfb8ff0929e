/// A value over time, defined by keys. Before the first key, it has the first value. After the last
/// key, it has the last value.
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
  /// One or more keys, ordered by time.
  public let keys: [Keyframe<Value>]
  @usableFromInline let spans: [KeyframeSpan<Value>]
  @usableFromInline let curves: KeyframeCurves
  @usableFromInline let times: TimeIndex

  /// - Parameter keys: One or more keys, each later than the previous one.
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
    var curves: [Curve] = []
    for index in keys.indices.dropLast() {
      let (key, next) = (keys[index], keys[index + 1])
      var span = KeyframeSpan(
        begins: key.time, duration: next.time - key.time, start: key.value, end: next.value)
      switch key.transition {
      case .curve: span.path = .curve
      case .hold: span.path = .hold
      case .smooth(let tangents):
        guard let handles else { throw .smoothNeedsVector(key: index) }
        (span.first, span.second) = handles(index, tangents)
        span.path = .smooth
      }
      spans.append(span)
      if case .curve(let curve) = key.transition {
        curves.append(curve)
      } else {
        curves.append(.hold)
      }
    }
    self.keys = keys
    self.spans = spans
    self.curves = KeyframeCurves(curves: curves)
    times = TimeIndex(keys.map(\.time))
  }

  /// Returns the value at any time.
  ///
  /// - Complexity: O(log n) for n keys; O(1) for keys at even times.
  @inlinable public func value(at time: Double) -> Value {
    let index = times.last(notAfter: time)
    if index < 0 { return keys[0].value }
    if index >= spans.count { return keys[index].value }
    let u = (time - spans[index].begins) / spans[index].duration
    switch spans[index].path {
    case .hold: return spans[index].start
    case .curve: return spans[index].start.interpolated(to: spans[index].end, at: curves(index, u))
    case .smooth: return spans[index].smooth(u)
    }
  }
}

extension KeyframeTrack where Value: VectorInterpolatable {
  /// Creates a track that can have smooth parts.
  ///
  /// - Parameter keys: One or more keys, each later than the previous one.
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

/// The path from one key to the next, without its curve.
@usableFromInline
struct KeyframeSpan<Value: Interpolatable>: Sendable {
  @usableFromInline
  enum Path: Sendable {
    case curve
    case hold
    case smooth
  }

  @usableFromInline let begins: Double
  @usableFromInline let duration: Double
  @usableFromInline let start: Value
  @usableFromInline let end: Value
  /// The inner control points of a cubic Bézier, for a smooth path.
  @usableFromInline var first: Value
  @usableFromInline var second: Value
  @usableFromInline var path = Path.hold

  init(begins: Double, duration: Double, start: Value, end: Value) {
    self.begins = begins
    self.duration = duration
    self.start = start
    self.end = end
    first = start
    second = end
  }

  /// Returns the value on a smooth path, with De Casteljau's algorithm.
  @inlinable func smooth(_ u: Double) -> Value {
    let a = start.interpolated(to: first, at: u)
    let b = first.interpolated(to: second, at: u)
    let c = second.interpolated(to: end, at: u)
    return a.interpolated(to: b, at: u).interpolated(to: b.interpolated(to: c, at: u), at: u)
  }
}

/// The curves of a track's spans, stored separately from the spans and evaluated in this module.
///
/// If a span contained its curve, each query from another module would copy the curve and retain
/// its storage, which takes 15 ns.
@usableFromInline
struct KeyframeCurves: Sendable {
  /// One curve for each span. Held and smooth spans do not use it.
  let curves: [Curve]

  @usableFromInline func callAsFunction(_ span: Int, _ u: Double) -> Double { curves[span](u) }
}
