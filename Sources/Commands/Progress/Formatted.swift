internal import Outputs

/// Values formatted for people.
enum Formatted {
  /// A run's tally, such as `84 converted, 1 skipped, 1 failed in 31.2 s`.
  static func summary(_ tally: Tally<Outcome.Status>, seconds: Double) -> String {
    let parts = Outcome.Status.allCases.compactMap { status in
      let count = tally[status]
      return count > 0 || status == .converted ? "\(count) \(status.rawValue)" : nil
    }
    return "\(parts.joined(separator: ", ")) in \(self.seconds(seconds))"
  }

  /// Seconds with two decimals below 10 s, one from there on.
  static func seconds(_ value: Double) -> String {
    "\(decimal(value, digits: value < 10 ? 2 : 1)) s"
  }

  /// A number of bytes in the largest unit that leaves at least 1, such as `24.1 MB`.
  static func bytes(_ count: Int) -> String {
    let units = ["B", "kB", "MB", "GB", "TB"]
    var value = Double(count)
    var unit = 0
    while value >= 999.5 && unit < units.count - 1 {
      value /= 1000
      unit += 1
    }
    return "\(decimal(value, digits: unit > 0 && value < 100 ? 1 : 0)) \(units[unit])"
  }

  /// A white balance, such as `2.105,1.000,1.552: 5210 K, tint 3.1`.
  static func whiteBalance(
    _ multipliers: [Double], temperature: Double, tint: Double
  ) -> String {
    multipliers.map { decimal($0, digits: 3) }.joined(separator: ",")
      + ": \(decimal(temperature, digits: 0)) K, tint \(decimal(tint, digits: 1))"
  }

  /// A number with a fixed number of decimals, never "-0.0".
  static func decimal(_ value: Double, digits: Int) -> String {
    guard value.isFinite, abs(value) < 1e12 else { return "\(value)" }
    if value < 0 {
      let text = decimal(-value, digits: digits)
      return text.contains { $0 != "0" && $0 != "." } ? "-" + text : text
    }
    let factor = (0..<digits).reduce(1) { product, _ in product * 10 }
    let scaled = Int((value * Double(factor)).rounded())
    guard digits > 0 else { return "\(scaled)" }
    let fraction = String(scaled % factor)
    return "\(scaled / factor)." + String(repeating: "0", count: digits - fraction.count) + fraction
  }
}
