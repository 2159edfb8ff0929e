/// The space in which a parameter is interpolated, so that equal steps look equal.
public enum TweenSpace: String, Sendable, Hashable, Codable, CaseIterable {
  /// The number itself.
  case plain
  /// 1 000 000 / value: kelvin in mired.
  case mired
  /// The value's logarithm.
  case logarithm
  /// Degrees, the short way round.
  case angle
}

/// One photographic parameter: everything that flags, documents, help and messages say of it.
public struct Parameter: Sendable, Hashable {
  /// The flag without dashes, and the key in a document.
  public let name: String
  /// What a value counts, as a word for messages; empty for plain numbers.
  public let unit: String
  /// What is accepted, both ends included.
  public let range: ClosedRange<Double>
  /// What applies where nothing is asked for; nil: the photo's own.
  public let defaultValue: Double?
  /// One line for help.
  public let meaning: String
  public let tweenSpace: TweenSpace

  /// What is accepted, in words: `-10 to 10 EV`.
  public var accepted: String {
    let unit = unit.isEmpty ? "" : " \(unit)"
    return "\(Self.plain(range.lowerBound)) to \(Self.plain(range.upperBound))\(unit)"
  }

  /// The line for help: meaning, range and default.
  public var help: String {
    let value = defaultValue.map { "default \(Self.plain($0))" } ?? "default: the photo's own"
    return "\(meaning): \(accepted) (\(value))"
  }

  /// The number in `text`, or nil where it is none or lies outside the range.
  public func value(of text: String) -> Double? {
    guard let value = Double(text), value.isFinite, range.contains(value) else { return nil }
    return value
  }

  /// A number without a useless fraction.
  private static func plain(_ value: Double) -> String {
    value == value.rounded() && abs(value) < 1e9 ? String(Int(value)) : String(value)
  }
}

/// Every photographic parameter, declared once. A new one is a line here.
public enum ParameterTable {
  public static let exposure = Parameter(
    name: "exposure", unit: "EV", range: -10...10, defaultValue: 0,
    meaning: "Stops of light to add", tweenSpace: .plain)

  public static let temperature = Parameter(
    name: "temperature", unit: "K", range: 1500...40_000, defaultValue: nil,
    meaning: "Temperature of the scene's light", tweenSpace: .mired)

  public static let tint = Parameter(
    name: "tint", unit: "", range: -150...150, defaultValue: nil,
    meaning: "Tint of the scene's light, 3000 × Duv; more makes the picture more magenta",
    tweenSpace: .plain)

  public static let all = [exposure, temperature, tint]

  /// The parameter of that name.
  public static func named(_ name: String) -> Parameter? { all.first { $0.name == name } }
}
