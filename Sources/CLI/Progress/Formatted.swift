internal import BromideRuns
internal import BromideSystem

/// Formats values for people.
enum Formatted {
  /// Returns a run's tally, such as `84 converted, 1 skipped, 1 failed in 31.2 s`. It always
  /// contains the best status.
  static func summary<Status: Severity & Hashable & Sendable & RawRepresentable<String>>(
    _ tally: Tally<Status>, seconds: Double
  ) -> String {
    let parts = Status.allCases.enumerated().compactMap { place, status in
      let count = tally[status]
      return count > 0 || place == 0 ? "\(count) \(status.rawValue)" : nil
    }
    return "\(parts.joined(separator: ", ")) in \(self.seconds(seconds))"
  }

  /// Formats seconds with two decimals below 10 s, and otherwise with one.
  static func seconds(_ value: Double) -> String {
    "\(decimal(value, digits: value < 10 ? 2 : 1)) s"
  }

  /// Formats bytes in the largest unit with a value of at least 1, such as `24.1 MB`.
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

  /// Formats a number with a fixed number of decimals, but never as "-0.0".
  static func decimal(_ value: Double, digits: Int) -> String { value.text(decimals: digits) }
}
