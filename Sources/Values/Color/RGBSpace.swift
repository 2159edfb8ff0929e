/// An RGB space for output: primaries, white, transfer function, and its code points.
public struct RGBSpace: Sendable, Hashable, Codable {
  /// The name on the command line and in reports.
  public let name: String
  /// Chromaticity of the primary (1, 0, 0).
  public let red: Chromaticity
  /// Chromaticity of the primary (0, 1, 0).
  public let green: Chromaticity
  /// Chromaticity of the primary (0, 0, 1).
  public let blue: Chromaticity
  /// Chromaticity of (1, 1, 1).
  public let white: Chromaticity
  /// Linear light to code values, the same for all channels.
  public let transfer: TransferFunction
  /// Code points of ITU-T H.273 (PNG's cICP), or `nil` unless primaries and transfer function both
  /// have one.
  public let cicp: CICP?

  /// Creates a space. `toXYZ` requires primaries that are not on one line.
  public init(
    name: String, red: Chromaticity, green: Chromaticity, blue: Chromaticity, white: Chromaticity,
    transfer: TransferFunction, cicp: CICP?
  ) {
    self.name = name
    self.red = red
    self.green = green
    self.blue = blue
    self.white = white
    self.transfer = transfer
    self.cicp = cicp
  }
}

extension RGBSpace {
  /// The space with the same primaries and linear light. A linear space returns itself.
  public var linearLight: RGBSpace {
    if transfer.isLinear { return self }
    if self == .srgb { return .linearSRGB }
    return linearLight(named: "linear-" + name)
  }

  /// The space with the same primaries and linear light under a name.
  func linearLight(named name: String) -> RGBSpace {
    RGBSpace(
      name: name, red: red, green: green, blue: blue, white: white, transfer: .linear,
      cicp: cicp.map { CICP(primaries: $0.primaries, transfer: 8, matrix: $0.matrix) })
  }
}

/// Coding-independent code points (ITU-T H.273), which define the interpretation of samples.
public struct CICP: Sendable, Hashable, Codable {
  /// ColourPrimaries, H.273 table 2: 1 BT.709, 9 BT.2020, 12 Display P3.
  public var primaries: UInt8
  /// TransferCharacteristics, H.273 table 3: 8 linear, 13 sRGB.
  public var transfer: UInt8
  /// MatrixCoefficients, H.273 table 4: 0 for RGB, as PNG requires.
  public var matrix: UInt8
  /// VideoFullRangeFlag: whether black and white are 0 and the largest code value.
  public var isFullRange: Bool

  /// Creates any code points, including the ones that H.273 reserves.
  public init(primaries: UInt8, transfer: UInt8, matrix: UInt8 = 0, isFullRange: Bool = true) {
    self.primaries = primaries
    self.transfer = transfer
    self.matrix = matrix
    self.isFullRange = isFullRange
  }
}

extension RGBSpace {
  /// IEC 61966-2-1.
  public static let srgb = RGBSpace(
    name: "srgb", red: .init(x: 0.64, y: 0.33), green: .init(x: 0.30, y: 0.60),
    blue: .init(x: 0.15, y: 0.06), white: .d65, transfer: .srgb,
    cicp: CICP(primaries: 1, transfer: 13))

  /// The primaries of sRGB with linear light.
  public static let linearSRGB = RGBSpace(
    name: "linear-srgb", red: srgb.red, green: srgb.green, blue: srgb.blue, white: .d65,
    transfer: .linear, cicp: CICP(primaries: 1, transfer: 8))

  /// The primaries of SMPTE EG 432-1 with D65 and the curve of sRGB, as defined by Apple.
  public static let displayP3 = RGBSpace(
    name: "display-p3", red: .init(x: 0.680, y: 0.320), green: .init(x: 0.265, y: 0.690),
    blue: .init(x: 0.150, y: 0.060), white: .d65, transfer: .srgb,
    cicp: CICP(primaries: 12, transfer: 13))

  /// Adobe RGB (1998) Color Image Encoding, version 2005-05.
  public static let adobeRGB = RGBSpace(
    name: "adobe-rgb", red: .init(x: 0.64, y: 0.33), green: .init(x: 0.21, y: 0.71),
    blue: .init(x: 0.15, y: 0.06), white: .d65, transfer: .adobeRGB, cicp: nil)

  /// ITU-R BT.2020 with the exact constants. H.273 gives transfers 14 and 15 the same formula with
  /// the exact α and β, which is `bt2020`. Transfer 15 is for more than 10 bits.
  public static let rec2020 = RGBSpace(
    name: "rec2020", red: .init(x: 0.708, y: 0.292), green: .init(x: 0.170, y: 0.797),
    blue: .init(x: 0.131, y: 0.046), white: .d65, transfer: .bt2020,
    cicp: CICP(primaries: 9, transfer: 15))

  /// ROMM RGB: ISO 22028-2.
  public static let prophoto = RGBSpace(
    name: "prophoto", red: .init(x: 0.7347, y: 0.2653), green: .init(x: 0.1596, y: 0.8404),
    blue: .init(x: 0.0366, y: 0.0001), white: .d50, transfer: .prophoto, cicp: nil)

  /// Every space that a picture can be written in.
  public static let all: [RGBSpace] = [srgb, displayP3, adobeRGB, rec2020, prophoto, linearSRGB]

  /// Returns the space with a name, or `nil` if it is unknown. `linear` means `linear-srgb`.
  public static func named(_ name: String) -> RGBSpace? {
    name == "linear" ? linearSRGB : all.first { $0.name == name }
  }
}

extension RGBSpace {
  /// The matrix from linear RGB to XYZ relative to this space's white: (1, 1, 1) becomes the white
  /// with Y = 1.
  ///
  /// By SMPTE RP 177, 3.3, the columns are the primaries' XYZ, each scaled so that together they
  /// make the white.
  ///
  /// - Precondition: The three primaries are not on one line.
  public var toXYZ: Matrix3x3 {
    // x, y, z rather than X/Y, 1, Z/Y, as a primary may have y = 0.
    func direction(_ c: Chromaticity) -> SIMD3<Double> { SIMD3(c.x, c.y, 1 - c.x - c.y) }
    let primaries = Matrix3x3(direction(red), direction(green), direction(blue)).transposed
    guard let inverse = primaries.inverse else {
      preconditionFailure("the primaries of \(name) lie on one line")
    }
    return primaries * Matrix3x3(diagonal: inverse * white.xyz)
  }

  /// The matrix from XYZ relative to this space's white to linear RGB. It is the inverse of
  /// `toXYZ`.
  public var fromXYZ: Matrix3x3 {
    guard let inverse = toXYZ.inverse else {
      preconditionFailure("the primaries of \(name) lie on one line")
    }
    return inverse
  }

  /// The matrix from linear RGB of this space to linear RGB of `other`. White becomes white, by the
  /// Bradford transform if the two differ.
  public func matrix(to other: RGBSpace) -> Matrix3x3 {
    let adaptation =
      white == other.white ? .identity : Matrix3x3.bradford(from: white, to: other.white)
    return other.fromXYZ * adaptation * toXYZ
  }
}
