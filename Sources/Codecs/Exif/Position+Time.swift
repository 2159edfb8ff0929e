extension Position {
  /// The UTC time of the fix, or `nil` unless date and time are complete and possible.
  ///
  /// The form is `2026-07-14T16:30:05Z` (ISO 8601), with up to three decimals of the second.
  public var utcText: String? {
    guard let date, let time, time.count == 3, time.allSatisfy({ $0.value >= 0 }),
      time[0].value < 24, time[1].value < 60, time[2].value < 61
    else { return nil }
    func two(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
    let milliseconds = Int(time[2].value * 1000)
    let (seconds, rest) = milliseconds.quotientAndRemainder(dividingBy: 1000)
    var fraction = String("\(1000 + rest)".dropFirst())
    while fraction.hasSuffix("0") { fraction.removeLast() }
    let hour = two(Int(time[0].value))
    return CaptureTime(
      exif: "\(date) \(hour):\(two(Int(time[1].value))):\(two(seconds))",
      subSecond: fraction, zone: "Z"
    )
    .map { String($0.iso8601Text.dropLast("+00:00".count)) + "Z" }
  }
}
