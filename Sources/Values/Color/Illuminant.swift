/// A light source, numbered as in EXIF's LightSource and DNG's CalibrationIlluminant.
public enum Illuminant: Int, Sendable, Hashable, Codable, CaseIterable {
  case daylight = 1
  case fluorescent = 2
  case tungsten = 3
  case flash = 4
  case fineWeather = 9
  case cloudyWeather = 10
  case shade = 11
  /// D, 5700–7100 K.
  case daylightFluorescent = 12
  /// N, 4600–5500 K.
  case dayWhiteFluorescent = 13
  /// W, 3800–4500 K.
  case coolWhiteFluorescent = 14
  /// WW, 3250–3800 K.
  case whiteFluorescent = 15
  /// L, 2600–3250 K.
  case warmWhiteFluorescent = 16
  case standardA = 17
  case standardB = 18
  case standardC = 19
  case d55 = 20
  case d65 = 21
  case d75 = 22
  case d50 = 23
  case isoStudioTungsten = 24

  /// The light's chromaticity.
  ///
  /// A to D75 follow CIE 15:2018, table 5 and annex. If EXIF gives a range of temperatures, this is
  /// the centre of the range on the temperature locus. For the others, it is their usual
  /// temperature.
  public var chromaticity: Chromaticity {
    switch self {
    case .standardA: Chromaticity(x: 0.44758, y: 0.40745)
    case .standardB: Chromaticity(x: 0.34842, y: 0.35161)
    case .standardC: Chromaticity(x: 0.31006, y: 0.31616)
    case .d50: Chromaticity(x: 0.34567, y: 0.35851)
    case .d55: Chromaticity(x: 0.33243, y: 0.34744)
    case .d65: Chromaticity(x: 0.31272, y: 0.32903)
    case .d75: Chromaticity(x: 0.29903, y: 0.31488)
    case .daylight, .fineWeather, .flash: .onLocus(5500)
    case .cloudyWeather: .onLocus(6500)
    case .shade: .onLocus(7500)
    case .tungsten: .onLocus(2850)
    case .isoStudioTungsten: .onLocus(3200)
    case .daylightFluorescent: .onLocus((5700 + 7100) / 2)
    case .dayWhiteFluorescent: .onLocus((4600 + 5500) / 2)
    case .fluorescent, .coolWhiteFluorescent: .onLocus((3800 + 4500) / 2)
    case .whiteFluorescent: .onLocus((3250 + 3800) / 2)
    case .warmWhiteFluorescent: .onLocus((2600 + 3250) / 2)
    }
  }

  /// Returns the chromaticity of an EXIF LightSource code, or `nil` for 0 (unknown), 255 (other)
  /// and codes that EXIF does not define.
  public static func chromaticity(exifLightSource code: Int) -> Chromaticity? {
    Illuminant(rawValue: code)?.chromaticity
  }
}

extension Chromaticity {
  fileprivate static func onLocus(_ kelvin: Double) -> Chromaticity {
    Chromaticity(uv1960: TemperatureLocus.uv(kelvin: kelvin, duv: 0))
  }
}
