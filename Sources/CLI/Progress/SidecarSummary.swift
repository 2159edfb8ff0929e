internal import BromidePhotos
internal import BromideRuns
internal import BromideSystem

/// Reports sidecars: a warning for each invalid one, and one summary line.
struct SidecarSummary {
  private var count = 0
  /// The number of sidecars with properties for the picture's metadata, including the rating.
  private var withMetadata = 0
  private var applied = 0
  private var approximated: Set<String> = []
  private var approximations = 0
  /// The files with settings of Lightroom 3 or older.
  private var old: [String] = []
  private var strangers = 0
  /// The number of photos with an unsupported setting, by its name.
  private var ignored: [String: Int] = [:]

  /// Adds an outcome.
  ///
  /// - Returns: The warning about an invalid sidecar, or `nil` for other outcomes.
  mutating func take(_ outcome: Outcome) -> String? {
    guard let report = outcome.facts.sidecar else { return nil }
    if let warning = report.warning { return "\(outcome.visibleInput): \(warning)" }
    // Skip pictures that are up to date, because their sidecar was reported before.
    if outcome.status != .skipped { add(report) }
    return nil
  }

  /// Adds a valid sidecar.
  mutating func add(_ report: SidecarReport) {
    if report.isForeign == true { return }
    guard report.reason == nil else {
      strangers += 1
      return
    }
    count += 1
    // A rating is not an edit. A person who only set stars would look for five edits.
    applied += report.applied.count { $0 != Self.rating }
    if report.metadata?.isEmpty == false || report.applied.contains(Self.rating) {
      withMetadata += 1
    }
    approximations += report.approximated?.count ?? 0
    for name in report.approximated ?? [] { approximated.insert(Self.short(name)) }
    if report.isOld == true { old.append(report.file) }
    for name in report.ignored { ignored[Self.group(of: name), default: 0] += 1 }
  }

  /// The line for the run, such as `8 sidecars: 61 settings applied, 9 approximated (Dehaze), 5
  /// ignored (local edits 3, Texture 2); --report lists them; metadata in 8`, or `nil` without
  /// sidecars.
  var line: String? {
    var parts: [String] = []
    if count > 0 {
      parts.append(
        "\(count) sidecar\(count == 1 ? "" : "s"): \(applied) setting\(applied == 1 ? "" : "s") applied"
      )
      if approximations > 0 {
        parts[0] += ", \(approximations) approximated (\(Self.listed(approximated.sorted())))"
      }
      // The most frequent setting is first.
      let names = ignored.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        .map { $0.value > 1 ? "\($0.key) \($0.value)" : $0.key }
      if !names.isEmpty {
        parts[0] += ", \(ignored.values.reduce(0, +)) ignored (\(Self.listed(names)))"
      }
      if approximations > 0 || !names.isEmpty { parts.append("--report lists them") }
      parts += Self.advice(ignored.keys)
      if withMetadata > 0 { parts.append("metadata in \(withMetadata)") }
    }
    if let first = old.min() {
      let name = ByteText.visible(Array(first.utf8), escapesControls: true)
      let others = old.count > 1 ? " and \(old.count - 1) more" : ""
      parts.append("settings of Lightroom 3 or older are not supported, in \(name)\(others)")
    }
    if strangers > 0 {
      parts.append("\(strangers) skipped, because they belong to raws with another extension")
    }
    return parts.isEmpty ? nil : parts.joined(separator: "; ")
  }

  /// The warning about unsupported edits that change pictures visibly, or `nil` without any.
  var warning: String? {
    let groups = ["local edits", "perspective"].filter { ignored[$0] != nil }
    guard !groups.isEmpty else { return nil }
    return "\(groups.joined(separator: " and ")) of sidecars are not supported; the pictures differ"
  }

  /// Returns the flags that replace ignored settings, as phrases.
  ///
  /// - Parameter names: Names of the settings, or of their groups.
  static func advice(_ names: some Sequence<String>) -> [String] {
    let groups = Set(names.map(group))
    return [
      ("camera profile", "for a profile, use --profile FILE.dcp, --look camera or --lut"),
      ("HDREditMode", "for HDR, use convert --hdr"),
    ].filter { groups.contains($0.0) }.map(\.1)
  }

  private static let rating = "xmp:Rating"

  private static func listed(_ names: [String]) -> String {
    names.prefix(6).joined(separator: ", ") + (names.count > 6 ? " …" : "")
  }

  private static func short(_ name: String) -> String {
    name.hasPrefix("crs:") ? String(name.dropFirst(4)) : name
  }

  /// The group of an ignored setting, or its name.
  private static func group(of name: String) -> String {
    if let group = SidecarReport.group(of: name) { return group }
    switch name {
    case "crs:CameraProfile", "crs:Look", "crs:RGBTable": return "camera profile"
    default: return short(name)
    }
  }
}
