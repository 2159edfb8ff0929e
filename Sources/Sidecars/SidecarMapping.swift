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
  }

  /// The property's name in Camera Raw's namespace.
  public let name: String
  /// The parameter that it sets.
  public let parameter: Parameter
  /// The values that a slider has.
  public let range: ClosedRange<Double>
  /// The conversion.
  public let scale: Scale

  init(_ name: String, _ parameter: Parameter, _ range: ClosedRange<Double>, _ scale: Scale) {
    self.name = name
    self.parameter = parameter
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
      }
    // As one would type it: −60 times 0.015 is −0.9, not −0.8999999999999999.
    return parameter.clamped([(value * 1e9).rounded() / 1e9])[0]
  }

  /// Ranges are Camera Raw's.
  public static let table: [SidecarMapping] = [
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
  ]

  /// The light of the scene, which counts unless WhiteBalance is “As Shot”. Both count tint as
  /// 3000 × Duv, and more makes the picture more magenta.
  public static let balance: [SidecarMapping] = [
    SidecarMapping("Temperature", .temperature, 2000...50_000, .factor(1)),
    SidecarMapping("Tint", .tint, -150...150, .factor(1)),
  ]
}
