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
  /// Reads `camera`, `auto`, `daylight`, `KELVIN`, `KELVIN,TINT` or multipliers `R,G,B`.
  ///
  /// - Throws: `ValueTextError` with the mistake and the words that may have been meant.
  public init(parsing text: String) throws(ValueTextError) {
    let words: [String: WhiteBalance] = ["camera": .camera, "auto": .auto, "daylight": .daylight]
    if let balance = words[text] {
      self = balance
      return
    }
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { Double($0) }.filter(\.isFinite)
    guard numbers.count == parts.count else { throw ValueTextError(words: words.keys.sorted()) }
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
    "camera, auto, daylight, KELVIN[,TINT] (5200 or 5200,-4), multipliers R,G,B (2.1,1,1.5)"

  /// Whether the white balance is given by numbers, rather than by where to find them.
  public var isNumeric: Bool {
    switch self {
    case .camera, .auto, .daylight: false
    case .temperature, .multipliers: true
    }
  }
}

extension SizeRequest.Bounds {
  /// Parses `1920x1080` or `2048`, with sides of 1 to 100 000. Returns `nil` for other texts.
  public init?(_ text: String) {
    let sides = text.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
    switch sides.count {
    case 1:
      guard let edge = sides[0], Self.sides.contains(edge) else { return nil }
      self = .longEdge(edge)
    case 2:
      guard let width = sides[0], let height = sides[1], Self.sides.contains(width),
        Self.sides.contains(height)
      else { return nil }
      self = .box(Size(width: width, height: height))
    default: return nil
    }
  }

  /// The accepted pixels per side. PNG allows more, but the picture would not fit in memory.
  public static let sides = 1...100_000
}
