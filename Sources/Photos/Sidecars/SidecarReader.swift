/// Reads properties from a packet and records the unknown ones.
struct SidecarReader {
  private let packet: SidecarPacket
  private var known: Set<XMPName> = []

  init(_ packet: SidecarPacket) { self.packet = packet }

  /// Returns the value of a property, but does not mark it as known.
  func value(_ namespace: String, _ name: String) -> XMPValue? {
    packet.properties[XMPName(namespace, name)]
  }

  /// Whether the settings are not yet part of the pixels, and not switched off.
  var hasActiveSettings: Bool {
    func says(_ name: String, _ word: String) -> Bool {
      guard case .text(let text)? = value(XMPName.cameraRaw, name) else { return false }
      return text.lowercased() == word
    }
    return !says("AlreadyApplied", "true") && !says("HasSettings", "false")
  }

  /// Whether the settings are of process version 5.7 (Lightroom 3) or older. Without a version, they
  /// are new.
  var isOld: Bool {
    guard case .text(let text)? = value(XMPName.cameraRaw, "ProcessVersion"),
      let version = Self.number(text.split(separator: ".").prefix(2).joined(separator: "."))
    else { return false }
    return version < 6.7
  }

  /// The number of modules in darktable's history, 0 if the history does not name them, or `nil`
  /// without an active history.
  var darktableModules: Int? {
    guard value(XMPName.darktable, "history_end") != .text("0") else { return nil }
    switch value(XMPName.darktable, "history") {
    case nil: return nil
    case .text(let text)?: return text.allSatisfy(\.isWhitespace) ? nil : 0
    case .list(let items)?: return items.isEmpty ? nil : packet.modules.count
    case .structure?: return packet.modules.count
    }
  }

  /// Marks a property of Camera Raw as known.
  mutating func pass(_ name: String) { known.insert(XMPName(XMPName.cameraRaw, name)) }

  /// Returns the number of a Camera Raw property, or `nil` if it is missing.
  mutating func number(
    _ name: String, _ range: ClosedRange<Double>
  ) throws(SidecarError) -> Double? {
    let name = XMPName(XMPName.cameraRaw, name)
    guard let text = try text(name) else { return nil }
    guard let number = Self.number(text), range.contains(number) else {
      throw .value(
        name.text, found: text,
        accepted: "numbers from \(Self.plain(range.lowerBound)) to \(Self.plain(range.upperBound))")
    }
    return number
  }

  /// Returns the integer of a property, or `nil` if it is missing.
  mutating func whole(
    _ namespace: String, _ name: String, _ range: ClosedRange<Int>
  ) throws(SidecarError) -> Int? {
    let name = XMPName(namespace, name)
    guard let text = try text(name) else { return nil }
    guard let number = Self.number(text), let whole = Int(exactly: number), range.contains(whole)
    else {
      throw .value(
        name.text, found: text,
        accepted: "whole numbers from \(range.lowerBound) to \(range.upperBound)")
    }
    return whole
  }

  private mutating func text(_ name: XMPName) throws(SidecarError) -> String? {
    switch packet.properties[name] {
    case nil: return nil
    case .text(let text)?:
      known.insert(name)
      return text
    case .list?, .structure?: throw .value(name.text, found: "a list", accepted: "a number")
    }
  }

  /// Reads a decimal number such as `+0.50`, or returns `nil` for other text such as `nan`.
  private static func number(_ text: String) -> Double? {
    let digits = text.utf8.drop { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-") }
    guard text.utf8.count <= 32, !digits.isEmpty,
      digits.allSatisfy({ (48...57).contains($0) || $0 == UInt8(ascii: ".") })
    else { return nil }
    return Double(text)
  }

  private static func plain(_ number: Double) -> String {
    number == number.rounded() ? "\(Int(number))" : "\(number)"
  }

  // MARK: What is left

  /// Sorted names of unknown settings that change a picture.
  var ignored: [String] {
    packet.properties.filter { name, value in
      guard !known.contains(name) else { return false }
      switch name.namespace {
      case XMPName.cameraRaw:
        return !Self.bookkeeping.contains(name.name) && !Self.qualifiers.contains(name.name)
          && !Self.isNeutral(name.name, value)
      default: return false
      }
    }
    // Limit the length, because a name can be as long as the file.
    .map { String($0.key.text.prefix(80)) }.sorted()
  }

  /// Properties of Camera Raw that describe the settings, but are not settings.
  private static let bookkeeping: Set<String> = [
    "Version", "ProcessVersion", "HasSettings", "AlreadyApplied", "RawFileName", "CropWidth",
    "CropHeight", "CropUnits", "CropUnit", "CropConstrainToWarp", "CropConstrainToUnitSquare",
    "CameraProfileDigest", "UprightVersion", "UprightCenterMode", "UprightCenterNormX",
    "UprightCenterNormY", "UprightFocalMode", "UprightFocalLength35mm", "UprightPreview",
    "UprightTransformCount", "UprightFourSegmentsCount", "LensProfileSetup",
    "LensProfileDigest", "LensProfileIsEmbedded", "LensProfileName", "LensProfileFilename",
    "DefaultAutoGray", "DefaultAutoTone", "UUID", "Name", "ShortName", "SortName", "Group",
    "Cluster", "Description", "PresetType", "SupportsAmount", "SupportsAmount2", "SupportsColor",
    "SupportsMonochrome", "SupportsHighDynamicRange", "SupportsNormalDynamicRange",
    "SupportsSceneReferred", "SupportsOutputReferred", "RequiresRGBTables", "ToneMapStrength",
    "CameraModelRestriction", "Copyright", "ContactInfo", "CompatibleVersion",
    "DefaultsSpecificToISO", "DefaultsSpecificToSerial",
  ]

  /// Properties that only modify another setting, which is listed itself.
  private static let qualifiers: Set<String> = [
    "ParametricShadowSplit", "ParametricMidtoneSplit", "ParametricHighlightSplit", "SharpenRadius",
    "SharpenDetail", "SharpenEdgeMasking", "LuminanceNoiseReductionDetail",
    "LuminanceNoiseReductionContrast", "ColorNoiseReductionDetail",
    "ColorNoiseReductionSmoothness", "PostCropVignetteMidpoint", "PostCropVignetteFeather",
    "PostCropVignetteRoundness", "PostCropVignetteStyle", "PostCropVignetteHighlightContrast",
    "GrainSize", "GrainFrequency", "DefringePurpleHueLo", "DefringePurpleHueHi",
    "DefringeGreenHueLo", "DefringeGreenHueHi", "VignetteMidpoint",
    "LensProfileDistortionScale", "LensProfileVignettingScale", "ToneCurveName",
    "ToneCurveName2012",
  ]

  /// Returns whether a setting does not change the picture: zero, off, or a straight curve.
  private static func isNeutral(_ name: String, _ value: XMPValue) -> Bool {
    switch value {
    case .text(let text):
      if let number = number(text) { return number == (name == "PerspectiveScale" ? 100 : 0) }
      if name == "CameraProfile" { return ["Adobe Standard", "Embedded"].contains(text) }
      return ["", "False", "false", "Linear", "None"].contains(text)
    case .list(let items): return items.isEmpty || items == ["0, 0", "255, 255"]
    case .structure: return false
    }
  }
}
