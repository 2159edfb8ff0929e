public import BromideValues

/// The numbers that express a colour.
public enum SampleSpace: Sendable, Hashable {
  /// R′G′B′ of a space as code values 0…255, clipped but not rounded.
  case encoded(RGBSpace)
  /// R′G′B′ in the picture's space and encoding, as code values 0…255. Not available for raws.
  case rgb
  /// `#rrggbb` in sRGB.
  case hex
  /// Linear light with sRGB's primaries and white at 1, without clipping.
  case linear
  /// Linear light with another space's primaries, without clipping.
  case light(RGBSpace)
  /// CIE XYZ under D65, Y = 1 at white.
  case xyz
  /// CIE L*a*b* under D50 (Bradford), 2°, as in ICC and CSS.
  case lab
  /// The polar form of `lab`.
  case lch
  /// CIE L*a*b* under another white (Bradford), 2°.
  case labUnder(LabWhite)
  /// The polar form of `labUnder`.
  case lchUnder(LabWhite)
  case oklab
  case oklch
  /// Y, Cb and Cr as stored.
  case ycbcr
  /// CIE x, y and Y under D65, Y = 1 at white.
  case xyy
  /// CIE L*u*v* under D65.
  case luv
  /// Hue in degrees, saturation and lightness in percent of R′G′B′ in sRGB, clipped.
  case hsl
  /// Correlated colour temperature in kelvin, and Duv. Outside ±0.05, it is not meaningful.
  case cct
  /// CIE X, Y and Z in cd/m². Not available for pictures without absolute luminance.
  case nits
  /// ICtCp of BT.2100. For pictures without absolute luminance, white is 203 cd/m².
  case ictcp
  /// JzAzBz, with the same white.
  case jzazbz
  /// Camera red, green and blue of a raw, linear, before white balance. Black is 0, saturation is
  /// 1.
  case camera

  /// All spaces, in the order of lists.
  public static let all: [SampleSpace] = encoded + others + ofCinema + underWhites

  /// The codes of spaces that pictures are written in.
  private static let encoded: [SampleSpace] = RGBSpace.all.filter { $0 != .linearSRGB }
    .map { .encoded($0) }

  private static let others: [SampleSpace] = [
    .rgb, .hex, .linear, .xyz, .xyy, .lab, .lch, .luv, .oklab, .oklch, .ictcp, .jzazbz, .nits,
    .hsl, .cct, .ycbcr, .camera,
  ]

  /// Digital cinema, ACES and the logs of cameras.
  private static let ofCinema: [SampleSpace] =
    [.encoded(.dciP3), .light(.aces), .light(.acesCG)]
    + LogCurve.allCases.map { .encoded(RGBSpace($0)) }

  private static let underWhites: [SampleSpace] = LabWhite.allCases.flatMap { white in
    [SampleSpace.labUnder(white), .lchUnder(white)]
  }

  /// The name on the command line and in columns.
  public var name: String {
    switch self {
    case .encoded(let space), .light(let space): space.name
    case .labUnder(let white): "lab-\(white.rawValue)"
    case .lchUnder(let white): "lch-\(white.rawValue)"
    case .rgb: "rgb"
    case .hex: "hex"
    case .linear: "linear"
    case .xyz: "xyz"
    case .lab: "lab"
    case .lch: "lch"
    case .oklab: "oklab"
    case .oklch: "oklch"
    case .xyy: "xyy"
    case .luv: "luv"
    case .hsl: "hsl"
    case .cct: "cct"
    case .nits: "nits"
    case .ictcp: "ictcp"
    case .jzazbz: "jzazbz"
    case .ycbcr: "ycbcr"
    case .camera: "camera"
    }
  }

  /// Names of the components. `hex` is a single text without components.
  public var components: [String] {
    switch self {
    case .encoded, .rgb, .linear, .light, .camera: ["r", "g", "b"]
    case .hex: []
    case .xyz, .nits: ["X", "Y", "Z"]
    case .xyy: ["x", "y", "Y"]
    case .luv: ["L", "u", "v"]
    case .hsl: ["h", "s", "l"]
    case .cct: ["K", "Duv"]
    case .ictcp: ["I", "Ct", "Cp"]
    case .jzazbz: ["Jz", "Az", "Bz"]
    case .lab, .labUnder: ["L", "a", "b"]
    case .lch, .lchUnder: ["L", "C", "h"]
    case .oklab: ["L", "a", "b"]
    case .oklch: ["L", "C", "h"]
    case .ycbcr: ["Y", "Cb", "Cr"]
    }
  }

  /// The number of decimals of a component, finer than any step of a 16-bit picture.
  public var decimals: Int {
    switch self {
    case .encoded, .rgb, .lab, .lch, .labUnder, .lchUnder, .luv, .hsl, .ycbcr: 3
    case .hex: 0
    case .nits: 4
    case .cct: 5
    case .linear, .light, .xyz, .xyy, .camera, .oklab, .oklch, .ictcp, .jzazbz: 6
    }
  }

  /// The component that is an angle, or `nil` without an angle.
  var hue: Int? {
    switch self {
    case .lch, .lchUnder, .oklch: 2
    case .hsl: 0
    default: nil
    }
  }

  /// Returns the space with the given name. `linear-srgb` is `linear`.
  public static func named(_ name: String) -> SampleSpace? {
    name == "linear-srgb" ? .linear : all.first { $0.name == name }
  }
}

/// A white under which CIE L*a*b* is computed.
public enum LabWhite: String, Sendable, Hashable, CaseIterable {
  case a, c, d50, d55, d60, d65, d75, e

  /// The white's chromaticity: of CIE 15:2018, tables 5 and 6, for the D50 of ICC and the D65 of
  /// BT.709 as these write them, and for D60 as ACES writes it.
  public var chromaticity: Chromaticity {
    switch self {
    case .a: Illuminant.standardA.chromaticity
    case .c: Illuminant.standardC.chromaticity
    case .d50: .d50
    case .d55: Illuminant.d55.chromaticity
    case .d60: ColorPrimaries.ap0.white
    case .d65: .d65
    case .d75: Illuminant.d75.chromaticity
    case .e: Chromaticity(x: 1.0 / 3, y: 1.0 / 3)
    }
  }
}

/// Converts samples to numbers of a space. Create it once for many samples.
public struct SampleReadout: Sendable {
  /// The numbers that express colours.
  public let space: SampleSpace
  private let matrix: Matrix3x3
  private let signal: SignalLight
  /// The curve of encoded numbers. A copy, as a space carries its name along.
  private let transfer: TransferFunction
  /// As it would be developed into the space.
  private let gamut: GamutCompression?
  private let isUnclipped: Bool
  private let hexOfCodes: Bool
  /// The curve of an encoded space as a table, or `nil` for few colours.
  private var octaves: CurveOctaves?

  /// - Parameters:
  ///   - source: The primaries of the light to convert: `PointSampler.space`.
  ///   - isUnclipped: Whether encoded numbers can exceed 0…255 for colours outside the space, by
  ///     the odd continuation of its curve, without gamut compression.
  ///   - hexOfCodes: Whether `hex` contains the picture's R′G′B′ instead of sRGB's.
  public init(
    _ space: SampleSpace, from source: RGBSpace, isUnclipped: Bool = false,
    hexOfCodes: Bool = false
  ) {
    self.space = space
    signal = SignalLight(source)
    self.isUnclipped = isUnclipped && space != .hex && space != .hsl
    self.hexOfCodes = hexOfCodes
    if case .encoded(let target) = space { transfer = target.transfer } else { transfer = .srgb }
    switch isUnclipped || hexOfCodes ? .rgb : space {
    case .encoded(let target): gamut = target.gamutCompression
    case .hex, .hsl: gamut = RGBSpace.srgb.gamutCompression
    default: gamut = nil
    }
    switch space {
    case .encoded(let target): matrix = source.matrix(to: target)
    case .hex where hexOfCodes: matrix = .identity
    case .hex, .hsl, .linear: matrix = source.matrix(to: .srgb)
    case .light(let target): matrix = source.matrix(to: target)
    case .labUnder(let white), .lchUnder(let white):
      matrix = .bradford(from: source.white, to: white.chromaticity) * source.toXYZ
    case .lab, .lch: matrix = .bradford(from: source.white, to: .d50) * source.toXYZ
    case .xyz, .xyy, .luv, .cct, .oklab, .oklch:
      matrix = .bradford(from: source.white, to: .d65) * source.toXYZ
    case .nits, .ictcp, .jzazbz:
      matrix =
        HighRangeCurve.white * .bradford(from: source.white, to: .d65) * source.toXYZ
    case .rgb, .ycbcr, .camera: matrix = .identity
    }
  }

  /// The same readout for many colours.
  func tabled() -> SampleReadout {
    var result = self
    switch space {
    case .encoded, .hsl: result.octaves = CurveOctaves { [transfer] in transfer.encode($0) }
    default: break
    }
    return result
  }

  /// Returns the numbers of a sample, or `nil` if its picture does not have this kind of numbers.
  public func value(_ sample: Sample) -> SIMD3<Double>? {
    switch space {
    case .camera: return sample.camera
    case .rgb where sample.camera != nil: return nil
    case .nits where !sample.space.isAbsolute: return nil
    default:
      return value(
        light: sample.light, codes: sample.codes, compressesGamut: sample.compressesGamut)
    }
  }

  /// `#rrggbb` of a sample in sRGB, for a readout of any space.
  public static func hex(_ srgb: SIMD3<Double>) -> String {
    let digits = Array("0123456789abcdef")
    return (0..<3).reduce(into: "#") { text, c in
      let code = Int(min(max(srgb[c], 0), 255).rounded())
      text.append(digits[code >> 4])
      text.append(digits[code & 15])
    }
  }

  /// - Parameter compressesGamut: Whether to compress colours outside the space like the
  ///   development of a raw. Otherwise they are clipped.
  package func value(
    light: SIMD3<Double>, codes: SIMD3<Double> = SIMD3(), compressesGamut: Bool = false
  ) -> SIMD3<Double> {
    var linear = matrix * light
    if compressesGamut, let gamut { linear = gamut(linear) }
    switch space {
    case .encoded: return encode(linear, transfer, octaves)
    case .rgb: return encode(signal.channelLight(of: linear), signal.transfer)
    case .hex where hexOfCodes: return encode(signal.channelLight(of: linear), signal.transfer)
    case .hex: return encode(linear, transfer)
    case .hsl: return Self.hsl(encode(linear, transfer, octaves) / 255)
    case .linear, .light, .xyz, .nits: return linear
    case .xyy:
      let sum = linear.sum()
      let place = sum > 0 ? Chromaticity(xyz: linear) : .d65
      return SIMD3(place.x, place.y, linear.y)
    case .luv:
      let luv = Luv(xyz: linear)
      return SIMD3(luv.l, luv.u, luv.v)
    case .cct:
      let place = PlanckianPlace(linear.sum() > 0 ? Chromaticity(xyz: linear) : .d65)
      return SIMD3(1e6 / place.mired, place.duv, 0)
    case .ictcp:
      let color = ICtCp(luminance: linear)
      return SIMD3(color.i, color.t, color.p)
    case .jzazbz:
      let color = JzAzBz(luminance: linear)
      return SIMD3(color.j, color.a, color.b)
    case .lab:
      let lab = Lab(xyz: linear)
      return SIMD3(lab.l, lab.a, lab.b)
    case .lch: return Self.polar(Lab(xyz: linear).lch)
    case .labUnder(let white):
      let lab = Lab(xyz: linear, white: white.chromaticity)
      return SIMD3(lab.l, lab.a, lab.b)
    case .lchUnder(let white):
      return Self.polar(Lab(xyz: linear, white: white.chromaticity).lch)
    case .oklab:
      let lab = Oklab(xyz: linear)
      return SIMD3(lab.l, lab.a, lab.b)
    case .oklch: return Self.polar(Oklab(xyz: linear).lch)
    case .ycbcr, .camera: return codes
    }
  }

  private func encode(
    _ linear: SIMD3<Double>, _ transfer: TransferFunction, _ octaves: CurveOctaves? = nil
  ) -> SIMD3<Double> {
    let codes: SIMD3<Double> =
      if let octaves { octaves(linear) } else {
        SIMD3(transfer.encode(linear.x), transfer.encode(linear.y), transfer.encode(linear.z))
      }
    guard !isUnclipped else { return 255 * codes }
    return 255 * pointwiseMin(pointwiseMax(codes, SIMD3()), SIMD3(1, 1, 1))
  }

  /// Hue, saturation and lightness of code values 0…1. A grey has the hue 0.
  private static func hsl(_ codes: SIMD3<Double>) -> SIMD3<Double> {
    let (most, least) = (codes.max(), codes.min())
    let (sum, range) = (most + least, most - least)
    guard range > 1e-9 else { return SIMD3(0, 0, 50 * sum) }
    let sector =
      most == codes.x
      ? (codes.y - codes.z) / range
      : most == codes.y ? 2 + (codes.z - codes.x) / range : 4 + (codes.x - codes.y) / range
    return SIMD3(
      60 * (sector < 0 ? sector + 6 : sector), 100 * range / (sum <= 1 ? sum : 2 - sum), 50 * sum)
  }

  /// A grey's hue is noise in the last digits: 0 replaces it.
  private static func polar(_ lch: LCh) -> SIMD3<Double> {
    SIMD3(lch.l, lch.c, lch.c < 1e-6 ? 0 : lch.h)
  }
}
