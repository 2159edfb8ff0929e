/// Takes properties out of a packet; what nobody takes is left to name.
struct SidecarReader {
  private let packet: XMPPacket
  private var known: Set<XMPName> = []

  init(_ packet: XMPPacket) { self.packet = packet }

  /// The value of a property, which stays to be named as ignored.
  func value(_ namespace: String, _ name: String) -> XMPValue? {
    packet.properties[XMPName(namespace, name)]
  }

  /// Counts a property of Camera Raw as known.
  mutating func pass(_ name: String) { known.insert(XMPName(XMPName.cameraRaw, name)) }

  /// The number that a property of Camera Raw states; nil if it is missing.
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

  /// The whole number that a property states; nil if it is missing.
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

  /// A decimal number, `+0.50`; nil for anything else, such as `nan`.
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

  /// Names of settings that nobody took and that change a picture, sorted.
  var ignored: [String] {
    packet.properties.filter { name, value in
      guard !known.contains(name) else { return false }
      switch name.namespace {
      case XMPName.cameraRaw:
        return !Self.bookkeeping.contains(name.name) && !Self.qualifiers.contains(name.name)
          && !Self.isNeutral(name.name, value)
      case XMPName.darktable: return name.name == "history"
      default: return false
      }
    }
    // A name may be as long as the file.
    .map { String($0.key.text.prefix(80)) }.sorted()
  }

  /// Properties of Camera Raw that say something about the settings, and are none.
  private static let bookkeeping: Set<String> = [
    "Version", "ProcessVersion", "HasSettings", "AlreadyApplied", "RawFileName", "CropWidth",
    "CropHeight", "CropUnits", "CropUnit", "CropConstrainToWarp", "CropConstrainToUnitSquare",
    "CameraProfileDigest", "UprightVersion", "UprightCenterMode", "UprightCenterNormX",
    "UprightCenterNormY", "UprightFocalMode", "UprightFocalLength35mm", "UprightPreview",
    "UprightTransformCount", "UprightFourSegmentsCount", "LensProfileSetup",
    "LensProfileDigest", "LensProfileIsEmbedded", "LensProfileName", "LensProfileFilename",
    "DefaultAutoGray", "DefaultAutoTone",
    "DefaultsSpecificToISO", "DefaultsSpecificToSerial", "CompatibleVersion",
  ]

  /// Properties that say how another setting acts, which is named itself.
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

  /// Whether a setting leaves the picture as it is: zero, off, or a straight curve.
  private static func isNeutral(_ name: String, _ value: XMPValue) -> Bool {
    switch value {
    case .text(let text):
      if let number = number(text) { return number == (name == "PerspectiveScale" ? 100 : 0) }
      return ["", "False", "false", "Linear", "None"].contains(text)
    case .list(let items): return items.isEmpty || items == ["0, 0", "255, 255"]
    case .structure: return false
    }
  }
}
