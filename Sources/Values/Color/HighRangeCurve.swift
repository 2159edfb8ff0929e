import BromideLibc

/// The two curves of ITU-R BT.2100 for light above the white of a page.
public enum HighRangeCurve: String, Sendable, Hashable, Codable {
  /// The perceptual quantizer (table 4): codes are luminances of a display, up to 10 000 cd/m².
  case pq
  /// Hybrid log-gamma (table 5). Codes are scene light, which each display shows with its own
  /// brightness.
  case hlg

  /// Luminance of diffuse white in cd/m² (ITU-R BT.2408-7, 2.1): linear light of 1.
  public static let white = 203.0
  /// The display luminance in cd/m² for reading HLG: BT.2100's reference.
  public static let hlgDisplay = 1000.0
  /// The exponent of luminance for that display (BT.2100, note 5f).
  static let hlgGamma = 1.2

  /// Returns the code value of linear light: for `pq` in multiples of `white`, and for `hlg` scene
  /// light, 0…1.
  ///
  /// - Parameter light: At least 0.
  func encode(_ light: Double) -> Double {
    switch self {
    case .pq: return Self.quantized(light * Self.white)
    case .hlg:
      return light <= 1 / 12
        ? (3 * light).squareRoot() : Self.a * log(12 * light - Self.b) + Self.c
    }
  }

  /// The inverse of `encode`.
  func decode(_ code: Double) -> Double {
    switch self {
    case .pq:
      let power = pow(code, 1 / Self.m2)
      // Outside the largest code, the quotient soon has a pole, so use its last value.
      let quotient = max(power - Self.c1, 0) / max(Self.c2 - Self.c3 * power, Self.c2 - Self.c3)
      return pow(quotient, 1 / Self.m1) * 10_000 / Self.white
    case .hlg:
      return code <= 0.5 ? code * code / 3 : (exp((code - Self.c) / Self.a) + Self.b) / 12
    }
  }

  /// Returns PQ's code of a luminance in cd/m². Lower luminances give the code of black.
  ///
  /// - Parameter exponent: The outer exponent, which JzAzBz changes.
  static func quantized(_ luminance: Double, exponent: Double = m2) -> Double {
    let power = pow(max(luminance, 0) / 10_000, m1)
    return pow((c1 + c2 * power) / (1 + c3 * power), exponent)
  }

  private static let m1 = 2610.0 / 16_384
  static let m2 = 2523.0 / 4096 * 128
  private static let c1 = 3424.0 / 4096
  private static let c2 = 2413.0 / 4096 * 32
  private static let c3 = 2392.0 / 4096 * 32
  private static let a = 0.17883277
  private static let b = 1 - 4 * a
  private static let c = 0.5 - a * log(4 * a)
}

extension RGBSpace {
  /// Whether its codes state luminances in cd/m², by a curve of BT.2100.
  public var isAbsolute: Bool { transfer.curve != nil }
}
