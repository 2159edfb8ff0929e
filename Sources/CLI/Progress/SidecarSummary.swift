internal import BromidePhotos
internal import BromideRuns

/// Reports sidecars: a warning for each invalid one, and one summary line.
struct SidecarSummary {
  private var count = 0
  private var applied = 0
  private var strangers = 0
  /// The number of photos with an unsupported setting, by its name.
  private var ignored: [String: Int] = [:]

  /// Adds an outcome.
  ///
  /// - Returns: The warning about an invalid sidecar, or `nil` for other outcomes.
  mutating func take(_ outcome: Outcome) -> String? {
    guard let report = outcome.sidecar else { return nil }
    if let warning = report.warning { return "\(outcome.visibleInput): \(warning)" }
    // Skip pictures that are up to date, because their sidecar was reported before.
    if outcome.status != .skipped { add(report) }
    return nil
  }

  /// Adds a valid sidecar.
  mutating func add(_ report: SidecarReport) {
    guard report.reason == nil else {
      strangers += 1
      return
    }
    count += 1
    applied += report.applied.count
    for name in report.ignored { ignored[name, default: 0] += 1 }
  }

  /// The line for the run, such as `2 sidecars: 9 settings applied, 1 ignored: crs:Sharpness`, or
  /// `nil` without sidecars.
  var line: String? {
    var parts: [String] = []
    if count > 0 {
      parts.append(
        "\(count) sidecar\(count == 1 ? "" : "s"): \(applied) setting\(applied == 1 ? "" : "s") applied"
      )
      // The most frequent setting is first.
      let names = ignored.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key)
      if !names.isEmpty {
        let listed = names.prefix(6).joined(separator: ", ") + (names.count > 6 ? " …" : "")
        parts[0] += ", \(ignored.values.reduce(0, +)) ignored: \(listed)"
      }
    }
    if strangers > 0 {
      parts.append("\(strangers) skipped, because they belong to raws with another extension")
    }
    return parts.isEmpty ? nil : parts.joined(separator: "; ")
  }
}
