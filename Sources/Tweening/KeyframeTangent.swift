/// The slopes of smooth tracks, per component.
enum KeyframeTangent {
  /// Returns the change per second at a key.
  static func slope<Value: VectorInterpolatable>(
    at index: Int, of keys: [Keyframe<Value>], _ tangents: KeyframeTransition.Tangents
  ) -> Value {
    if keys.count == 2 { return secant(0, keys) }
    switch tangents {
    case .catmullRom:
      let (low, high) = (max(index - 1, 0), min(index + 1, keys.count - 1))
      let seconds = keys[high].time - keys[low].time
      return keys[low].value.zipped(keys[high].value) { ($1 - $0) / seconds }
    case .monotone:
      if index == 0 { return atEnd(secant(0, keys), secant(1, keys), span(0, keys), span(1, keys)) }
      let last = keys.count - 2
      if index > last {
        return atEnd(
          secant(last, keys), secant(last - 1, keys), span(last, keys), span(last - 1, keys))
      }
      let (before, after) = (span(index - 1, keys), span(index, keys))
      let (w1, w2) = (2 * after + before, after + 2 * before)
      return secant(index - 1, keys).zipped(secant(index, keys)) { a, b in
        a * b <= 0 ? 0 : (w1 + w2) / (w1 / a + w2 / b)
      }
    }
  }

  /// Returns the parabola's slope at the outer key. It is 0 if the parabola would turn back, and at
  /// most three times the slope to the neighbour.
  private static func atEnd<Value: VectorInterpolatable>(
    _ near: Value, _ far: Value, _ nearSpan: Double, _ farSpan: Double
  ) -> Value {
    near.zipped(far) { near, far in
      let slope = ((2 * nearSpan + farSpan) * near - nearSpan * far) / (nearSpan + farSpan)
      if slope * near <= 0 { return 0 }
      if near * far < 0 && abs(slope) > 3 * abs(near) { return 3 * near }
      return slope
    }
  }

  private static func secant<Value: VectorInterpolatable>(
    _ index: Int, _ keys: [Keyframe<Value>]
  ) -> Value {
    let seconds = span(index, keys)
    return keys[index].value.zipped(keys[index + 1].value) { ($1 - $0) / seconds }
  }

  private static func span<Value>(_ index: Int, _ keys: [Keyframe<Value>]) -> Double {
    keys[index + 1].time - keys[index].time
  }
}
