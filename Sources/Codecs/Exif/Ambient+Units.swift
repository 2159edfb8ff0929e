internal import BromideLibc

/// Unit conversions for the measurements of a camera's sensors.
public enum AmbientUnits {
  /// Standard gravity in m/s² (CGPM 1901).
  public static let standardGravity = 9.80665

  /// Converts mGal (10⁻⁵ m/s²), EXIF's unit of acceleration, to m/s².
  public static func metersPerSecondSquared(milligals: Double) -> Double { milligals / 100_000 }

  /// Converts mGal to multiples of standard gravity: 980665 gives 1.
  public static func standardGravities(milligals: Double) -> Double {
    metersPerSecondSquared(milligals: milligals) / standardGravity
  }

  /// Converts hPa, EXIF's unit of pressure, to kPa.
  public static func kilopascals(hectopascals: Double) -> Double { hectopascals / 10 }

  /// Returns the metres gained from one pressure to another, both in hPa.
  ///
  /// It uses the barometric formula of the International Standard Atmosphere (ISO 2533) below 11
  /// km. Near sea level, a metre is 0.012 kPa. The result is NaN unless both pressures are
  /// positive.
  public static func altitudeChange(from first: Double, to second: Double) -> Double {
    altitude(hectopascals: second) - altitude(hectopascals: first)
  }

  /// Returns the altitude in metres. ISO 2533: 288.15 K and 1013.25 hPa at sea level, 6.5 K less
  /// per kilometre, R = 287.05287 J/(kg·K).
  private static func altitude(hectopascals: Double) -> Double {
    guard hectopascals > 0 else { return .nan }
    let lapse = 0.0065
    let exponent = 287.05287 * lapse / standardGravity
    return 288.15 / lapse * (1 - pow(hectopascals / 1013.25, exponent))
  }
}

extension Ambient {
  /// Acceleration in m/s².
  public var metersPerSecondSquared: Double? {
    acceleration.map { AmbientUnits.metersPerSecondSquared(milligals: $0.value) }
  }

  /// Acceleration in multiples of standard gravity.
  public var standardGravities: Double? {
    acceleration.map { AmbientUnits.standardGravities(milligals: $0.value) }
  }

  /// Pressure in kPa.
  public var kilopascals: Double? {
    pressure.map { AmbientUnits.kilopascals(hectopascals: $0.value) }
  }
}
