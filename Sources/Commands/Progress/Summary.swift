internal import Outputs

/// Numbers as people read them.
enum Summary {
  /// `84 converted, 1 skipped, 1 failed in 31.2 s`.
  static func text(_ tally: Tally, seconds: Double) -> String {
    let parts = Outcome.Status.allCases.compactMap { status in
      let count = tally[status]
      return count > 0 || status == .converted ? "\(count) \(status.rawValue)" : nil
    }
    return "\(parts.joined(separator: ", ")) in \(self.seconds(seconds))"
  }

  /// Seconds with as many digits as matter.
  static func seconds(_ value: Double) -> String {
    "\(decimal(value, digits: value < 10 ? 2 : 1)) s"
  }

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

  /// A number with so many decimals, never "-0.0".
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
