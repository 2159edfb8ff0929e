extension CaptureTime {
  /// Seconds since 1970-01-01 00:00:00 by the camera's clock, whatever its zone.
  public var clockSeconds: Int {
    // Days since 1 March of year 0, so that the leap day ends a year.
    let isEarly = month < 3
    let (m, y) = (isEarly ? month + 9 : month - 3, isEarly ? year - 1 : year)
    let days = 365 * y + y / 4 - y / 100 + y / 400 + (153 * m + 2) / 5 + day - 1
    return ((days - 719_468) * 24 + hour) * 3600 + minute * 60 + second
  }

  /// What the digits after the second say, 0 ..< 1.
  public var fraction: Double { subSecond.flatMap { Double("0." + $0) } ?? 0 }

  /// Seconds that the zone's clocks are ahead of UTC; nil where no zone is stated.
  public var zoneSeconds: Int? {
    guard let zone else { return nil }
    if zone == "Z" { return 0 }
    let parts = zone.dropFirst().split(separator: ":").compactMap { Int($0) }
    guard parts.count == 2 else { return nil }
    return (zone.hasPrefix("-") ? -60 : 60) * (parts[0] * 60 + parts[1])
  }
}
