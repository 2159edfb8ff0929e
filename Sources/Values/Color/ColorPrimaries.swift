/// Named chromaticities of red, green, blue and white, from ITU-T H.273, 8.1, table 2, and from RGB
/// spaces.
public struct ColorPrimaries: Sendable, Hashable, Codable {
  /// The name on the command line and in reports.
  public let name: String
  /// The code of H.273, or `nil` without a code.
  public let codePoint: UInt8?
  /// Chromaticity of (1, 0, 0).
  public let red: Chromaticity
  /// Chromaticity of (0, 1, 0).
  public let green: Chromaticity
  /// Chromaticity of (0, 0, 1).
  public let blue: Chromaticity
  /// Chromaticity of (1, 1, 1).
  public let white: Chromaticity

  /// - Parameter codePoint: The code of H.273, or `nil` without a code.
  public init(
    name: String, codePoint: UInt8?, red: Chromaticity, green: Chromaticity, blue: Chromaticity,
    white: Chromaticity
  ) {
    self.name = name
    self.codePoint = codePoint
    self.red = red
    self.green = green
    self.blue = blue
    self.white = white
  }

  /// Creates the primaries of an RGB space: the equal standard primaries if they exist, or else
  /// primaries with the space's name.
  public init(_ space: RGBSpace) {
    let match = Self.all.first {
      $0.red == space.red && $0.green == space.green && $0.blue == space.blue
        && $0.white == space.white
    }
    self =
      match
      ?? ColorPrimaries(
        name: space.name, codePoint: nil, red: space.red, green: space.green, blue: space.blue,
        white: space.white)
  }

  private init(
    _ name: String, _ code: UInt8?, _ red: (Double, Double), _ green: (Double, Double),
    _ blue: (Double, Double), _ white: Chromaticity
  ) {
    self.init(
      name: name, codePoint: code, red: .init(x: red.0, y: red.1),
      green: .init(x: green.0, y: green.1), blue: .init(x: blue.0, y: blue.1), white: white)
  }
}

extension ColorPrimaries: CodedName {
  /// White C of H.273.
  private static let c = Chromaticity(x: 0.310, y: 0.316)

  /// BT.709 and IEC 61966-2-1.
  public static let bt709 = ColorPrimaries("709", 1, (0.64, 0.33), (0.30, 0.60), (0.15, 0.06), .d65)
  /// BT.470 system M, NTSC of 1953.
  public static let bt470m = ColorPrimaries(
    "470m", 4, (0.67, 0.33), (0.21, 0.71), (0.14, 0.08), c)
  /// BT.470 systems B and G, and BT.601 with 625 lines.
  public static let bt470bg = ColorPrimaries(
    "470bg", 5, (0.64, 0.33), (0.29, 0.60), (0.15, 0.06), .d65)
  /// SMPTE 170M, and BT.601 with 525 lines.
  public static let smpte170m = ColorPrimaries(
    "170m", 6, (0.630, 0.340), (0.310, 0.595), (0.155, 0.070), .d65)
  /// SMPTE ST 240, the same numbers as `smpte170m`.
  public static let smpte240m = ColorPrimaries(
    "240m", 7, (0.630, 0.340), (0.310, 0.595), (0.155, 0.070), .d65)
  /// Generic film under illuminant C.
  public static let film = ColorPrimaries(
    "film", 8, (0.681, 0.319), (0.243, 0.692), (0.145, 0.049), c)
  /// BT.2020 and BT.2100.
  public static let bt2020 = ColorPrimaries(
    "2020", 9, (0.708, 0.292), (0.170, 0.797), (0.131, 0.046), .d65)
  /// SMPTE RP 431-2, with the white of cinema.
  public static let dciP3 = ColorPrimaries(
    "dci-p3", 11, (0.680, 0.320), (0.265, 0.690), (0.150, 0.060), .init(x: 0.314, y: 0.351))
  /// SMPTE EG 432-1: the primaries of `dciP3` with D65.
  public static let displayP3 = ColorPrimaries(
    "display-p3", 12, (0.680, 0.320), (0.265, 0.690), (0.150, 0.060), .d65)
  /// EBU Tech 3213-E.
  public static let ebu3213 = ColorPrimaries(
    "ebu3213", 22, (0.630, 0.340), (0.295, 0.605), (0.155, 0.077), .d65)

  /// The white of ACES (Academy TB-2018-001), near D60.
  private static let acesWhite = Chromaticity(x: 0.32168, y: 0.33767)

  /// SMPTE ST 2065-1: ACES, which contains all colours.
  public static let ap0 = ColorPrimaries(
    "ap0", nil, (0.7347, 0.2653), (0, 1), (0.0001, -0.0770), acesWhite)
  /// Academy S-2014-004: ACEScg and ACEScct.
  public static let ap1 = ColorPrimaries(
    "ap1", nil, (0.713, 0.293), (0.165, 0.830), (0.128, 0.044), acesWhite)
  /// ARRI Wide Gamut 3 ("ALEXA Log C Curve", 2017).
  public static let arriWideGamut3 = ColorPrimaries(
    "awg3", nil, (0.684, 0.313), (0.221, 0.848), (0.0861, -0.102), .d65)
  /// ARRI Wide Gamut 4 ("ARRI LogC4 Specification", 2022, table 3).
  public static let arriWideGamut4 = ColorPrimaries(
    "awg4", nil, (0.7347, 0.2653), (0.1424, 0.8576), (0.0991, -0.0308), .d65)
  /// Sony's S-Gamut3 ("Technical Summary for S-Gamut3.Cine/S-Log3 and S-Gamut3/S-Log3", 2014).
  public static let sGamut3 = ColorPrimaries(
    "s-gamut3", nil, (0.730, 0.280), (0.140, 0.855), (0.100, -0.050), .d65)
  /// Sony's S-Gamut3.Cine (the same document).
  public static let sGamut3Cine = ColorPrimaries(
    "s-gamut3-cine", nil, (0.766, 0.275), (0.225, 0.800), (0.089, -0.087), .d65)
  /// Panasonic's V-Gamut ("V-Log/V-Gamut Reference Manual", 2014).
  public static let vGamut = ColorPrimaries(
    "v-gamut", nil, (0.730, 0.280), (0.165, 0.840), (0.100, -0.030), .d65)
  /// Canon's Cinema Gamut ("EOS C300 Mark III Input Transform", version 1.2, 2020).
  public static let cinemaGamut = ColorPrimaries(
    "cinema-gamut", nil, (0.740, 0.270), (0.170, 1.140), (0.080, -0.100), .d65)

  /// All primaries with a code of H.273, except XYZ (10), which is not needed, and the primaries of
  /// cameras and ACES.
  public static let all: [ColorPrimaries] = [
    bt709, bt470m, bt470bg, smpte170m, smpte240m, film, bt2020, dciP3, displayP3, ebu3213, ap0,
    ap1, arriWideGamut3, arriWideGamut4, sGamut3, sGamut3Cine, vGamut, cinemaGamut,
  ]

  static let aliases: [String: ColorPrimaries] = [
    "bt709": bt709, "srgb": bt709, "bt470m": bt470m, "bt470bg": bt470bg, "601-625": bt470bg,
    "smpte170m": smpte170m, "601-525": smpte170m, "smpte240m": smpte240m, "bt2020": bt2020,
    "smpte431": dciP3, "smpte432": displayP3, "p3": displayP3, "adobe-rgb": .init(.adobeRGB),
    "prophoto": .init(.prophoto), "f-gamut": bt2020, "n-gamut": bt2020, "aces2065-1": ap0,
    "acescg": ap1,
  ]

  /// Parses a name, an ffmpeg alias, or an H.273 code. Returns `nil` for other texts.
  public init?(name: String) {
    guard let match = Self.named(name) else { return nil }
    self = match
  }
}
