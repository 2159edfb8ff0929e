extension Position {
  /// The UTC time of the fix, `2026-07-14T16:30:05Z` (ISO 8601); nil unless date and time are whole and possible.
  public var utcText: String? {
    guard let date, let time, time.count == 3, time.allSatisfy({ $0.value >= 0 }),
      time[0].value < 24, time[1].value < 60, time[2].value < 60
    else { return nil }
    func two(_ value: Rational) -> String {
      let number = Int(value.value)
      return number < 10 ? "0\(number)" : "\(number)"
    }
    return CaptureTime(
      exif: "\(date) \(two(time[0])):\(two(time[1])):\(two(time[2]))", zone: "Z"
    )
    .map { String($0.iso8601Text.dropLast("+00:00".count)) + "Z" }
  }
}
