internal import BromideLibc

/// A tone curve that was fitted to pictures of a camera, as lightness at some amounts of light.
///
/// It takes scene-linear light, 1 the sensor's saturation, to display-linear light, 0…1. It
/// includes the exposure that belongs to the camera's model. Between knots it is monotone and
/// smooth (Fritsch–Carlson) over the logarithm of light, and below the first knot above 0 over
/// light itself.
public struct LookCurve: Sendable, Hashable, Codable {
  /// Light, rising from 0.
  public let knots: [Double]
  /// L* / 100 at the knots, never falling, 0…1.
  public let values: [Double]
  /// The photo and preview that the curve was fitted to.
  public let origin: Origin
  /// Slopes at the knots, per knot.
  private let slopes: [Double]

  /// The pictures that a curve was fitted to.
  public struct Origin: Sendable, Hashable, Codable {
    /// The camera's maker.
    public var make: String
    /// The camera's model.
    public var model: String
    /// The software and the picture style of the camera's pictures. Empty if they are unknown.
    public var style: String
    /// The camera's modes that change the tones of its pictures. Empty if they are unknown, and in
    /// files of earlier versions, whose style contains them.
    public var mode: String
    /// The photo's file name.
    public var photo: String

    /// - Parameter photo: The photo's file name.
    public init(make: String, model: String, style: String = "", mode: String = "", photo: String) {
      self.make = make
      self.model = model
      self.style = style
      self.mode = mode
      self.photo = photo
    }
  }

  /// Creates a curve through points. Returns `nil` unless there are at least 4, and they are finite
  /// and rise as required.
  public init?(knots: [Double], values: [Double], origin: Origin) {
    guard Self.problem(knots: knots, values: values) == nil else { return nil }
    self.knots = knots
    self.values = values
    self.origin = origin
    slopes = Self.monotoneSlopes(values)
  }

  /// The same curve, of no camera.
  public var withoutOrigin: LookCurve {
    LookCurve(self, origin: Origin(make: "", model: "", photo: ""))
  }

  private init(_ curve: LookCurve, origin: Origin) {
    (knots, values, slopes) = (curve.knots, curve.values, curve.slopes)
    self.origin = origin
  }

  /// Returns the problem with these points, as a clause with the accepted values, or `nil` if they
  /// form a curve.
  public static func problem(knots: [Double], values: [Double]) -> String? {
    guard counts.contains(knots.count), knots.count == values.count else {
      return
        "it has \(knots.count) knots and \(values.count) values; expected as many of both, \(counts.lowerBound) to \(counts.upperBound)"
    }
    guard (knots + values).allSatisfy(\.isFinite) else {
      return "a knot or value is not a finite number"
    }
    guard knots[0] == 0, knots[knots.count - 1] <= mostLight,
      zip(knots, knots.dropFirst()).allSatisfy({ $0 < $1 })
    else { return "its knots do not rise from 0 to at most \(Int(mostLight))" }
    guard values[0] >= 0, values[values.count - 1] <= 1,
      zip(values, values.dropFirst()).allSatisfy({ $0 <= $1 })
    else { return "its values fall somewhere, or leave 0 to 1; expected values that never fall" }
    return nil
  }

  private static let counts = 4...1024
  private static let mostLight = 64.0

  /// The knots of a fit: 0, and thirds of a stop from 2⁻⁹ to 1.
  public static let fittedKnots = [0] + (0...27).map { exp2(-9 + Double($0) / 3) }

  // MARK: The curve

  /// The display-linear light, 0…1, of scene-linear light `x`.
  public func callAsFunction(_ x: Double) -> Double {
    Self.light(lightness(x))
  }

  /// L* / 100 of scene-linear light `x`.
  public func lightness(_ x: Double) -> Double {
    let (first, t) = place(x)
    return Self.cubic(values[first], values[first + 1], slopes[first], slopes[first + 1], t)
  }

  /// The light with L* 50, by bisection, or `nil` if the curve never reaches it.
  public var middle: Double? {
    guard values[values.count - 1] > 0.5 else { return nil }
    var (low, high) = (0.0, knots[knots.count - 1])
    for _ in 0..<60 {
      let half = (low + high) / 2
      if lightness(half) < 0.5 { low = half } else { high = half }
    }
    return high
  }

  /// The stops by which the curve is brighter than the standard look in the middle tones, or `nil`
  /// if it is black.
  public var offset: Double? { middle.map { log2(Self.standardMiddle / $0) } }

  /// The light that ``ToneCurve/standard`` makes L* 50.
  static let standardMiddle = ToneCurve.standard.inverse(light(0.5))

  /// Returns the knot at or before `x`, and the fraction of the distance to the next.
  func place(_ x: Double) -> (knot: Int, share: Double) { Self.place(x, in: knots) }

  /// Returns the knot at or before `x`, and the fraction of the distance to the next. Knots rise
  /// from 0.
  public static func place(_ x: Double, in knots: [Double]) -> (knot: Int, share: Double) {
    let last = knots.count - 1
    guard x > 0 else { return (0, 0) }
    guard x < knots[last] else { return (last - 1, 1) }
    var (low, high) = (0, last)
    while high - low > 1 {
      let half = (low + high) / 2
      if knots[half] <= x { low = half } else { high = half }
    }
    guard low > 0 else { return (0, x / knots[1]) }
    return (low, log2(x / knots[low]) / log2(knots[high] / knots[low]))
  }

  private static func cubic(
    _ a: Double, _ b: Double, _ slopeA: Double, _ slopeB: Double, _ t: Double
  ) -> Double {
    let s = 1 - t
    return s * s * ((1 + 2 * t) * a + t * slopeA) + t * t * ((1 + 2 * s) * b - s * slopeB)
  }

  /// Slopes that keep a cubic between values that never fall from falling (Fritsch and Carlson,
  /// 1980): the mean of the neighbouring differences, limited to three times the smaller one.
  private static func monotoneSlopes(_ values: [Double]) -> [Double] {
    let steps = zip(values, values.dropFirst()).map { $1 - $0 }
    return values.indices.map { i in
      guard i > 0 else { return steps[0] }
      guard i < steps.count else { return steps[steps.count - 1] }
      let (before, after) = (steps[i - 1], steps[i])
      return min((before + after) / 2, 3 * min(before, after))
    }
  }

  /// The luminance of a lightness L* / 100.
  public static func light(_ lightness: Double) -> Double {
    Lab(l: 100 * lightness, a: 0, b: 0).xyz(white: .d65).y
  }

  /// L* / 100 of a luminance.
  public static func lightness(of light: Double) -> Double {
    Lab(xyz: light * Chromaticity.d65.xyz, white: .d65).l / 100
  }
}

extension LookCurve.Origin {
  /// Decodes an origin. The mode can be missing.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    make = try container.decode(String.self, forKey: .make)
    model = try container.decode(String.self, forKey: .model)
    style = try container.decode(String.self, forKey: .style)
    mode = try container.decodeIfPresent(String.self, forKey: .mode) ?? ""
    photo = try container.decode(String.self, forKey: .photo)
  }
}

extension LookCurve {
  private enum CodingKeys: String, CodingKey { case knots, values, origin }

  /// Decodes a curve. Throws `DecodingError.dataCorrupted` if the points are invalid.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let knots = try container.decode([Double].self, forKey: .knots)
    let values = try container.decode([Double].self, forKey: .values)
    let origin = try container.decode(Origin.self, forKey: .origin)
    guard let curve = LookCurve(knots: knots, values: values, origin: origin) else {
      throw DecodingError.dataCorruptedError(
        forKey: .values, in: container, debugDescription: "no rising curve")
    }
    self = curve
  }
}
