internal import BromideDevelop
internal import BromideLibc
internal import BromideValues
internal import Tweening

/// A parameter's values in the space for interpolation.
struct TweenValue: VectorInterpolatable {
  /// Mired, logarithms, degrees or Oklab. For a window, its centre and the logarithms of its width
  /// and height.
  var numbers: [Double]
  /// Whether the numbers are a window that moves on a straight path on screen.
  var isWindow = false
  /// The typed value if it is unchanged, because conversion would lose the last bits.
  var typed: [Double]?

  func zipped(_ other: TweenValue, _ body: (Double, Double) -> Double) -> TweenValue {
    TweenValue(numbers: numbers.zipped(other.numbers, body))
  }

  /// Interpolates each number, or along a window's path. Both ends are exact.
  ///
  /// The size g of a window is g0^(1−s)·g1^s. Its centre moves proportionally to the size: c = c0 +
  /// (c1 − c0)·(g − g0)/(g1 − g0). So the point x with x = c0 + u·g0 = c1 + u·g1 stays at the same
  /// screen position u: c + u·g = x for all s. The size is the geometric mean of width and height,
  /// so both axes use one scale.
  func interpolated(to end: TweenValue, at share: Double) -> TweenValue {
    if share == 0 { return self }
    if share == 1 { return end }
    guard isWindow else { return zipped(end) { $0 + ($1 - $0) * share } }
    let growth = (end.numbers[2] + end.numbers[3] - numbers[2] - numbers[3]) / 2
    // (r^s − 1)/(r − 1) for r = e^growth.
    let part = growth == 0 ? share : expm1(share * growth) / expm1(growth)
    var value = self
    value.typed = nil
    for axis in 0..<2 {
      value.numbers[axis] += (end.numbers[axis] - numbers[axis]) * part
      value.numbers[axis + 2] += (end.numbers[axis + 2] - numbers[axis + 2]) * share
    }
    return value
  }

  /// Returns the progress towards a target.
  ///
  /// For windows, it exists only if the size or the centre is constant. Otherwise, the path is not
  /// straight in these numbers.
  func progress(of next: TweenValue, towards target: TweenValue) -> Double? {
    guard
      !isWindow || target.numbers[2...] == numbers[2...] || target.numbers[..<2] == numbers[..<2]
    else { return nil }
    return numbers.progress(of: next.numbers, towards: target.numbers)
  }
}

extension Parameter {
  /// Converts typed values to the space for interpolation.
  ///
  /// - Parameter before: The previous values, because an angle takes the shorter direction.
  func tweened(_ values: [Double], after before: TweenValue? = nil) -> TweenValue {
    switch tweenSpace {
    case .plain: return TweenValue(numbers: values, typed: values)
    case .mired: return TweenValue(numbers: values.map { 1e6 / $0 }, typed: values)
    case .logarithm: return TweenValue(numbers: values.map { log($0) }, typed: values)
    case .angle:
      guard let from = before?.numbers[0] else { return TweenValue(numbers: values, typed: values) }
      let turn = Angle(degrees: from).turn(to: Angle(degrees: values[0])) * (180 / .pi)
      return TweenValue(numbers: [from + turn], typed: values)
    case .hues:
      return TweenValue(
        numbers: Self.triples(values) { hue, saturation in
          let angle = hue * .pi / 180
          return (saturation * cos(angle), saturation * sin(angle))
        }, typed: values)
    case .window:
      let (width, height) = (values[2], values[3])
      return TweenValue(
        numbers: [values[0] + width / 2, values[1] + height / 2, log(width), log(height)],
        isWindow: true, typed: values)
    case .oklab:
      let light = values.map { TransferFunction.srgb.decode($0) }
      let color = OklabColor(linearSRGB: SIMD3(light[0], light[1], light[2]))
      return TweenValue(numbers: [color.lightness, color.a, color.b], typed: values)
    }
  }

  /// Converts values back to typed values. If a curve exceeded the range, this clamps them and
  /// returns `true`.
  func settled(_ value: TweenValue) -> (values: [Double], isClamped: Bool) {
    if let typed = value.typed { return (typed, false) }
    let free = values(of: value.numbers)
    var inside = clamped(free)
    if form == .points && !accepts(inside) { inside = Self.rising(inside) }
    // Smaller differences are rounding errors.
    let isClamped = zip(free, inside).contains { abs($0 - $1) > 1e-9 * max(1, abs($1)) }
    return (inside, isClamped)
  }

  private func values(of numbers: [Double]) -> [Double] {
    switch tweenSpace {
    case .plain: return numbers
    case .mired: return numbers.map { $0 > 0 ? 1e6 / $0 : .infinity }
    case .logarithm: return numbers.map { exp($0) }
    case .angle:
      let middle = (range.lowerBound + range.upperBound) / 2
      return [
        range.contains(numbers[0])
          ? numbers[0] : middle + (numbers[0] - middle).remainder(dividingBy: 360)
      ]
    case .hues:
      return Self.triples(numbers) { x, y in
        let hue = atan2(y, x) * 180 / .pi
        return (hue < 0 ? hue + 360 : hue, hypot(x, y))
      }
    case .window:
      let (width, height) = (exp(numbers[2]), exp(numbers[3]))
      return [numbers[0] - width / 2, numbers[1] - height / 2, width, height]
    case .oklab:
      let light = OklabColor(lightness: numbers[0], a: numbers[1], b: numbers[2]).linearSRGB
      return (0..<3).map { TransferFunction.srgb.encode(light[$0]) }
    }
  }

  /// Changes the first two of each group of three numbers.
  private static func triples(
    _ values: [Double], _ change: (Double, Double) -> (Double, Double)
  ) -> [Double] {
    stride(from: 0, to: values.count, by: 3).flatMap { at in
      let (first, second) = change(values[at], values[at + 1])
      return [first, second, values[at + 2]]
    }
  }

  /// Separates points with x values that a curve put in the wrong order.
  private static func rising(_ points: [Double]) -> [Double] {
    var points = points
    let gap = 1e-6
    for index in stride(from: 0, to: points.count, by: 2) {
      let least = index == 0 ? 0 : points[index - 2] + gap
      let most = 1 - gap * Double((points.count - 2 - index) / 2)
      points[index] = min(max(points[index], least), most)
    }
    return points
  }
}
