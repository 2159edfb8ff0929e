/// Names of compass directions.
public enum Heading {
  /// Into how many named directions the circle is divided.
  public enum Points: Int, Sendable, CaseIterable {
    case four = 4
    case eight = 8
    case sixteen = 16
  }

  private static let names = [
    "N", "NNE", "NE", "ENE", "E", "ESE", "SE", "SSE", "S", "SSW", "SW", "WSW", "W", "WNW", "NW",
    "NNW",
  ]

  /// The name of the direction `degrees` clockwise from north; nil for a negative number, which means unknown.
  ///
  /// A name's range is centred on its direction; the lower border belongs to it: with four points E is 45 ..< 135.
  /// 360 and more go round again.
  public static func name(_ degrees: Double, points: Points = .four) -> String? {
    guard degrees >= 0, degrees.isFinite else { return nil }
    let count = points.rawValue
    let turned = degrees.truncatingRemainder(dividingBy: 360) / 360 * Double(count) + 0.5
    return names[Int(turned) % count * (names.count / count)]
  }
}
