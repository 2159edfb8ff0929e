internal import BromideDrawing
internal import Tweening

/// Samples curves as points to draw, and chooses their axes.
enum CurveSamples {
  /// The number of steps. With this number, jumps look vertical within half a pixel.
  static let count = 960

  static func values(_ curve: Curve) -> [SIMD2<Double>] {
    (0...count).map { [Double($0) / Double(count), curve(Double($0) / Double(count))] }
  }

  /// Returns the derivative, with NaN if it is infinite.
  static func slopes(_ curve: Curve) -> [SIMD2<Double>] {
    (0...count).map { index in
      let u = Double(index) / Double(count)
      let slope = curve.slope(at: u)
      return [u, slope.isFinite ? slope : .nan]
    }
  }

  /// A curve's times except its ends.
  static let inner = 0.01...0.99

  /// Creates a value axis. It has lines at quarters if the range is typical, or at round values.
  ///
  /// - Parameter isSmall: Whether to number only 0 and 1.
  static func valueAxis(_ range: ClosedRange<Double>, isSmall: Bool) -> Axis {
    guard range.upperBound - range.lowerBound < 4 else {
      var axis = Axis(range, about: isSmall ? 3 : 6)
      axis.majorLines = [0, 1]
      return axis
    }
    let lines = stride(from: -4.0, through: 5, by: 0.25).filter(range.contains)
    let numbers =
      isSmall ? [0.0, 1] : stride(from: -4.0, through: 5, by: 0.5).filter(range.contains)
    return Axis(range, lines: lines, majorLines: [0, 1], numbers: numbers)
  }

  static func timeAxis(isSmall: Bool) -> Axis {
    Axis(
      0...1, lines: stride(from: 0.0, through: 1, by: isSmall ? 0.25 : 0.125).map { $0 },
      majorLines: [0, 1], numbers: isSmall ? [] : [0, 0.25, 0.5, 0.75, 1])
  }
}
