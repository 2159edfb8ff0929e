extension CaptureTime {
  /// Parses EXIF's `YYYY:MM:DD HH:MM:SS`, or returns `nil` for another form or a date that does not
  /// exist.
  ///
  /// It also returns `nil` for `0000:00:00 00:00:00`, which means that the camera does not know the
  /// time.
  ///
  /// - Parameters:
  ///   - text: Date and time as cameras write them: colons, dashes or slashes in the date, and a
  ///     space or `T` after it. A fraction and a zone can follow, as in ISO 8601, and take
  ///     precedence over the other parameters. Trailing NULs and spaces are ignored.
  ///   - subSecond: The decimal digits of SubSecTime. Other texts are ignored.
  ///   - zone: OffsetTime, `+01:00`, `+0100` or `Z`. Other texts are ignored.
  public init?(exif text: String, subSecond: String? = nil, zone: String? = nil) {
    let bytes = Array(Self.trimmed(text).utf8)
    guard bytes.count >= 19, [":", "-", "/"].contains(where: { $0.utf8.first == bytes[4] }),
      bytes[7] == bytes[4], bytes[10] == UInt8(ascii: " ") || bytes[10] == UInt8(ascii: "T"),
      bytes[13] == UInt8(ascii: ":"), bytes[16] == UInt8(ascii: ":"),
      let year = Self.number(bytes[0..<4]), let month = Self.number(bytes[5..<7]),
      let day = Self.number(bytes[8..<10]), let hour = Self.number(bytes[11..<13]),
      let minute = Self.number(bytes[14..<16]), let second = Self.number(bytes[17..<19]),
      let rest = Self.rest(bytes[19...])
    else { return nil }
    self.init(
      year: year, month: month, day: day, hour: hour, minute: minute, second: second,
      subSecond: rest.fraction
        ?? subSecond.map(Self.trimmed).flatMap { Self.isSubSecond($0) ? $0 : nil },
      zone: rest.zone ?? zone.map(Self.trimmed).flatMap(Self.zone))
    guard isValid else { return nil }
  }

  /// Returns the part after the second in ISO 8601, or `nil` for other texts.
  private static func rest(_ bytes: ArraySlice<UInt8>) -> (fraction: String?, zone: String?)? {
    var text = String(decoding: bytes, as: UTF8.self)
    var fraction: String?
    if text.hasPrefix(".") {
      let digits = String(text.dropFirst().prefix { $0.isASCII && $0.isNumber })
      guard isSubSecond(digits) else { return nil }
      fraction = digits
      text.removeFirst(1 + digits.count)
    }
    guard !text.isEmpty else { return (fraction, nil) }
    return zone(text).map { (fraction, $0) }
  }

  /// Returns a zone with hours and minutes, or `nil` for other texts: `+00:00` for `Z`, `+05:30`
  /// for `+0530`.
  private static func zone(_ text: String) -> String? {
    if text == "Z" { return "+00:00" }
    let bytes = Array(text.utf8)
    // Count bytes, because a character can have five bytes.
    let zone =
      bytes.count == 5
      ? String(decoding: bytes[..<3], as: UTF8.self) + ":"
        + String(decoding: bytes[3...], as: UTF8.self)
      : text
    return isZone(zone) ? zone : nil
  }

  /// Whether the moment exists in the Gregorian calendar, years 1 to 9999, and its texts are
  /// well-formed. A leap second, 60, can end any quarter of an hour, because zones differ from UTC
  /// by quarters.
  public var isValid: Bool {
    guard (1...9999).contains(year), (1...12).contains(month) else { return false }
    let lastSecond = minute % 15 == 14 ? 60 : 59
    return (1...Self.days(inMonth: month, year: year)).contains(day)
      && (0...23).contains(hour) && (0...59).contains(minute) && (0...lastSecond).contains(second)
      && subSecond.map(Self.isSubSecond) != false && zone.map(Self.isZone) != false
  }

  /// `2026:11:21 07:05:09`: EXIF DateTimeOriginal.
  public var exifText: String {
    "\(padded(year, 4)):\(padded(month)):\(padded(day)) \(clock)"
  }

  /// `2026-11-21T07:05:09.042+01:00` (ISO 8601), with the fraction and the zone if they are known.
  public var iso8601Text: String {
    "\(padded(year, 4))-\(padded(month))-\(padded(day))T\(clock)"
      + (subSecond.map { ".\($0)" } ?? "") + (zone ?? "")
  }

  /// `Sat, 21 Nov 2026 07:05:09 +0100`: the form of RFC 1123, 5.2.14, which the PNG specification
  /// recommends for its Creation Time. An unknown zone is omitted.
  public var rfc1123Text: String {
    let months = [
      "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
    let month = months.indices.contains(month - 1) ? months[month - 1] : "Jan"
    let zone = zone.map { $0 == "Z" ? " +0000" : " " + $0.filter { $0 != ":" } } ?? ""
    return "\(weekday), \(padded(day)) \(month) \(year) \(clock)\(zone)"
  }

  /// The day of the week in the Gregorian calendar (C. Zeller's congruence, 1882).
  private var weekday: String {
    // January and February belong to the previous year.
    let isEarly = month < 3
    let (month, year) = (isEarly ? month + 12 : month, isEarly ? year - 1 : year)
    let number = day + 13 * (month + 1) / 5 + year + year / 4 - year / 100 + year / 400
    return ["Sat", "Sun", "Mon", "Tue", "Wed", "Thu", "Fri"][((number % 7) + 7) % 7]
  }

  private var clock: String { "\(padded(hour)):\(padded(minute)):\(padded(second))" }

  private func padded(_ number: Int, _ width: Int = 2) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
  }

  private static func days(inMonth month: Int, year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  private static func trimmed(_ text: String) -> String {
    var bytes = Array(text.utf8)
    while let last = bytes.last, last == 0 || last == UInt8(ascii: " ") { bytes.removeLast() }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
    var value = 0
    for digit in digits {
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { return nil }
      value = 10 * value + Int(digit - UInt8(ascii: "0"))
    }
    return value
  }

  private static func isSubSecond(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.count <= 18 && number(Array(text.utf8)[...]) != nil
  }

  /// Returns whether a text is a sign, hours up to 14 and minutes: `+05:30`.
  private static func isZone(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    guard bytes.count == 6, bytes[0] == UInt8(ascii: "+") || bytes[0] == UInt8(ascii: "-"),
      bytes[3] == UInt8(ascii: ":"), let hours = number(bytes[1..<3]),
      let minutes = number(bytes[4..<6])
    else { return false }
    return hours <= 14 && minutes <= 59
  }
}
