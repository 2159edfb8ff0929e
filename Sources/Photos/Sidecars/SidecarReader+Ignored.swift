extension SidecarReader {
  /// Sorted names of unknown settings that change a picture.
  var ignored: [String] {
    packet.properties.filter { name, value in
      name.namespace == XMPName.cameraRaw && !known.contains(name) && !isSilent(name.name)
        && !isNeutral(name.name, value)
    }
    // Limit the length, because a name can be as long as the file.
    .map { String($0.key.text.prefix(80)) }.sorted()
  }

  /// Returns whether a property is not a setting, or has no effect because of another property.
  private func isSilent(_ name: String) -> Bool {
    if Self.bookkeeping.contains(name) || Self.qualifiers.contains(name)
      || name.hasSuffix("Digest") || name.hasPrefix("Upright")
      || name.hasPrefix("LensProfileMatchKey")
    {
      return true
    }
    if Self.formerCurves.contains(name) {
      return value(XMPName.cameraRaw, "ToneCurvePV2012") != nil
    }
    guard let owner = Self.owners.first(where: { name.hasPrefix($0.prefix) }) else { return false }
    let setting = value(XMPName.cameraRaw, owner.name)
    return setting.map { isNeutral(owner.name, $0) } ?? owner.isOff
  }

  /// Returns whether a setting does not change the picture: Adobe's default, off, or a straight
  /// curve.
  private func isNeutral(_ name: String, _ value: XMPValue) -> Bool {
    switch value {
    case .text(let text):
      if let number = Self.number(text) { return number == Self.defaults[name] ?? 0 }
      if name == "CameraProfile" { return ["Adobe Standard", "Embedded"].contains(text) }
      return ["", "False", "false", "Linear", "None"].contains(text)
    case .list(let items): return items.isEmpty || items == ["0, 0", "255, 255"]
    case .structure:
      guard name == LookNameReader.property.name else { return false }
      return isMonochromeLook || ["Adobe Color", "Adobe Standard"].contains(packet.look)
    }
  }

  /// Properties of Camera Raw that describe the settings, but are not settings.
  private static let bookkeeping: Set<String> = [
    "Version", "ProcessVersion", "HasSettings", "AlreadyApplied", "RawFileName", "CropWidth",
    "CropHeight", "CropUnits", "CropUnit", "CropConstrainToWarp", "CropConstrainToUnitSquare",
    "LensProfileSetup", "LensProfileIsEmbedded", "LensProfileName", "LensProfileFilename",
    "DefaultAutoGray", "DefaultAutoTone", "AutoToneDigestNoSat", "AutoWhiteVersion", "UUID", "Name",
    "ShortName", "SortName", "Group", "Cluster", "Description", "PresetType", "SupportsAmount",
    "SupportsAmount2", "SupportsColor", "SupportsMonochrome", "SupportsHighDynamicRange",
    "SupportsNormalDynamicRange", "SupportsSceneReferred", "SupportsOutputReferred",
    "RequiresRGBTables", "ToneMapStrength", "CameraModelRestriction", "Copyright", "ContactInfo",
    "CompatibleVersion", "DefaultsSpecificToISO", "DefaultsSpecificToSerial",
  ]

  /// Details of settings that Bromide uses, or reports under their names. The details of
  /// `PerspectiveUpright` have names that begin with `Upright`.
  private static let qualifiers: Set<String> = [
    "ParametricShadowSplit", "ParametricMidtoneSplit", "ParametricHighlightSplit",
    "PostCropVignetteMidpoint", "GrainSize", "GrainSeed", "DefringePurpleHueLo",
    "DefringePurpleHueHi", "DefringeGreenHueLo", "DefringeGreenHueHi", "VignetteMidpoint",
    "ToneCurveName", "ToneCurveName2012",
  ]

  /// The curves of earlier process versions, which programs write next to the current ones.
  private static let formerCurves: Set<String> = [
    "ToneCurve", "ToneCurveRed", "ToneCurveGreen", "ToneCurveBlue",
  ]

  /// The beginnings of the names of details, and the setting that must be on for an effect. `isOff`
  /// is Adobe's default.
  private static let owners: [(prefix: String, name: String, isOff: Bool)] = [
    ("Sharpen", "Sharpness", false), ("LuminanceNoiseReduction", "LuminanceSmoothing", true),
    ("ColorNoiseReduction", "ColorNoiseReduction", false),
    ("PostCropVignette", "PostCropVignetteAmount", true), ("Grain", "GrainAmount", true),
    ("LensProfile", "LensProfileEnable", true),
  ]

  /// Adobe's defaults of details and other settings without a filter, except 0.
  private static let defaults: [String: Double] = [
    "SharpenRadius": 1, "SharpenDetail": 25, "LuminanceNoiseReductionDetail": 50,
    "ColorNoiseReductionDetail": 50, "ColorNoiseReductionSmoothness": 50,
    "PostCropVignetteFeather": 50, "PostCropVignetteStyle": 1, "GrainFrequency": 50,
    "LensProfileDistortionScale": 100, "LensProfileVignettingScale": 100,
    "LensProfileChromaticAberrationScale": 100, "PerspectiveScale": 100,
    "CurveRefineSaturation": 100,
  ]
}
