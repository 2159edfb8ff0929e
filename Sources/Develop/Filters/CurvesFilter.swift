internal import BromideKernels
internal import BromideLibc
internal import BromideValues

extension Parameter {
  /// Gamma, 0.2…5: display light is raised to 1/gamma, so values above 1 brighten.
  public static let gamma = Parameter(
    "gamma", 0.2...5, standard: 1, tween: .logarithm,
    "Gamma of display light. Values above 1 are brighter. The exponent is 1/gamma")
  /// Points of a curve on sRGB code values, as pairs x, y, each 0…1, with x rising. By default, the
  /// list is empty.
  public static let toneCurve = Parameter(
    "tone-curve", .points, 0...1, standard: [],
    "Tone curve through points. 0 is black and 1 is white, as sRGB code values")
  /// Points of a curve on the red code values, in the form of `toneCurve`, which precedes it.
  public static let toneCurveRed = channelCurve("red")
  /// Points of a curve on the green code values, in the form of `toneCurve`, which precedes it.
  public static let toneCurveGreen = channelCurve("green")
  /// Points of a curve on the blue code values, in the form of `toneCurve`, which precedes it.
  public static let toneCurveBlue = channelCurve("blue")

  /// The curves of red, green and blue.
  static let channelCurves = [toneCurveRed, toneCurveGreen, toneCurveBlue]

  private static func channelCurve(_ color: String) -> Parameter {
    Parameter(
      "tone-curve-\(color)", .points, 0...1, standard: [],
      "Tone curve of \(color), after tone-curve. 0 is black and 1 is white, as sRGB code values")
  }
}

extension Parameter {
  /// Returns the curve of `toneCurve` through points, which maps sRGB code values from 0 to 1.
  ///
  /// - Precondition: `toneCurve` accepts the points.
  package static func curve(_ points: [Double]) -> @Sendable (Double) -> Double {
    let curve = PointCurve(points)
    return { curve($0) }
  }
}

extension Filter {
  /// Raises each component to 1/gamma, then applies the curve through the points, and the curve of
  /// the component, to its sRGB code value.
  ///
  /// All are one table per component. Components without a separate curve share one.
  static let curves = Filter(
    .display, [.gamma, .toneCurve] + Parameter.channelCurves, coloring: Parameter.channelCurves
  ) { settings, _ in
    let exponent = 1 / settings.number(.gamma)
    let shared = settings.numbers(.toneCurve)
    let channels = Parameter.channelCurves.map { settings.numbers($0) }
    let curves = channels.map { own in
      lightCurve(exponent: exponent, [shared, own].filter { !$0.isEmpty }.map { PointCurve($0) })
    }
    return .kernel(
      channels.allSatisfy(\.isEmpty) ? CurveKernel(curves[0]) : CurveKernel(channels: curves))
  }

  /// Returns a power of light, followed by curves of its sRGB code value.
  private static func lightCurve(
    exponent: Double, _ curves: [PointCurve]
  ) -> @Sendable (Double) -> Double {
    guard !curves.isEmpty else { return { pow($0, exponent) } }
    let transfer = TransferFunction.srgb
    return { light in
      transfer.decode(curves.reduce(transfer.encode(pow(light, exponent))) { $1($0) })
    }
  }
}

/// A smooth curve through points that never overshoots them.
///
/// It uses piecewise cubics. The slope at a point is the harmonic mean of the slopes on both sides
/// (F. N. Fritsch, J. Butland, 1984). Outside the ends, the curve is level.
struct PointCurve: Sendable {
  private let x: [Double]
  private let y: [Double]
  private let slopes: [Double]

  /// - Parameter points: Pairs x, y with rising x, at least two.
  init(_ points: [Double]) {
    x = stride(from: 0, to: points.count, by: 2).map { points[$0] }
    y = stride(from: 1, to: points.count, by: 2).map { points[$0] }
    var chords: [Double] = []
    for i in 1..<x.count { chords.append((y[i] - y[i - 1]) / (x[i] - x[i - 1])) }
    var slopes = [chords[0]]
    for (left, right) in zip(chords, chords.dropFirst()) {
      slopes.append(left * right > 0 ? 2 * left * right / (left + right) : 0)
    }
    slopes.append(chords[chords.count - 1])
    self.slopes = slopes
  }

  func callAsFunction(_ value: Double) -> Double {
    guard value > x[0] else { return y[0] }
    guard let end = x.firstIndex(where: { $0 >= value }) else { return y[y.count - 1] }
    let width = x[end] - x[end - 1]
    let t = (value - x[end - 1]) / width
    let u = 1 - t
    // Hermite's cubic.
    return y[end - 1] * u * u * (1 + 2 * t) + y[end] * t * t * (1 + 2 * u)
      + width * t * u * (slopes[end - 1] * u - slopes[end] * t)
  }
}
