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
  /// Sony's S-Log3 with the primaries S-Gamut3.Cine ("Technical Summary for S-Gamut3.Cine/S-Log3",
  /// 2014).
  case slog3
  /// ARRI's Log C at EI 800 with ARRI Wide Gamut 3 ("ALEXA Log C Curve", 2017).
  case logc3
  /// Panasonic's V-Log with V-Gamut ("V-Log/V-Gamut Reference Manual", 2014).
  case vlog

  /// Whether its codes are logarithms of scene light, so that a table replaces the tone curve.
  public var isLog: Bool { log != nil }

  /// The log curve of its codes, or `nil` for display light.
  private var log: LogCurve? {
    switch self {
    case .acescct: .acescct
    case .slog3: .slog3
    case .logc3: .logc3
    case .vlog: .vlog
    case .srgb, .displayP3, .rec709, .rec2020, .linearSRGB: nil
    }
  }

  /// Its primaries and white, with linear light.
  public var primaries: RGBSpace {
    if let log { return RGBSpace(log).linearLight(named: rawValue) }
    return switch self {
    case .displayP3: RGBSpace.displayP3.linearLight
    case .rec2020: RGBSpace.rec2020.linearLight
    default: .linearSRGB
    }
  }

  /// The light with code 1.
  public var mostLight: Double { log?.decode(1) ?? 1 }

  /// The code of light ≥ 0.
  public func encode(_ light: Double) -> Double { log?.encode(light) ?? transfer.encode(light) }

  /// The light of a code, 0…1.
  public func decode(_ code: Double) -> Double { log?.decode(code) ?? transfer.decode(code) }

  /// The curve of display light.
  private var transfer: TransferFunction {
    switch self {
    case .rec709, .rec2020: .bt1886
    case .linearSRGB: .linear
    default: .srgb
    }
  }
}

/// A look table with its input and output spaces.
public struct TableLook: Sendable, Hashable, Codable {
  /// The table.
  public var table: LookTable
  /// The colours that it reads.
  public var input: LookSpace
  /// The colours that it writes: of display light.
  public var output: LookSpace

  /// Creates a look from its parts.
  public init(table: LookTable, input: LookSpace = .srgb, output: LookSpace = .srgb) {
    (self.table, self.input, self.output) = (table, input, output)
  }

  /// Parses a name, or the names of input and output with a colon between. Returns `nil` for other
  /// texts.
  ///
  /// A single log space writes `rec709`.
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
