internal import BromideLibc

/// A named curve from R′G′B′ to linear light, from ITU-T H.273, 8.2, table 3, or from an RGB space.
public struct ColorTransfer: Sendable, Hashable, Codable {
  /// The name on the command line and in reports.
  public let name: String
  /// The code of H.273, or `nil` without a code.
  public let codePoint: UInt8?
  /// Linear light to code values. Its `decode` is the inverse.
  public let function: TransferFunction

  /// - Parameter codePoint: The code of H.273, or `nil` without a code.
  public init(name: String, codePoint: UInt8?, function: TransferFunction) {
    self.name = name
    self.codePoint = codePoint
    self.function = function
  }

  /// Creates the curve of an RGB space: the equal standard curve if it exists, or else a curve with
  /// the space's name.
  public init(_ space: RGBSpace) {
    self =
      Self.all.first { $0.function == space.transfer }
      ?? ColorTransfer(name: space.name, codePoint: nil, function: space.transfer)
  }
}

extension TransferFunction {
  /// A pure power, like the gamma of a display.
  static func power(_ gamma: Double) -> TransferFunction {
    TransferFunction(slope: 0, cut: 0, scale: 1, exponent: 1 / gamma, offset: 0)
  }

  /// ITU-R BT.1886, annex 1, with black at 0: the pure power of 2.4 that a display uses to turn
  /// video into light.
  public static let bt1886 = power(2.4)

  /// SMPTE RP 431-2, 7.4, relative to white: the pure power of digital cinema.
  public static let gamma26 = power(2.6)

  /// SMPTE ST 428-1 (H.273, transfer 17): code 1 is 52.37 cd/m², and white is 48 cd/m².
  public static let smpte428 = TransferFunction(
    slope: 0, cut: 0, scale: pow(48 / 52.37, 1 / 2.6), exponent: 1 / 2.6, offset: 0)

  /// SMPTE ST 240 (H.273, transfer 7).
  public static let smpte240m = TransferFunction(
    slope: 4, cut: 0.022821585529445, scale: 1.111572195921731, exponent: 0.45,
    offset: 0.111572195921731)
}

extension ColorTransfer: CodedName {
  /// The curve of a display for video. Codes 1, 6, 14 and 15 define a camera's curve, but BT.1886
  /// defines how displays show video.
  public static let bt1886 = ColorTransfer(name: "1886", codePoint: 1, function: .bt1886)
  /// The camera's curve of BT.709, BT.601 and BT.2020, which gives scene light instead of display
  /// light.
  public static let camera = ColorTransfer(name: "709-camera", codePoint: nil, function: .bt2020)
  /// BT.470 system M.
  public static let gamma22 = ColorTransfer(name: "gamma22", codePoint: 4, function: .power(2.2))
  /// BT.470 systems B and G.
  public static let gamma28 = ColorTransfer(name: "gamma28", codePoint: 5, function: .power(2.8))
  /// SMPTE ST 240.
  public static let smpte240m = ColorTransfer(
    name: "240m", codePoint: 7, function: .smpte240m)
  /// Linear light.
  public static let linear = ColorTransfer(name: "linear", codePoint: 8, function: .linear)
  /// IEC 61966-2-1.
  public static let srgb = ColorTransfer(name: "srgb", codePoint: 13, function: .srgb)
  /// Adobe RGB (1998): a pure power of 563/256.
  public static let adobeRGB = ColorTransfer(
    name: "adobe-rgb", codePoint: nil, function: .adobeRGB)
  /// ROMM RGB, ISO 22028-2.
  public static let prophoto = ColorTransfer(
    name: "prophoto", codePoint: nil, function: .prophoto)
  /// BT.2100's perceptual quantizer, SMPTE ST 2084.
  public static let pq = ColorTransfer(name: "pq", codePoint: 16, function: .pq)
  /// BT.2100's hybrid log-gamma, ARIB STD-B67.
  public static let hlg = ColorTransfer(name: "hlg", codePoint: 18, function: .hlg)

  /// Digital cinema's power of 2.6.
  public static let gamma26 = ColorTransfer(name: "gamma26", codePoint: nil, function: .gamma26)
  /// SMPTE ST 428-1, the same with headroom for a brighter white.
  public static let smpte428 = ColorTransfer(name: "428", codePoint: 17, function: .smpte428)
  /// The logs of cameras and ACES, with the names of ``LogCurve``.
  public static let logs = LogCurve.allCases.map {
    ColorTransfer(name: $0.rawValue, codePoint: nil, function: .log($0))
  }

  /// All curves with a name.
  public static let all: [ColorTransfer] =
    [
      bt1886, camera, gamma22, gamma28, smpte240m, linear, srgb, adobeRGB, prophoto, pq, hlg,
      gamma26, smpte428,
    ] + logs

  static let aliases: [String: ColorTransfer] = [
    "bt1886": bt1886, "bt709": bt1886, "709": bt1886, "601": bt1886, "2020": bt1886,
    "smpte170m": bt1886, "bt2020-10": bt1886, "bt2020-12": bt1886, "6": bt1886, "14": bt1886,
    "15": bt1886, "bt470m": gamma22, "bt470bg": gamma28, "smpte240m": smpte240m,
    "dci-p3": gamma26, "smpte428": smpte428, "iec61966-2-1": srgb, "smpte2084": pq, "st2084": pq,
    "arib-std-b67": hlg,
  ]

  /// Parses a name, an ffmpeg alias, or an H.273 code. Returns `nil` for other texts.
  public init?(name: String) {
    guard let match = Self.named(name) else { return nil }
    self = match
  }
}

extension RGBSpace {
  /// BT.709's primaries with the curve of a BT.1886 display.
  public static let rec709Display = RGBSpace.of(.bt709, .bt1886)

  /// The space of some primaries and a transfer curve: a known one if it is equal, otherwise one
  /// with both names.
  public static func of(_ primaries: ColorPrimaries, _ transfer: ColorTransfer) -> RGBSpace {
    let known = all.first {
      ColorPrimaries($0) == primaries && $0.transfer == transfer.function
    }
    if let known { return known }
    let codes = primaries.codePoint.flatMap { p in transfer.codePoint.map { (p, $0) } }
    return RGBSpace(
      name: "\(primaries.name)/\(transfer.name)", red: primaries.red, green: primaries.green,
      blue: primaries.blue, white: primaries.white, transfer: transfer.function,
      cicp: codes.map { CICP(primaries: $0.0, transfer: $0.1) })
  }
  /// Returns the space of code points (ITU-T H.273), or `nil` for unknown codes.
  ///
  /// Spaces that Bromide writes have priority, so that a picture reads back in the same space.
  /// Otherwise, the space is made from `ColorPrimaries` and `ColorTransfer`.
  public static func of(_ cicp: CICP) -> RGBSpace? {
    let written = all.first {
      $0.cicp?.primaries == cicp.primaries && $0.cicp?.transfer == cicp.transfer
    }
    if let written { return written }
    guard let primaries = ColorPrimaries(name: "\(cicp.primaries)"),
      let transfer = ColorTransfer(name: "\(cicp.transfer)")
    else { return nil }
    return of(primaries, transfer)
  }
}
