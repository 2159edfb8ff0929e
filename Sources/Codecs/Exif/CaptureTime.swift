/// The moment of capture by the camera's clock, as in EXIF.
public struct CaptureTime: Sendable, Hashable, Codable {
  /// Year in the Gregorian calendar.
  public var year: Int
  /// Month, 1 … 12.
  public var month: Int
  /// Day, 1 … 31.
  public var day: Int
  /// Hour, 0 … 23.
  public var hour: Int
  /// Minute, 0 … 59.
  public var minute: Int
  /// Second, 0 … 59, or 60 for a leap second.
  public var second: Int
  /// The decimal digits after the second (EXIF SubSecTimeOriginal), unchanged.
  public var subSecond: String?
  /// The time zone, for example `+01:00` (EXIF OffsetTimeOriginal).
  public var zone: String?

  /// Creates a moment without checking that the date exists.
  public init(
    year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int,
    subSecond: String? = nil, zone: String? = nil
  ) {
    self.year = year
    self.month = month
    self.day = day
    self.hour = hour
    self.minute = minute
    self.second = second
    self.subSecond = subSecond
    self.zone = zone
  }
}

extension CaptureTime {
  /// Seconds since 1970-01-01 00:00:00 on the camera's clock, for any time zone of the clock.
  public var clockSeconds: Int {
    // Count days from 1 March of year 0, so that the leap day ends a year.
    let isEarly = month < 3
    let (m, y) = (isEarly ? month + 9 : month - 3, isEarly ? year - 1 : year)
    let days = 365 * y + y / 4 - y / 100 + y / 400 + (153 * m + 2) / 5 + day - 1
    return ((days - 719_468) * 24 + hour) * 3600 + minute * 60 + second
  }

  /// The fraction of the second, 0 ..< 1, from `subSecond`.
  public var fraction: Double { subSecond.flatMap { Double("0." + $0) } ?? 0 }

  /// The zone's offset from UTC in seconds, or `nil` for an unknown zone.
  public var zoneSeconds: Int? {
    guard let zone else { return nil }
    if zone == "Z" { return 0 }
    let parts = zone.dropFirst().split(separator: ":").compactMap { Int($0) }
    guard parts.count == 2 else { return nil }
    return (zone.hasPrefix("-") ? -60 : 60) * (parts[0] * 60 + parts[1])
  }
}
