#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// The colours and codes that a look table reads, or writes.
public enum LookSpace: String, Sendable, Hashable, Codable, CaseIterable {
  case srgb
  case displayP3 = "display-p3"
  /// BT.709's primaries, with the power 2.4 of a display.
  case rec709
  /// BT.2020's primaries, with the power 2.4 of a display.
  case rec2020
  case linearSRGB = "linear-srgb"
  /// Academy S-2016-001.
  case acescct
  /// Sony's S-Log3 with the primaries S-Gamut3.Cine ("Technical Summary for S-Gamut3.Cine/S-Log3", 2014).
  case slog3
  /// ARRI's Log C at EI 800 with ARRI Wide Gamut 3 ("ALEXA Log C Curve", 2017).
  case logc3
  /// Panasonic's V-Log with V-Gamut ("V-Log/V-Gamut Reference Manual", 2014).
  case vlog

  /// Whether its codes are those of scene light in logarithms, so that a table takes the tone curve's place.
  public var isLog: Bool { [.acescct, .slog3, .logc3, .vlog].contains(self) }

  /// Its primaries and white, with linear light.
  public var primaries: RGBSpace {
    func space(
      _ red: Chromaticity, _ green: Chromaticity, _ blue: Chromaticity, white: Chromaticity = .d65
    ) -> RGBSpace {
      RGBSpace(
        name: rawValue, red: red, green: green, blue: blue, white: white, transfer: .linear,
        cicp: nil)
    }
    return switch self {
    case .srgb, .rec709, .linearSRGB: .linearSRGB
    case .displayP3: RGBSpace.displayP3.linearLight
    case .rec2020: RGBSpace.rec2020.linearLight
    case .acescct:
      space(
        .init(x: 0.713, y: 0.293), .init(x: 0.165, y: 0.830), .init(x: 0.128, y: 0.044),
        white: .init(x: 0.32168, y: 0.33767))
    case .slog3:
      space(.init(x: 0.766, y: 0.275), .init(x: 0.225, y: 0.800), .init(x: 0.089, y: -0.087))
    case .logc3:
      space(.init(x: 0.684, y: 0.313), .init(x: 0.221, y: 0.848), .init(x: 0.0861, y: -0.102))
    case .vlog:
      space(.init(x: 0.730, y: 0.280), .init(x: 0.165, y: 0.840), .init(x: 0.100, y: -0.030))
    }
  }

  /// Light whose code is 1.
  public var mostLight: Double {
    switch self {
    case .srgb, .displayP3, .rec709, .rec2020, .linearSRGB: 1
    case .acescct: exp2(17.52 - 9.72)
    case .slog3: pow(10, (1023 - 420) / 261.5) * 0.19 - 0.01
    case .logc3: (pow(10, (1 - 0.385537) / 0.247190) - 0.052272) / 5.555556
    case .vlog: pow(10, (1 - 0.598206) / 0.241514) - 0.00873
    }
  }

  /// The code of light ≥ 0.
  public func encode(_ light: Double) -> Double {
    switch self {
    case .srgb, .displayP3: TransferFunction.srgb.encode(light)
    case .rec709, .rec2020: TransferFunction.bt1886.encode(light)
    case .linearSRGB: light
    case .acescct:
      light <= 0.0078125
        ? 10.5402377416545 * light + 0.0729055341958355 : (log2(light) + 9.72) / 17.52
    case .slog3:
      light >= 0.01125
        ? (420 + log10((light + 0.01) / 0.19) * 261.5) / 1023
        : (light * (171.2102946929 - 95) / 0.01125 + 95) / 1023
    case .logc3:
      light > 0.010591
        ? 0.247190 * log10(5.555556 * light + 0.052272) + 0.385537 : 5.367655 * light + 0.092809
    case .vlog:
      light < 0.01 ? 5.6 * light + 0.125 : 0.241514 * log10(light + 0.00873) + 0.598206
    }
  }

  /// The light of a code of display light, 0…1.
  public func decode(_ code: Double) -> Double {
    switch self {
    case .rec709, .rec2020: TransferFunction.bt1886.decode(code)
    case .linearSRGB: code
    default: TransferFunction.srgb.decode(code)
    }
  }
}

/// A look table, the colours that it reads and those that it writes.
public struct TableLook: Sendable, Hashable, Codable {
  /// The table.
  public var table: LookTable
  /// The colours that it reads.
  public var input: LookSpace
  /// The colours that it writes: of display light.
  public var output: LookSpace

  /// A look of these parts.
  public init(table: LookTable, input: LookSpace = .srgb, output: LookSpace = .srgb) {
    (self.table, self.input, self.output) = (table, input, output)
  }

  /// The spaces of a text: one name, or that of input and output with a colon between; nil for any other text. A log space alone
  /// writes `rec709`.
  public static func spaces(_ text: String) -> (input: LookSpace, output: LookSpace)? {
    let names = text.split(separator: ":", omittingEmptySubsequences: false)
    guard let input = names.first.flatMap({ LookSpace(rawValue: String($0)) }) else { return nil }
    switch names.count {
    case 1: return (input, input.isLog ? .rec709 : input)
    case 2:
      guard let output = LookSpace(rawValue: String(names[1])), !output.isLog,
        input.isLog || input == output
      else { return nil }
      return (input, output)
    default: return nil
    }
  }

  /// The text that `spaces` reads as these spaces.
  public var spacesText: String {
    output == (input.isLog ? .rec709 : input)
      ? input.rawValue : "\(input.rawValue):\(output.rawValue)"
  }

  /// The accepted texts.
  public static let acceptedSpaces =
    "\(LookSpace.allCases.map(\.rawValue).joined(separator: ", ")), and for a log input also an output, such as slog3:srgb"
}
