extension RGBSpace {
  /// Primaries and white as a flag or a tag names them.
  public struct Primaries: Sendable, Hashable {
    public let name: String
    public let red: Chromaticity
    public let green: Chromaticity
    public let blue: Chromaticity
    public let white: Chromaticity

    init(_ name: String, of space: RGBSpace) {
      self.init(name, space.red, space.green, space.blue, space.white)
    }

    init(
      _ name: String, _ red: Chromaticity, _ green: Chromaticity, _ blue: Chromaticity,
      _ white: Chromaticity = .d65
    ) {
      self.name = name
      self.red = red
      self.green = green
      self.blue = blue
      self.white = white
    }
  }

  /// A space of those primaries with a curve to linear light.
  public init(_ primaries: Primaries, transfer: NamedTransfer) {
    let known = RGBSpace.all.first {
      $0.primaries == primaries && $0.transfer == transfer.function
    }
    self =
      known
      ?? RGBSpace(
        name: "\(primaries.name) \(transfer.name)", red: primaries.red, green: primaries.green,
        blue: primaries.blue, white: primaries.white, transfer: transfer.function, cicp: nil)
  }

  /// The primaries, under the name that a flag has for them where there is one.
  public var primaries: Primaries {
    let own = Primaries(name, of: self)
    let match = Primaries.all.first {
      ($0.red, $0.green, $0.blue, $0.white) == (own.red, own.green, own.blue, own.white)
    }
    return match ?? own
  }

  /// The space of code points (ITU-T H.273, tables 2 and 3); nil where Bromide does not know one of them.
  public init?(_ cicp: CICP) {
    guard let primaries = Primaries(name: "\(cicp.primaries)"),
      let transfer = NamedTransfer(name: "\(cicp.transfer)")
    else { return nil }
    self.init(primaries, transfer: transfer)
  }
}

extension RGBSpace.Primaries {
  /// ITU-T H.273, table 2, by its codes, and the others that a picture is written in.
  public static let all: [RGBSpace.Primaries] = [
    .init("709", of: .srgb), .init("2020", of: .rec2020), .init("display-p3", of: .displayP3),
    .init("adobe-rgb", of: .adobeRGB), .init("prophoto", of: .prophoto),
    .init(
      "601-625", .init(x: 0.64, y: 0.33), .init(x: 0.29, y: 0.60), .init(x: 0.15, y: 0.06)),
    .init(
      "601-525", .init(x: 0.630, y: 0.340), .init(x: 0.310, y: 0.595),
      .init(x: 0.155, y: 0.070)),
    .init(
      "470m", .init(x: 0.67, y: 0.33), .init(x: 0.21, y: 0.71), .init(x: 0.14, y: 0.08),
      .init(x: 0.310, y: 0.316)),
    .init(
      "dci-p3", .init(x: 0.680, y: 0.320), .init(x: 0.265, y: 0.690), .init(x: 0.150, y: 0.060),
      .init(x: 0.314, y: 0.351)),
  ]

  private static let aliases: [String: String] = [
    "1": "709", "4": "470m", "5": "601-625", "6": "601-525", "7": "601-525", "9": "2020",
    "11": "dci-p3", "12": "display-p3", "bt709": "709", "srgb": "709", "bt2020": "2020",
    "rec2020": "2020", "bt470m": "470m", "bt470bg": "601-625", "smpte170m": "601-525",
    "smpte240m": "601-525", "smpte431": "dci-p3", "smpte432": "display-p3", "p3": "display-p3",
  ]

  /// Reads a name, an alias as ffmpeg writes it, or a code of H.273; nil for anything else.
  public init?(name: String) {
    let word = name.lowercased()
    guard let match = Self.all.first(where: { $0.name == Self.aliases[word] ?? word }) else {
      return nil
    }
    self = match
  }
}

/// A curve between linear light and code values, as a flag or a tag names it.
public struct NamedTransfer: Sendable, Hashable {
  public let name: String
  public let function: TransferFunction

  init(_ name: String, _ function: TransferFunction) {
    self.name = name
    self.function = function
  }

  /// ITU-T H.273, table 3, as far as its curves have a linear piece and a power, and those of other spaces.
  ///
  /// `bt709` is the camera's curve of BT.601, BT.709 and BT.2020 undone; `bt1886` is what a display makes of such a signal.
  public static let all: [NamedTransfer] = [
    .init("srgb", .srgb), .init("bt1886", .bt1886), .init("bt709", .bt2020),
    .init("linear", .linear), .init("gamma2.2", .gamma(2.2)), .init("gamma2.8", .gamma(2.8)),
    .init("adobe-rgb", .adobeRGB), .init("prophoto", .prophoto),
    .init(
      "240m", TransferFunction(slope: 4, cut: 0.0228, scale: 1.1115, exponent: 0.45, offset: 0.1115)
    ),
  ]

  private static let aliases: [String: String] = [
    "1": "bt709", "4": "gamma2.2", "5": "gamma2.8", "6": "bt709", "7": "240m", "8": "linear",
    "13": "srgb", "14": "bt709", "15": "bt709", "601": "bt709", "709": "bt709",
    "smpte170m": "bt709", "smpte240m": "240m", "2020": "bt709", "bt2020-10": "bt709",
    "bt2020-12": "bt709", "iec61966-2-1": "srgb", "bt470m": "gamma2.2", "bt470bg": "gamma2.8",
  ]

  /// Reads a name, an alias as ffmpeg writes it, or a code of H.273; nil for anything else.
  public init?(name: String) {
    let word = name.lowercased()
    guard let match = Self.all.first(where: { $0.name == Self.aliases[word] ?? word }) else {
      return nil
    }
    self = match
  }

  /// The function under the name that a flag has for it; others are called after their exponent.
  public init(_ function: TransferFunction) {
    let match = Self.all.first { $0.function == function }
    self = match ?? NamedTransfer("gamma\(1 / function.exponent)", function)
  }
}

extension TransferFunction {
  /// A pure power: linear light = code^gamma.
  public static func gamma(_ gamma: Double) -> TransferFunction {
    TransferFunction(slope: 0, cut: 0, scale: 1, exponent: 1 / gamma, offset: 0)
  }
}
