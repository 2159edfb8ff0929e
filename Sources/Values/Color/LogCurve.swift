internal import BromideLibc

/// A published curve that stores the light of a scene in logarithms.
///
/// Light of 1 is a surface that reflects everything, and middle grey is 0.18. A code of 1 is the
/// largest code of the medium, for example 1023 of 10 bits. Each curve stores black above code 0
/// and continues below it with its formula, so negative light also has a code.
public enum LogCurve: String, Sendable, Hashable, Codable, CaseIterable {
  /// Academy S-2016-001, ACEScct.
  case acescct
  /// ARRI's Log C at EI 800 ("ALEXA Log C Curve", 2017).
  case logc3
  /// ARRI's Log C4 ("ARRI LogC4 Specification", 2022, equations 2 to 5).
  case logc4
  /// Sony's S-Log3 ("Technical Summary for S-Gamut3.Cine/S-Log3 and S-Gamut3/S-Log3", 2014).
  case slog3
  /// Panasonic's V-Log ("V-Log/V-Gamut Reference Manual", 2014).
  case vlog
  /// Fujifilm's F-Log2 ("F-Log2 Data Sheet", version 1.0, 2022).
  case flog2
  /// Nikon's N-Log ("N-Log Specification Document", version 1.0.0, 2018).
  case nlog
  /// Canon Log 3 ("EOS C300 Mark III Input Transform", version 1.2, 2020).
  case clog3

  /// The code of light.
  public func encode(_ light: Double) -> Double {
    switch self {
    case .acescct:
      light <= 0.0078125
        ? 10.5402377416545 * light + 0.0729055341958355 : (log2(light) + 9.72) / 17.52
    case .logc3:
      light > 0.010591
        ? 0.247190 * log10(5.555556 * light + 0.052272) + 0.385537 : 5.367655 * light + 0.092809
    case .logc4:
      light < C4.t
        ? (light - C4.t) / C4.s : (log2(C4.a * light + 64) - 6) / 14 * C4.b + C4.c
    case .slog3:
      light >= 0.01125
        ? (420 + log10((light + 0.01) / 0.19) * 261.5) / 1023
        : (light * (171.2102946929 - 95) / 0.01125 + 95) / 1023
    case .vlog:
      light < 0.01 ? 5.6 * light + 0.125 : 0.241514 * log10(light + 0.00873) + 0.598206
    case .flog2:
      light >= 0.000889
        ? 0.245281 * log10(5.555556 * light + 0.064829) + 0.384316 : 8.799461 * light + 0.092864
    case .nlog:
      light < 0.328 ? 650 * cbrt(light + 0.0075) / 1023 : (150 * log(light) + 619) / 1023
    case .clog3:
      Canon3.encode(light / Canon3.white)
    }
  }

  /// The light of a code: the inverse of `encode`.
  public func decode(_ code: Double) -> Double {
    switch self {
    case .acescct:
      return code <= 0.155251141552511
        ? (code - 0.0729055341958355) / 10.5402377416545 : exp2(code * 17.52 - 9.72)
    case .logc3:
      return code > 5.367655 * 0.010591 + 0.092809
        ? (pow(10, (code - 0.385537) / 0.247190) - 0.052272) / 5.555556
        : (code - 0.092809) / 5.367655
    case .logc4:
      return code < 0
        ? code * C4.s + C4.t : (exp2(14 * (code - C4.c) / C4.b + 6) - 64) / C4.a
    case .slog3:
      return code >= 171.2102946929 / 1023
        ? pow(10, (code * 1023 - 420) / 261.5) * 0.19 - 0.01
        : (code * 1023 - 95) * 0.01125 / (171.2102946929 - 95)
    case .vlog:
      return code < 0.181 ? (code - 0.125) / 5.6 : pow(10, (code - 0.598206) / 0.241514) - 0.00873
    case .flog2:
      return code >= 0.100686685370811
        ? (pow(10, (code - 0.384316) / 0.245281) - 0.064829) / 5.555556
        : (code - 0.092864) / 8.799461
    case .nlog:
      let root = code * 1023 / 650
      return code < 452.0 / 1023 ? root * root * root - 0.0075 : exp((code * 1023 - 619) / 150)
    case .clog3:
      return Canon3.white * Canon3.decode(code)
    }
  }

  /// The constants of LogC4, by their definitions.
  private enum C4 {
    static let a = (262_144.0 - 16) / 117.45
    static let b = (1023.0 - 95) / 1023
    static let c = 95.0 / 1023
    static let s = 7 * log(2) * exp2(7 - 14 * c / b) / (a * b)
    static let t = (exp2(14 * (-c / b) + 6) - 64) / a
  }

  /// Canon Log 3: two logarithms about a straight piece, the lower one turned about.
  private enum Canon3 {
    /// Canon's input is light relative to a surface that reflects 90 %.
    static let white = 0.9
    static let low = 0.097465473
    static let high = 0.15277891
    static let lowOffset = 0.12783901
    static let highOffset = 0.12240537
    static let scale = 0.36726845
    static let gain = 14.98325

    static func decode(_ code: Double) -> Double {
      if code < low { return -(pow(10, (lowOffset - code) / scale) - 1) / gain }
      if code <= high { return (code - 0.12512219) / 1.9754798 }
      return (pow(10, (code - highOffset) / scale) - 1) / gain
    }

    static func encode(_ light: Double) -> Double {
      if light < decode(low) { return lowOffset - scale * log10(1 - gain * light) }
      if light <= decode(high) { return 1.9754798 * light + 0.12512219 }
      return highOffset + scale * log10(gain * light + 1)
    }
  }
}

extension LogCurve {
  /// The primaries that the curve's maker publishes with it.
  public var primaries: ColorPrimaries {
    switch self {
    case .acescct: .ap1
    case .logc3: .arriWideGamut3
    case .logc4: .arriWideGamut4
    case .slog3: .sGamut3Cine
    case .vlog: .vGamut
    case .flog2, .nlog: .bt2020
    case .clog3: .cinemaGamut
    }
  }
}

extension RGBSpace {
  /// The curve and primaries of a maker's log, under the curve's name.
  public init(_ curve: LogCurve) {
    let primaries = curve.primaries
    self.init(
      name: curve.rawValue, red: primaries.red, green: primaries.green, blue: primaries.blue,
      white: primaries.white, transfer: .log(curve), cicp: nil)
  }

  /// SMPTE RP 431-2: the colours of digital cinema, by the power 2.6 and under the white of its
  /// projectors.
  public static let dciP3 = RGBSpace(
    name: "dci-p3", red: ColorPrimaries.dciP3.red, green: ColorPrimaries.dciP3.green,
    blue: ColorPrimaries.dciP3.blue, white: ColorPrimaries.dciP3.white, transfer: .gamma26,
    cicp: nil)

  /// SMPTE ST 2065-1: linear light of a scene in the primaries AP0.
  public static let aces = RGBSpace(
    name: "aces2065-1", red: ColorPrimaries.ap0.red, green: ColorPrimaries.ap0.green,
    blue: ColorPrimaries.ap0.blue, white: ColorPrimaries.ap0.white, transfer: .linear, cicp: nil)

  /// Academy S-2014-004, ACEScg: linear light of a scene in the primaries AP1.
  public static let acesCG = RGBSpace(
    name: "acescg", red: ColorPrimaries.ap1.red, green: ColorPrimaries.ap1.green,
    blue: ColorPrimaries.ap1.blue, white: ColorPrimaries.ap1.white, transfer: .linear, cicp: nil)
}
