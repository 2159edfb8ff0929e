internal import Color

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
  /// A window's size in its logarithm, its centre along with it: straight on screen.
  case window
  /// Colours in Oklab.
  case oklab
}

/// One photographic parameter: everything that flags, documents, help and messages say of it.
public struct Parameter: Sendable, Hashable {
  /// What a value is made of.
  public enum Form: Sendable, Hashable {
    case number
    /// Several numbers, by name.
    case numbers([String])
    /// Left, top, width and height of a part of the picture.
    case window
    /// Red, green and blue as sRGB code values, 0…1.
    case color
    /// Pairs x, y with rising x.
    case points
  }

  /// What becomes of a value that a curve carries beyond the range.
  public enum Overshoot: String, Sendable, Hashable, Codable {
    /// The range's end counts.
    case clamp
    /// The value counts, though nobody may type it.
    case allow
  }

  /// The flag without dashes, and the key in a document.
  public let name: String
  /// What a value is made of.
  public let form: Form
  /// What a value counts, as a word for messages; empty for plain numbers.
  public let unit: String
  /// What is accepted of each number, both ends included.
  public let range: ClosedRange<Double>
  /// What applies where nothing is asked for, and changes nothing; nil: the photo's own.
  public let standard: [Double]?
  /// One line for help.
  public let meaning: String
  /// The space in which values are interpolated.
  public let tweenSpace: TweenSpace
  /// What becomes of values that a curve carries beyond the range.
  public let overshoot: Overshoot

  /// A parameter that is one number.
  init(
    _ name: String, _ range: ClosedRange<Double>, unit: String = "", standard: Double?,
    tween: TweenSpace = .plain, beyond: Overshoot = .clamp, _ meaning: String
  ) {
    self.init(
      name, .number, range, unit: unit, standard: standard.map { [$0] }, tween: tween,
      beyond: beyond, meaning)
  }

  init(
    _ name: String, _ form: Form, _ range: ClosedRange<Double>, unit: String = "",
    standard: [Double]?, tween: TweenSpace = .plain, beyond: Overshoot = .clamp, _ meaning: String
  ) {
    self.name = name
    self.form = form
    self.unit = unit
    self.range = range
    self.standard = standard
    self.meaning = meaning
    tweenSpace = tween
    overshoot = beyond
  }

  /// What is accepted, in words: `-10 to 10 EV`.
  public var accepted: String {
    let unit = unit.isEmpty ? "" : " \(unit)"
    let ends = "\(Self.plain(range.lowerBound)) to \(Self.plain(range.upperBound))\(unit)"
    return switch form {
    case .number: ends
    case .numbers(let names): "\(names.joined(separator: ",")), each \(ends)"
    case .window: "X,Y,WIDTH,HEIGHT inside the picture, which is 0,0,1,1"
    case .color: "#RRGGBB or R,G,B, each \(ends)"
    case .points: "X,Y X,Y …, each \(ends), X rising"
    }
  }

  /// The default in words.
  public var standardText: String {
    guard let standard else { return "the photo's own" }
    return text(standard)
  }

  /// The line for help: meaning, range and default.
  public var help: String { "\(meaning): \(accepted) (default: \(standardText))" }

  /// Values as they are typed.
  public func text(_ values: [Double]) -> String {
    switch form {
    case .points where values.isEmpty: "none"
    case .points:
      stride(from: 0, to: values.count - 1, by: 2).map {
        "\(Self.plain(values[$0])),\(Self.plain(values[$0 + 1]))"
      }.joined(separator: " ")
    case .number, .numbers, .window, .color: values.map(Self.plain).joined(separator: ",")
    }
  }

  /// A number without a useless fraction.
  private static func plain(_ value: Double) -> String {
    value == value.rounded() && abs(value) < 1e15 ? String(Int(value)) : String(value)
  }
}
