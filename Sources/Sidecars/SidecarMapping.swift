public import Develop

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// How one setting of Camera Raw becomes one of ours: a row of the table of mappings.
///
/// Camera Raw's sliders have no published formulas, so the scales are near, not equal: the whole way
/// of a slider is about the whole way of ours that looks like it.
public struct SidecarMapping: Sendable {
  /// The conversion of a slider's value.
  public enum Scale: Sendable, Hashable {
    /// Our value is so much of the slider's.
    case factor(Double)
    /// Our value is 1 and so much of the slider's.
    case onePlus(Double)
    /// Our value is 2 to the power of so much of the slider's.
    case power(Double)
    /// Our value is the Oklab hue of the full colour with the slider's hue in HSV, both in degrees.
    case hue
  }

  /// The property's name in Camera Raw's namespace.
  public let name: String
  /// The parameter that it sets.
  public let parameter: Parameter
  /// The number of the parameter that it sets; 0 if it has one.
  public let place: Int
  /// The values that a slider has.
  public let range: ClosedRange<Double>
  /// The conversion.
  public let scale: Scale

  init(
    _ name: String, _ parameter: Parameter, place: Int = 0, _ range: ClosedRange<Double>,
    _ scale: Scale
  ) {
    self.name = name
    self.parameter = parameter
    self.place = place
    self.range = range
    self.scale = scale
  }

  /// Our value for a slider's, within the parameter's range.
  public func value(_ slider: Double) -> Double {
    let value =
      switch scale {
      case .factor(let factor): slider * factor
      case .onePlus(let factor): 1 + slider * factor
      case .power(let factor): pow(2, slider * factor)
      case .hue: Self.hue(slider)
      }
    // As one would type it: −60 times 0.015 is −0.9, not −0.8999999999999999.
    var values = parameter.standard ?? [0]
    values[place] = (value * 1e9).rounded() / 1e9
    return parameter.clamped(values)[place]
  }

  /// Hues of HSV with their hues in Oklab, between which the way is straight.
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

  /// Ranges are Camera Raw's.
  public static let table: [SidecarMapping] =
    [
      // Stops of scene light in both.
      SidecarMapping("Exposure2012", .exposure, -5...5, .factor(1)),
      // The slope at grey, halved or doubled by two whole ways of the slider.
      SidecarMapping("Contrast2012", .contrast, -100...100, .power(0.005)),
      // One and a half stops where they act in full.
      SidecarMapping("Highlights2012", .highlights, -100...100, .factor(0.015)),
      SidecarMapping("Shadows2012", .shadows, -100...100, .factor(0.015)),
      // A stop at the ends of the tonal range.
      SidecarMapping("Whites2012", .whites, -100...100, .factor(0.01)),
      SidecarMapping("Blacks2012", .blacks, -100...100, .factor(0.01)),
      SidecarMapping("Clarity2012", .clarity, -100...100, .factor(0.01)),
      // −100 is grey in both.
      SidecarMapping("Saturation", .saturation, -100...100, .onePlus(0.01)),
      SidecarMapping("Vibrance", .vibrance, -100...100, .factor(0.01)),
    ] + bands + grading

  /// Camera Raw's colours of the mixer, and its three sliders of each.
  private static let bands: [SidecarMapping] = [
    "Red", "Orange", "Yellow", "Green", "Aqua", "Blue", "Purple", "Magenta",
  ].enumerated().flatMap { index, color in
    ["HueAdjustment", "SaturationAdjustment", "LuminanceAdjustment"].enumerated().map {
      SidecarMapping($1 + color, .bands, place: 3 * index + $0, -100...100, .factor(0.01))
    }
  }

  /// Camera Raw names two of its zones after the split toning that came before.
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

  /// The light of the scene, which counts unless WhiteBalance is “As Shot”. Both count tint as
  /// 3000 × Duv, and more makes the picture more magenta.
  public static let balance: [SidecarMapping] = [
    SidecarMapping("Temperature", .temperature, 2000...50_000, .factor(1)),
    SidecarMapping("Tint", .tint, -150...150, .factor(1)),
  ]
}
