/// Names of compass directions.
public enum Heading {
  /// The number of named directions in the circle.
  public enum Points: Int, Sendable, CaseIterable {
    case four = 4
    case eight = 8
    case sixteen = 16
  }

  private static let names = [
    "N", "NNE", "NE", "ENE", "E", "ESE", "SE", "SSE", "S", "SSW", "SW", "WSW", "W", "WNW", "NW",
    "NNW",
  ]

  /// Returns the name of the direction `degrees` clockwise from north, or `nil` if `degrees` is
  /// negative (unknown).
  ///
  /// Each name covers a range around its direction, including the lower bound. With four points, E
  /// is 45 ..< 135. Values of 360 or more wrap around.
  public static func name(_ degrees: Double, points: Points = .four) -> String? {
    guard degrees >= 0, degrees.isFinite else { return nil }
    let count = points.rawValue
    let turned = degrees.truncatingRemainder(dividingBy: 360) / 360 * Double(count) + 0.5
    return names[Int(turned) % count * (names.count / count)]
  }
}
