/// A continuous line of whites from candlelight to blue sky, and the direction across it.
///
/// Below 3500 K it is the Planckian locus, and above 5000 K the CIE daylight locus. In between, the
/// two are blended in CIE 1960 (u, v) with weights linear in mired. Isotherms, along which only the
/// tint varies, are the normals of the two loci. They are blended in the same way, so that they
/// rotate continuously at both ends of the blend.
enum TemperatureLocus {
  /// The range of temperatures, in kelvin.
  static let temperatures = 1500.0...40_000.0
  /// The range of tints that keeps temperature and tint unique.
  static let tints = -150.0...150.0
  /// Tint per unit of Duv. Positive tint is above the locus in (u, v) and is a greener light.
  static let tintPerDuv = 3000.0

  private static let planckianEnd = 3500.0
  private static let daylightStart = 5000.0

  /// A point of the locus and the unit vector towards lower temperatures, in CIE 1960 (u, v).
  struct Point {
    var uv: SIMD2<Double>
    var tangent: SIMD2<Double>

    /// The unit vector upwards across the locus, in the direction of positive tint.
    var normal: SIMD2<Double> { SIMD2(-tangent.y, tangent.x) }
  }

  static func point(kelvin: Double) -> Point {
    if kelvin <= planckianEnd { return planckian(kelvin) }
    if kelvin >= daylightStart { return daylight(kelvin) }
    let weight = (1 / planckianEnd - 1 / kelvin) / (1 / planckianEnd - 1 / daylightStart)
    let (warm, cool) = (planckian(kelvin), daylight(kelvin))
    return Point(
      uv: (1 - weight) * warm.uv + weight * cool.uv,
      tangent: unit((1 - weight) * warm.tangent + weight * cool.tangent))
  }

  /// Black bodies: Planck's law as seen by the standard observer.
  static func planckian(_ kelvin: Double) -> Point {
    let (xyz, slope) = StandardObserver.blackBody(kelvin: kelvin)
    let weights = SIMD3<Double>(1, 15, 3)
    let bottom = (weights * xyz).sum()
    let bottomSlope = (weights * slope).sum()
    let top = SIMD2(4 * xyz.x, 6 * xyz.y)
    let topSlope = SIMD2(4 * slope.x, 6 * slope.y)
    // The sign follows from temperature falling along the tangent.
    return Point(uv: top / bottom, tangent: unit(top * bottomSlope - topSlope * bottom))
  }

  /// CIE daylight (CIE 15:2018, 4.1.2): x from temperature, y from x. The formula is for 4000 to 25
  /// 000 K. Outside that range, its pieces continue.
  private static func daylight(_ kelvin: Double) -> Point {
    let x = daylightX(kelvin)
    let y = (-3 * x + 2.870) * x - 0.275
    let slope = -6 * x + 2.870
    let bottom = -2 * x + 12 * y + 3
    let bottomSlope = -2 + 12 * slope
    let top = SIMD2(4 * x, 6 * y)
    let topSlope = SIMD2(4, 6 * slope)
    // x grows as temperature falls.
    return Point(uv: top / bottom, tangent: unit(topSlope * bottom - top * bottomSlope))
  }

  /// The two pieces differ by 5·10⁻⁷ at 7000 K. The upper piece is shifted by this difference, so
  /// that temperatures are continuous.
  private static func daylightX(_ kelvin: Double) -> Double {
    func lower(_ t: Double) -> Double { 0.244063 + (0.09911e3 + (2.9678e6 - 4.6070e9 / t) / t) / t }
    func upper(_ t: Double) -> Double { 0.237040 + (0.24748e3 + (1.9018e6 - 2.0064e9 / t) / t) / t }
    return kelvin <= 7000 ? lower(kelvin) : upper(kelvin) + (lower(7000) - upper(7000))
  }

  private static func unit(_ v: SIMD2<Double>) -> SIMD2<Double> {
    v / (v * v).sum().squareRoot()
  }

  /// The chromaticity in (u, v) at a temperature and Duv.
  static func uv(kelvin: Double, duv: Double) -> SIMD2<Double> {
    let point = point(kelvin: kelvin)
    return point.uv + duv * point.normal
  }

  /// Returns the temperature of the isotherm through `uv`, and the distance along it. Outside the
  /// locus, it uses the closest end and the distance along its isotherm.
  ///
  /// - Parameter locus: The line's point at a temperature in kelvin.
  static func nearest(
    _ uv: SIMD2<Double>, on locus: (Double) -> Point = point(kelvin:)
  ) -> (kelvin: Double, duv: Double, isBeyondEnd: Bool) {
    /// Distance of `uv` from the isotherm of a mired value, positive towards lower temperatures.
    func along(_ mired: Double) -> Double {
      let point = locus(1e6 / mired)
      return ((uv - point.uv) * point.tangent).sum()
    }
    func across(_ kelvin: Double) -> Double {
      let point = locus(kelvin)
      return ((uv - point.uv) * point.normal).sum()
    }
    var (low, high) = (1e6 / temperatures.upperBound, 1e6 / temperatures.lowerBound)
    var (atLow, atHigh) = (along(low), along(high))
    guard atLow > 0 else {
      return (temperatures.upperBound, across(temperatures.upperBound), atLow < 0)
    }
    guard atHigh < 0 else {
      return (temperatures.lowerBound, across(temperatures.lowerBound), atHigh > 0)
    }
    // Regula falsi with the Illinois rule (halve the value of an end that stays twice) needs about
    // 12 steps. The limit is for NaN.
    var mired = low
    var lastSide = 0
    for _ in 0..<200 {
      let next = (low * atHigh - high * atLow) / (atHigh - atLow)
      let value = along(next)
      let change = abs(next - mired)
      mired = next
      guard value != 0, change > 1e-14 * mired else { break }
      if value > 0 {
        if lastSide > 0 { atHigh /= 2 }
        (low, atLow, lastSide) = (next, value, 1)
      } else {
        if lastSide < 0 { atLow /= 2 }
        (high, atHigh, lastSide) = (next, value, -1)
      }
    }
    let kelvin = 1e6 / mired
    return (kelvin, across(kelvin), false)
  }
}

extension Chromaticity {
  /// Creates the white of a correlated colour temperature in kelvin and a tint of 3000 × Duv.
  /// Positive tint is greener light.
  ///
  /// - Throws: `ColorError.outOfRange` outside 1500 … 40 000 K and −150 … 150.
  public init(temperature kelvin: Double, tint: Double = 0) throws(ColorError) {
    guard TemperatureLocus.temperatures.contains(kelvin) else {
      throw .outOfRange("a colour temperature is 1500 to 40000 K")
    }
    guard TemperatureLocus.tints.contains(tint) else {
      throw .outOfRange("a tint is -150 to 150")
    }
    self.init(
      uv1960: TemperatureLocus.uv(kelvin: kelvin, duv: tint / TemperatureLocus.tintPerDuv))
  }

  /// The correlated colour temperature in kelvin and the tint of this white: the inverse of
  /// `init(temperature:tint:)`.
  ///
  /// - Throws: `ColorError.outOfRange` for whites outside 1500 … 40 000 K and −150 … 150.
  public func temperatureAndTint() throws(ColorError) -> (temperature: Double, tint: Double) {
    let (kelvin, duv, isBeyondEnd) = TemperatureLocus.nearest(uv1960)
    let tint = duv * TemperatureLocus.tintPerDuv
    // The ends of the range themselves come back with a rounding error.
    let limit = TemperatureLocus.tints.upperBound * (1 + 1e-9)
    guard !isBeyondEnd, abs(tint) <= limit else {
      throw .outOfRange(
        "a white has a colour temperature of 1500 to 40000 K and a tint of -150 to 150")
    }
    return (kelvin, tint)
  }

  /// Temperature and tint without limits on the tint. Whites outside the locus use its closest end.
  var nearestTemperatureAndTint: (temperature: Double, tint: Double) {
    let (kelvin, duv, _) = TemperatureLocus.nearest(uv1960)
    return (kelvin, duv * TemperatureLocus.tintPerDuv)
  }
}
