public import BromideDevelop
internal import BromideLibc

/// Converts one setting of Camera Raw to a parameter of Bromide. Each is a row of the mapping
/// table.
///
/// Camera Raw's sliders have no published formulas, so the results are similar but not equal. The
/// full range of a slider corresponds roughly to the full range of the most similar parameter.
public struct SidecarMapping: Sendable {
  /// The conversion of a slider's value.
  public enum Scale: Sendable, Hashable {
    /// The slider's value, multiplied by this factor.
    case factor(Double)
    /// 1 plus the slider's value, multiplied by this factor.
    case onePlus(Double)
    /// 2 to the power of the slider's value, multiplied by this factor.
    case power(Double)
    /// The Oklab hue of the saturated colour with the slider's HSV hue, both in degrees.
    case hue
  }

  /// The property's name in Camera Raw's namespace.
  public let name: String
  /// The parameter to set.
  public let parameter: Parameter
  /// The index of the number in the parameter, or 0 if it has only one.
  public let place: Int
  /// The range of the slider.
  public let range: ClosedRange<Double>
  /// The conversion.
  public let scale: Scale
  /// Whether the parameter only replaces the setting.
  public let isApproximate: Bool

  init(
    _ name: String, _ parameter: Parameter, place: Int = 0, _ range: ClosedRange<Double>,
    _ scale: Scale, isApproximate: Bool = false
  ) {
    self.name = name
    self.parameter = parameter
    self.place = place
    self.range = range
    self.scale = scale
    self.isApproximate = isApproximate
  }

  /// Returns the parameter's value for a slider value, clamped to the parameter's range.
  public func value(_ slider: Double) -> Double {
    let value =
      switch scale {
      case .factor(let factor): slider * factor
      case .onePlus(let factor): 1 + slider * factor
      case .power(let factor): pow(2, slider * factor)
      case .hue: Self.hue(slider)
      }
    // Round to the number that a user would type: −60 times 0.015 is −0.9, not −0.8999999999999999.
    var values = parameter.standard ?? [0]
    values[place] = (value * 1e9).rounded() / 1e9
    return parameter.clamped(values)[place]
  }

  /// Hues in HSV and Oklab, with linear interpolation between them.
  private static let hues: [(hsv: Double, oklab: Double)] = [
    (0, 29.2), (30, 53.0), (60, 109.8), (120, 142.5), (180, 194.8), (240, 264.1), (270, 293.9),
    (300, 328.4), (360, 389.2),
  ]

  private static func hue(_ hsv: Double) -> Double {
    let next = max(hues.firstIndex { $0.hsv >= hsv } ?? hues.count - 1, 1)
    let (from, to) = (hues[next - 1], hues[next])
    let share = (hsv - from.hsv) / (to.hsv - from.hsv)
    let hue = from.oklab + share * (to.oklab - from.oklab)
    return hue > 360 ? hue - 360 : hue
  }

  /// All mappings of a picture in colour. Ranges are from Camera Raw.
  public static let table = tones + colors + grading
  /// All mappings of a picture in grey.
  public static let greyTable = tones + greyMixer + grading

  private static let tones: [SidecarMapping] = [
    // Both use stops of scene light.
    SidecarMapping("Exposure2012", .exposure, -5...5, .factor(1)),
    // The contrast at middle grey: −100 divides it by √2, and 100 multiplies it by √2.
    SidecarMapping("Contrast2012", .contrast, -100...100, .power(0.005)),
    // At most 1.5 stops.
    SidecarMapping("Highlights2012", .highlights, -100...100, .factor(0.015)),
    SidecarMapping("Shadows2012", .shadows, -100...100, .factor(0.015)),
    // One stop at the ends of the tonal range.
    SidecarMapping("Whites2012", .whites, -100...100, .factor(0.01)),
    SidecarMapping("Blacks2012", .blacks, -100...100, .factor(0.01)),
    SidecarMapping("Clarity2012", .clarity, -100...100, .factor(0.01)),
  ]

  /// Settings of colours, which Camera Raw ignores in a grey picture.
  private static let colors: [SidecarMapping] =
    [
      // In both, −100 is grey.
      SidecarMapping("Saturation", .saturation, -100...100, .onePlus(0.01)),
      SidecarMapping("Vibrance", .vibrance, -100...100, .factor(0.01)),
    ]
    + mixerColors.enumerated().flatMap { index, color in
      ["HueAdjustment", "SaturationAdjustment", "LuminanceAdjustment"].enumerated().map {
        SidecarMapping($1 + color, .bands, place: 3 * index + $0, -100...100, .factor(0.01))
      }
    }

  /// The brightness of colours in a grey picture. Camera Raw ignores it in a picture in colour.
  private static let greyMixer: [SidecarMapping] = mixerColors.enumerated().map { index, color in
    SidecarMapping(
      "GrayMixer" + color, .bands, place: 3 * index + 2, -100...100, .factor(0.01),
      isApproximate: true)
  }

  /// The colours of Camera Raw's mixers, in the order of `bands`.
  private static let mixerColors = [
    "Red", "Orange", "Yellow", "Green", "Aqua", "Blue", "Purple", "Magenta",
  ]

  /// Camera Raw uses the names of its older split toning for two zones.
  private static let grading: [SidecarMapping] =
    [
      ("SplitToningShadow", "ColorGradeShadow", 0), ("ColorGradeMidtone", "ColorGradeMidtone", 3),
      ("SplitToningHighlight", "ColorGradeHighlight", 6),
      ("ColorGradeGlobal", "ColorGradeGlobal", 9),
    ].flatMap { color, light, place -> [SidecarMapping] in
      let saturation = color.hasPrefix("Split") ? "Saturation" : "Sat"
      return [
        SidecarMapping(color + "Hue", .grading, place: place, 0...360, .hue),
        SidecarMapping(color + saturation, .grading, place: place + 1, 0...100, .factor(0.01)),
        SidecarMapping(light + "Lum", .grading, place: place + 2, -100...100, .factor(0.01)),
      ]
    } + [
      SidecarMapping("ColorGradeBlending", .gradingBlending, 0...100, .factor(0.01)),
      SidecarMapping("SplitToningBalance", .gradingBalance, -100...100, .factor(0.01)),
    ]

  /// The light of the scene, which is used unless WhiteBalance is “As Shot”.
  ///
  /// Both use 3000 × Duv as the unit of tint, and higher values make the picture more magenta.
  public static let balance: [SidecarMapping] = [
    SidecarMapping("Temperature", .temperature, 2000...50_000, .factor(1)),
    SidecarMapping("Tint", .tint, -150...150, .factor(1)),
  ]
}
