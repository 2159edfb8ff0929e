extension Position {
  /// Reads the GPS directory (CIPA DC-008-2023, 4.6.7).
  ///
  /// - Parameter remarks: Receives a sentence about each skipped value.
  init?(_ fields: ExifFields, _ remarks: inout [String]) {
    self.init()
    // A receiver without a fix repeats its last position. The compass does not need a fix.
    if fields.text(0x0009, in: .gps)?.uppercased() == "V" {
      let lost: [UInt16] = [0x0002, 0x0004, 0x0006]
      if lost.contains(where: { fields.has($0, in: .gps) }) {
        remarks.append("GPSStatus is V, a void measurement: the position is skipped")
      }
    } else {
      readPlace(fields, &remarks)
    }
    direction = fields.rational(0x0011, in: .gps).flatMap {
      $0.value >= 0 && $0.value <= 360 ? $0.value.truncatingRemainder(dividingBy: 360) : nil
    }
    if direction != nil {
      switch Self.letter(fields, 0x0010) {
      case "T": isDirectionTrue = true
      case "M": isDirectionTrue = false
      default: break
      }
    }
    guard latitude != nil || altitude != nil || direction != nil else { return nil }
  }

  private mutating func readPlace(_ fields: ExifFields, _ remarks: inout [String]) {
    let north = Angle(fields, 0x0002, "GPSLatitude", ("N", "S"), limit: 90)
    let east = Angle(fields, 0x0004, "GPSLongitude", ("E", "W"), limit: 180)
    switch (north, east) {
    case (.degrees(let north), .degrees(let east)): (latitude, longitude) = (north, east)
    case (.missing, .missing): break
    default:
      // A position needs both values.
      remarks.append(
        "\([north, east].compactMap(\.problem).joined(separator: ", ")): the position is skipped")
    }
    if let metres = fields.rational(0x0006, in: .gps)?.value {
      // In EXIF 3.0, 0 and 1 are heights above the ellipsoid, 2 and 3 above the sea. Cameras use 0
      // and 1 for the sea.
      let isBelow = fields.integer(0x0005, in: .gps).map { $0 & 1 } == 1
      altitude = metres >= 0 ? isBelow ? -metres : metres : nil
      if altitude == nil { remarks.append("GPSAltitude is negative: skipped") }
    }
    time = fields.rationals(0x0007, in: .gps, count: 3)
    date = fields.text(0x001d, in: .gps)
    if let date, CaptureTime(exif: date + " 00:00:00") == nil {
      remarks.append("GPSDateStamp is \"\(date)\", which is not a date: skipped")
      self.date = nil
    }
  }

  /// Returns the first letter of a reference, `N` for `north`.
  private static func letter(_ fields: ExifFields, _ tag: UInt16) -> Character? {
    fields.text(tag, in: .gps)?.uppercased().first
  }

  /// A latitude or a longitude.
  private enum Angle {
    case degrees(Double)
    case missing(String)
    case bad(String)

    /// - Parameters:
    ///   - tag: The angle's tag. The tag before it is the reference.
    ///   - signs: The references' letters.
    ///   - limit: The largest angle.
    init(
      _ fields: ExifFields, _ tag: UInt16, _ name: String,
      _ signs: (positive: Character, negative: Character), limit: Double
    ) {
      guard let field = fields.field(tag, in: .gps), field.count > 0 else {
        self = .missing(name)
        return
      }
      // Degrees, minutes and seconds. Some programs write only degrees, with decimals.
      let count = min(field.count, 3)
      let parts = (0..<count).map { fields.rational(tag, in: .gps, at: $0)?.value }
      guard parts.contains(where: { $0 != nil }) else {
        self = .missing(name)
        return
      }
      let known = parts.compactMap(\.self)
      guard known.count == count else {
        self = .bad("\(name) has an unknown part (0/0)")
        return
      }
      guard known.allSatisfy({ $0 >= 0 }) else {
        self = .bad("\(name) is negative")
        return
      }
      let degrees = zip(known, [1.0, 60, 3600]).reduce(0) { $0 + $1.0 / $1.1 }
      guard degrees <= limit else {
        self = .bad("\(name) is above \(Int(limit))°")
        return
      }
      switch Position.letter(fields, tag - 1) {
      case signs.positive: self = .degrees(degrees)
      case signs.negative: self = .degrees(-degrees)
      case nil: self = .bad("\(name)Ref is missing")
      case _?:
        self = .bad("\(name)Ref is neither \(signs.positive) nor \(signs.negative)")
      }
    }

    /// The problem with the angle, or `nil`.
    var problem: String? {
      switch self {
      case .degrees: nil
      case .missing(let name): "\(name) is missing"
      case .bad(let reason): reason
      }
    }
  }
}
