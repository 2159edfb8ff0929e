internal import BromideLibc

/// A formula for the difference of two colours, by name.
public enum ColorDifference: String, Sendable, Hashable, Codable, CaseIterable {
  /// CIEDE2000 (ISO/CIE 11664-6).
  case ciede2000 = "2000"
  /// The distance in CIE 1976 L*a*b* (ISO/CIE 11664-4).
  case cie76 = "76"
  /// CIE 116-1995 with the constants of graphic arts: kL = 1, K1 = 0.045, K2 = 0.015.
  case cie94 = "94"
  /// CMC l:c (ISO 105-J03) with l = 2 and c = 1, the ratio for acceptance.
  case cmc
  /// ΔE_ITP of ITU-R BT.2124: absolute light in ICtCp. White is 203 cd/m² if the picture contains
  /// no luminance.
  case itp

  /// The name for a person, such as `ΔE2000`.
  public var title: String { "ΔE" + rawValue.uppercased() }

  /// The name of a column, such as `deltaE2000`.
  public var column: String { "deltaE" + rawValue.uppercased() }

  /// Returns the difference of two colours under D50.
  ///
  /// CIE94 and CMC use the first colour for weights, so they change if you exchange the two.
  ///
  /// - Parameters:
  ///   - reference: The known colour.
  ///   - other: The colour to compare.
  public func callAsFunction(_ reference: Lab, _ other: Lab) -> Double {
    switch self {
    case .ciede2000: reference.deltaE2000(other)
    case .cie76: Self.distance(reference, other)
    case .cie94: Self.graphicArts(reference, other)
    case .cmc: Self.cmc(reference, other, lightness: 2)
    case .itp: Self.itp(reference, other)
    }
  }

  private static func distance(_ one: Lab, _ two: Lab) -> Double {
    let (l, a, b) = (one.l - two.l, one.a - two.a, one.b - two.b)
    return (l * l + a * a + b * b).squareRoot()
  }

  /// Returns the differences of lightness and chroma, and the squared difference of hue.
  private static func parts(_ one: Lab, _ two: Lab) -> (l: Double, c: Double, h2: Double) {
    let (l, a, b) = (one.l - two.l, one.a - two.a, one.b - two.b)
    let c = hypot(one.a, one.b) - hypot(two.a, two.b)
    return (l, c, max(0, a * a + b * b - c * c))
  }

  /// CIE 116-1995.
  private static func graphicArts(_ reference: Lab, _ other: Lab) -> Double {
    let (l, c, h2) = parts(reference, other)
    let chroma = hypot(reference.a, reference.b)
    let (sC, sH) = (1 + 0.045 * chroma, 1 + 0.015 * chroma)
    return (l * l + c * c / (sC * sC) + h2 / (sH * sH)).squareRoot()
  }

  /// ISO 105-J03: an ellipsoid about the reference.
  private static func cmc(_ reference: Lab, _ other: Lab, lightness: Double) -> Double {
    let (l, c, h2) = parts(reference, other)
    let chroma = hypot(reference.a, reference.b)
    let hue = reference.lch.h
    let angle = { (degrees: Double) in abs(cos(degrees * .pi / 180)) }
    let t =
      (164...345).contains(hue) ? 0.56 + 0.2 * angle(hue + 168) : 0.36 + 0.4 * angle(hue + 35)
    let c4 = chroma * chroma * chroma * chroma
    let f = (c4 / (c4 + 1900)).squareRoot()
    let sL = reference.l < 16 ? 0.511 : 0.040975 * reference.l / (1 + 0.01765 * reference.l)
    let sC = 0.0638 * chroma / (1 + 0.0131 * chroma) + 0.638
    let sH = sC * (f * t + 1 - f)
    let (dl, dc) = (l / (lightness * sL), c / sC)
    return (dl * dl + dc * dc + h2 / (sH * sH)).squareRoot()
  }

  /// ITU-R BT.2124-0, annex 1: 720 times the distance, with Ct halved.
  private static func itp(_ one: Lab, _ two: Lab) -> Double {
    let (first, second) = (
      ICtCp(luminance: toLuminance * one.xyz()), ICtCp(luminance: toLuminance * two.xyz())
    )
    let (i, t, p) = (first.i - second.i, (first.t - second.t) / 2, first.p - second.p)
    return 720 * (i * i + t * t + p * p).squareRoot()
  }

  /// From XYZ under D50 to cd/m² under D65.
  private static let toLuminance =
    HighRangeCurve.white * Matrix3x3.bradford(from: .d50, to: .d65)
}

/// The luminance ratio of two colours.
public enum ColorContrast {
  /// Returns the contrast ratio of WCAG 2.2 ("relative luminance" and "contrast ratio"), 1 to 21.
  ///
  /// - Parameters: Luminances of the two colours with white at 1. Negative luminances are treated
  ///   as black.
  public static func wcag(_ one: Double, _ two: Double) -> Double {
    let (low, high) = (max(0, min(one, two)), max(0, max(one, two)))
    return (high + 0.05) / (low + 0.05)
  }
}
