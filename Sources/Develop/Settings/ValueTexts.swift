public import BromideValues

/// The reason why a text is not a valid value of a setting.
public struct ValueTextError: Error, Sendable, Hashable {
  /// The problem, without the setting's name. It is empty if the accepted forms explain the problem
  /// completely.
  public let reason: String
  /// Words that may have been meant.
  public let words: [String]

  /// - Parameters:
  ///   - reason: The mistake, without the setting's name.
  ///   - words: Words that may have been meant.
  public init(_ reason: String = "", words: [String] = []) {
    self.reason = reason
    self.words = words
  }
}

extension WhiteBalance {
  /// Reads a name such as `camera` or `cloudy`, `KELVIN`, `KELVIN,TINT` or multipliers `R,G,B`.
  ///
  /// - Throws: `ValueTextError` with the mistake and the words that may have been meant.
  public init(parsing text: String) throws(ValueTextError) {
    if let named = Self.named.first(where: { $0.name == text }) {
      self = named.balance
      return
    }
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { Double($0) }.filter(\.isFinite)
    guard numbers.count == parts.count else { throw ValueTextError(words: Self.names.sorted()) }
    let (kelvin, tint) = (Parameter.temperature, Parameter.tint)
    switch numbers.count {
    case 1, 2:
      guard kelvin.range.contains(numbers[0]) else {
        throw ValueTextError("a temperature is \(kelvin.accepted)")
      }
      let second = numbers.count == 2 ? numbers[1] : 0
      guard tint.range.contains(second) else { throw ValueTextError("a tint is \(tint.accepted)") }
      self = .temperature(numbers[0], tint: second)
    case 3:
      guard numbers.allSatisfy({ $0 > 0 && $0 < 1e6 }) else {
        throw ValueTextError("multipliers are above 0")
      }
      self = .multipliers(numbers[0], numbers[1], numbers[2])
    default: throw ValueTextError()
    }
  }

  /// The forms that `init(parsing:)` reads, for messages.
  public static let acceptedForms =
    names.joined(separator: ", ")
    + ", KELVIN[,TINT] (5200 or 5200,-4), multipliers R,G,B (2.1,1,1.5)"

  /// All names that `init(parsing:)` reads.
  public static let names = named.map(\.name)

  /// The light of a name. The five last ones are Camera Raw's presets in kelvin and tint, so they
  /// are the same for every camera.
  private static let named: [(name: String, balance: WhiteBalance)] = [
    ("camera", .camera), ("auto", .auto), ("daylight", .daylight),
    ("cloudy", .temperature(6500, tint: 10)), ("shade", .temperature(7500, tint: 10)),
    ("tungsten", .temperature(2850, tint: 0)), ("fluorescent", .temperature(3800, tint: 21)),
    ("flash", .temperature(5500, tint: 0)),
  ]

  /// Whether the white balance is given by numbers, rather than by where to find them.
  public var isNumeric: Bool {
    switch self {
    case .camera, .auto, .daylight: false
    case .temperature, .multipliers: true
    }
  }
}
