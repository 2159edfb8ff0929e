internal import BromideLibc
internal import BromideSystem

/// One axis of a plot: its range, grid lines and numbers.
public struct Axis: Sendable, Hashable {
  /// The visible range of values, in the axis's unit.
  public var range: ClosedRange<Double>
  /// Values with thin lines.
  public var lines: [Double]
  /// Values with more prominent lines, such as 0 and 1.
  public var majorLines: [Double]
  /// Values with numbers.
  public var numbers: [Double]
  /// The unit after each number.
  public var unit: String

  /// Creates an axis with numbered lines at round values.
  ///
  /// - Parameters:
  ///   - range: The range, which must not be empty.
  ///   - count: The approximate number of lines.
  public init(_ range: ClosedRange<Double>, about count: Int = 5, unit: String = "") {
    self.range = range
    lines = Self.roundValues(in: range, about: count)
    majorLines = lines.contains(0) ? [0] : []
    numbers = lines
    self.unit = unit
  }

  /// Creates an axis with lines and numbers at these values.
  public init(
    _ range: ClosedRange<Double>, lines: [Double], majorLines: [Double], numbers: [Double],
    unit: String = ""
  ) {
    self.range = range
    self.lines = lines
    self.majorLines = majorLines
    self.numbers = numbers
    self.unit = unit
  }

  /// Returns the range of the points' y coordinates, extended by some values and a margin.
  ///
  /// - Parameters:
  ///   - points: Lines of points. Points that are not finite are skipped.
  ///   - xs: The x coordinates to use. For example, slopes can be infinite at the ends of a curve.
  ///   - room: The margin on each side, as a fraction of the range.
  public static func range(
    of points: [[SIMD2<Double>]], including: [Double],
    xs: ClosedRange<Double> = -Double.infinity...Double.infinity, room: Double = 0.06
  ) -> ClosedRange<Double> {
    var (low, high) = (including.min() ?? .infinity, including.max() ?? -.infinity)
    for point in points.joined() where xs.contains(point.x) && point.y.isFinite {
      low = min(low, point.y)
      high = max(high, point.y)
    }
    guard low < high else { return low.isFinite ? low - 1...low + 1 : 0...1 }
    let margin = room * (high - low)
    return low - margin...high + margin
  }

  /// Returns multiples of 1, 2 or 5 times a power of ten within a range.
  public static func roundValues(in range: ClosedRange<Double>, about count: Int) -> [Double] {
    let span = range.upperBound - range.lowerBound
    guard span > 0, span.isFinite, count > 0 else { return [range.lowerBound] }
    let rough = span / Double(count)
    let power = pow(10, log10(rough).rounded(.down))
    let factor = [1.0, 2, 5, 10].first { $0 * power >= rough * 0.75 } ?? 10
    let step = factor * power
    let first = Int((range.lowerBound / step - 1e-9).rounded(.up))
    let last = Int((range.upperBound / step + 1e-9).rounded(.down))
    guard first <= last else { return [] }
    // If the step is below 1, divide by its reciprocal. Then 0.3 does not become
    // 0.30000000000000004.
    let inverse = (1 / step).rounded()
    return (first...last).map { step < 1 ? Double($0) / inverse : Double($0) * step }
  }

  /// Formats a number for plots, with as few digits as necessary and a true minus sign.
  public static func text(_ value: Double) -> String {
    let rounded = (value * 1e6).rounded() / 1e6
    let text = (abs(rounded) < 1e9 ? rounded : value).shortest
    if text == "-0" { return "0" }
    return text.hasPrefix("-") ? "−" + text.dropFirst() : text
  }

  /// Returns the relative position of a value: 0 at the lower bound, 1 at the upper bound.
  func share(_ value: Double) -> Double {
    (value - range.lowerBound) / (range.upperBound - range.lowerBound)
  }
}
