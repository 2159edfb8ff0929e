import BromideLibc

/// A map from linear light to code values: a power curve with a linear piece near black, or the
/// identity.
///
/// encode(L) = slope·L for L < cut, otherwise scale·L^exponent − offset. Every space that Bromide
/// writes has this form, so that one kernel supports all of them and ICC's parametric curve type 3
/// describes it exactly.
///
/// The two curves of ITU-R BT.2100 and the logs of cameras have other forms. Bromide reads pictures
/// with them but never writes them.
///
/// Negative light has the negative code of its amount, and vice versa, so that video keeps colours
/// outside its primaries. Logs continue below black with their formulas.
public struct TransferFunction: Sendable, Hashable, Codable {
  /// Code value per unit of linear light below `cut`.
  public var slope: Double
  /// Linear light at the start of the power: 0 if it starts at black, infinity if it is not used.
  public var cut: Double
  /// Factor of the power.
  public var scale: Double
  /// Exponent of linear light. Below 1, it gives dark tones more code values.
  public var exponent: Double
  /// Amount subtracted after the power, at least 0.
  public var offset: Double
  /// The curve of BT.2100 that replaces the power, or `nil` for all other functions. Kernels and
  /// profiles do not support it.
  public private(set) var curve: HighRangeCurve?
  /// The log that replaces the power, or `nil` for all other functions. Kernels and profiles do not
  /// support it.
  public private(set) var log: LogCurve?

  /// The function slope·L for L < cut, otherwise scale·L^exponent − offset.
  public init(slope: Double, cut: Double, scale: Double, exponent: Double, offset: Double) {
    self.slope = slope
    self.cut = cut
    self.scale = scale
    self.exponent = exponent
    self.offset = offset
  }

  /// The identity.
  public static let linear = TransferFunction(
    slope: 1, cut: .infinity, scale: 1, exponent: 1, offset: 0)

  /// IEC 61966-2-1, 5.2, which Display P3 also uses.
  public static let srgb = TransferFunction(
    slope: 12.92, cut: 0.0031308, scale: 1.055, exponent: 1 / 2.4, offset: 0.055)

  /// Adobe RGB (1998), 4.3.4.2: a pure power of 563/256.
  public static let adobeRGB = TransferFunction(
    slope: 0, cut: 0, scale: 1, exponent: 256.0 / 563, offset: 0)

  /// ROMM RGB (ISO 22028-2, ANSI/I3A IT10.7666): 16·L below 1/512, L^(1/1.8) above.
  public static let prophoto = TransferFunction(
    slope: 16, cut: 1.0 / 512, scale: 1, exponent: 1 / 1.8, offset: 0)

  /// ITU-R BT.2020, table 4 (opto-electronic, with the exact constants of its note 3):
  /// α = 1.09929682680944, β = 0.018053968510807.
  public static let bt2020 = TransferFunction(
    slope: 4.5, cut: 0.018053968510807, scale: 1.09929682680944, exponent: 0.45,
    offset: 0.09929682680944)

  /// BT.2100's perceptual quantizer (SMPTE ST 2084): light in multiples of `HighRangeCurve.white`.
  public static let pq = TransferFunction(.pq)

  /// BT.2100's hybrid log-gamma: scene light, 1 at the largest code (see ``SignalLight``).
  public static let hlg = TransferFunction(.hlg)

  private init(_ curve: HighRangeCurve) {
    self.init(slope: 0, cut: 0, scale: 1, exponent: 1, offset: 0)
    self.curve = curve
  }

  /// A camera's log, or one of ACES.
  public static func log(_ curve: LogCurve) -> TransferFunction {
    var function = TransferFunction.linear
    function.cut = 0
    function.log = curve
    return function
  }

  /// Whether the function is linear throughout.
  public var isLinear: Bool { cut == .infinity }

  /// Returns the code value, 0…1, of linear light. Above that range, the power continues.
  public func encode(_ light: Double) -> Double {
    if let log { return log.encode(light) }
    if light < 0 { return -encode(-light) }
    if let curve { return curve.encode(light) }
    return light < cut ? slope * light : scale * pow(light, exponent) - offset
  }

  /// Linear light of the code value `code`: the inverse of `encode`.
  ///
  /// The pieces of a standard meet only to within its rounded constants (sRGB's to 3·10⁻⁸). The
  /// code value at `cut`, `encodedCut`, belongs to the linear piece.
  public func decode(_ code: Double) -> Double {
    if let log { return log.decode(code) }
    if code < 0 { return -decode(-code) }
    if let curve { return curve.decode(code) }
    guard code < encodedCut else { return pow((code + offset) / scale, 1 / exponent) }
    return slope == 0 ? 0 : code / slope
  }

  /// The code value at `cut`, where `decode` changes from one piece to the other.
  public var encodedCut: Double { slope * cut }
}
