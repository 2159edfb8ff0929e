internal import BromideCodecs
internal import BromideDevelop
public import BromidePhotos
internal import BromideSystem
public import SystemPackage

/// Whether to use XMP files next to photos, and the settings that override them.
public struct SidecarSettings: Sendable, Hashable, Codable {
  /// Which sidecars are read.
  public enum Use: String, Sendable, Hashable, Codable, CaseIterable {
    /// Use the XMP file next to the photo, if it exists.
    case auto
    /// None.
    case none
  }

  /// Which sidecars are read.
  public var use = Use.none
  /// Names of settings, as in documents, that the user set. A sidecar does not change them.
  public var given: Set<String> = []
  /// Names of settings that the command cannot honour.
  public var unsupported: Set<String> = []
  /// Whether a damaged sidecar is an error.
  public var isStrict = false

  /// No sidecars.
  public init() {}
}

/// The reason why a photo fails because of its sidecar.
public struct SidecarFailure: Error, Sendable, Hashable {
  /// A sentence that names the sidecar.
  public let reason: String
}

extension PhotoSettings {
  /// Returns the settings for one photo: these settings, plus the sidecar's values for settings
  /// that the user did not set.
  ///
  /// If a sidecar cannot be used, settings stay unchanged and the report contains the reason.
  ///
  /// - Throws: `SidecarFailure` if the sidecar cannot be used and settings are strict.
  public func withSidecar(
    of photo: FilePath
  ) throws(SidecarFailure) -> (settings: PhotoSettings, report: SidecarReport?) {
    guard sidecar.use == .auto else { return (self, nil) }
    let files = SidecarFile.readAll(for: photo)
    let embedded = SidecarFile.embedded(in: photo)
    let readings = files + [embedded].compactMap(\.self)
    let others = SidecarFile.others(for: photo)
    guard let first = readings.first?.path ?? others.first?.path else { return (self, nil) }
    var warnings: [String] = []
    var found: [(path: FilePath, sidecar: Sidecar)] = []
    for (path, contents) in readings {
      switch contents {
      case .success(let sidecar): found.append((path, sidecar))
      case .failure(let error):
        let reason =
          path == photo
          ? "its embedded XMP cannot be used: \(error)"
          : "its sidecar \(path) cannot be used: \(error)"
        guard !sidecar.isStrict else { throw SidecarFailure(reason: reason) }
        warnings.append(reason + "; developed without it")
      }
    }
    let own = found.filter { $0.sidecar.otherExtension == nil }
    // Settings come from the first file that has any, metadata from both files next to the photo.
    let main = own.first(where: \.sidecar.hasSettings) ?? own.first ?? found.first
    var report = SidecarReport(file: main?.path ?? first)
    if readings.isEmpty { report.isForeign = true }
    let edits =
      own.compactMap { SidecarFile.warning(about: $0.sidecar, $0.path) } + others.map(\.warning)
    if sidecar.isStrict, let edit = edits.first { throw SidecarFailure(reason: edit.text) }
    if !edits.isEmpty { report.otherEdits = edits }
    if !warnings.isEmpty { report.warning = warnings.joined(separator: "; ") }
    guard let main else { return (self, report) }
    var metadata: PhotoDescription?
    for (path, sidecar) in own where path != photo {
      metadata = metadata?.merged(over: sidecar.metadata) ?? sidecar.metadata
    }
    let settings = applying(
      main.sidecar, metadata, isEmbedded: main.path == photo, &report)
    if sidecar.isStrict, let name = report.visible.first {
      throw SidecarFailure(
        reason: "its sidecar \(main.path) has \(name), which Bromide does not support")
    }
    return (settings, report)
  }

  /// Returns the settings with a preset of Camera Raw, and the names of the keys that it sets, as in
  /// recipes.
  ///
  /// - Parameters:
  ///   - amount: The share of each value, from 0 (its default) to 1.
  ///   - report: Receives the names of the settings.
  public func applying(
    preset: Sidecar, amount: Double, _ report: inout SidecarReport
  ) -> (settings: PhotoSettings, keys: Set<String>) {
    var settings = self
    // The corrections that the preset does not set keep the command's defaults.
    settings.recipe.optics = .standard
    settings = settings.applying(
      preset.mixed(amount), nil, isEmbedded: true, isPreset: true, &report)
    let applied = Set(report.applied)
    settings.recipe.optics = recipe.optics
    for correction in preset.mixed(amount).corrections where applied.contains(correction.name) {
      correction.apply(to: &settings.recipe.optics)
    }
    var keys = Set(preset.settings.filter { applied.contains($0.name) }.map(\.parameter))
    keys.formUnion(preset.corrections.filter { applied.contains($0.name) }.map(\.key))
    return (settings, keys)
  }

  private func applying(
    _ found: Sidecar, _ metadata: PhotoDescription?, isEmbedded: Bool, isPreset: Bool = false,
    _ report: inout SidecarReport
  ) -> PhotoSettings {
    if let other = found.otherExtension, !isPreset {
      report.reason = "meant for .\(other.prefix(20))"
      return self
    }
    var settings = self
    var overridden: [String] = []
    report.ignored = found.ignored
    /// Returns whether a value can be applied, and records where it is used.
    func takes(_ names: [String], for keys: Set<String>) -> Bool {
      if !sidecar.unsupported.isDisjoint(with: keys) {
        report.ignored += names
      } else if !sidecar.given.isDisjoint(with: keys) {
        overridden += names
      } else {
        report.applied += names
        return true
      }
      return false
    }
    report.isOld = found.isOld ? true : nil
    var approximated: [String] = []
    for setting in found.settings {
      guard let parameter = ParameterTable.named(setting.parameter), !setting.isStandard else {
        continue
      }
      var keys: Set = [setting.parameter]
      if ["temperature", "tint"].contains(setting.parameter) { keys.insert("white-balance") }
      if takes([setting.name], for: keys) {
        settings.recipe.filters[parameter] = setting.applied(
          to: settings.recipe.filters[parameter])
        if setting.isApproximate { approximated.append(setting.name) }
      }
    }
    for correction in found.corrections {
      // Without any corrections, the command or --plain has turned them off.
      guard settings.recipe.optics != .none else {
        overridden.append(correction.name)
        continue
      }
      if takes([correction.name], for: [correction.key]) {
        correction.apply(to: &settings.recipe.optics)
        if correction.isApproximate { approximated.append(correction.name) }
      }
    }
    if !approximated.isEmpty { report.approximated = Set(approximated).sorted() }
    if let crop = found.crop, !isPreset {
      let names = ["crs:CropLeft", "crs:CropTop", "crs:CropRight", "crs:CropBottom"]
      let all = crop.angle == 0 ? names : names + ["crs:CropAngle"]
      if takes(all, for: ["crop", "zoom", "rotation"]) { settings.sensorCrop = crop }
    }
    if let orientation = found.orientation, !isEmbedded, takes(["tiff:Orientation"], for: []) {
      settings.loading.orientation = orientation
    }
    if let lens = metadata?.lens {
      settings.loading.lens = settings.loading.lens ?? LensNaming()
      settings.loading.lens?.sidecar = lens
    }
    if let metadata {
      if metadata.hasTexts {
        settings.sidecarMetadata = metadata
        report.metadata =
          metadata.properties.names + metadata.exif.keys.map { "exif:" + $0 }.sorted()
      }
      // The report lists settings of Camera Raw by name.
      let dropped = metadata.dropped.filter { $0.key != "crs" }
      if !dropped.isEmpty { report.dropped = dropped }
    }
    if let rating = metadata?.rating ?? (isEmbedded ? nil : found.rating) {
      report.applied.append("xmp:Rating")
      report.rating = rating
      settings.rating = rating
    }
    report.ignored.sort()
    // Several parameters can replace one setting.
    var names: Set<String> = []
    report.applied = report.applied.filter { names.insert($0).inserted }
    if !overridden.isEmpty { report.overridden = overridden }
    return settings
  }
}
