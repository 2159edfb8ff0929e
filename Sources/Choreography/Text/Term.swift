internal import Tweening

/// Every name of the text form.
enum Term: String, Sendable, CaseIterable {
  case `default`
  case linear
  case cornered
  case radial
  case random
  case inline
  case continuous
  case continuousWeighted
  case by
  case reversed

  case fadeIn
  case slide
  case spin
  case expand
  case contract
  case collide
  case custom

  case standard
  case spring

  case `in`
  case hold
  case out
  case to

  enum Role: Sendable {
    case sort
    case animation
    case type
    case structure
  }

  var role: Role {
    switch self {
    case .default, .linear, .cornered, .radial, .random, .inline, .continuous,
      .continuousWeighted, .by, .reversed:
      .sort
    case .fadeIn, .slide, .spin, .expand, .contract, .collide, .custom: .animation
    case .standard, .spring: .type
    case .in, .hold, .out, .to: .structure
    }
  }
}

extension Term {
  /// The parameters between the brackets, in order.
  var parameters: [Parameter] {
    switch self {
    case .default: [.seconds("delay", 0.05)]
    case .linear: [.words("direction", LinearDirection.topToBottom), .seconds("delay", 0.05)]
    case .cornered, .inline: [.words("corner", Corner.topLeft), .seconds("delay", 0.05)]
    case .radial: [.words("position", Position.middle), .seconds("delay", 0.05)]
    case .random: [.number("seed", .whole(0, 4_294_967_295), 1), .seconds("delay", 0.05)]
    case .continuous: [.words("position", Position.middle), .seconds("duration", 0.5)]
    case .continuousWeighted:
      [
        .words("position", Position.middle), .weight("horizontal"), .weight("vertical"),
        .seconds("duration", 0.5),
      ]
    case .by: [.words("key", SortKey.self), .seconds("delay", 0.05)]
    case .reversed: [Parameter(name: "sort", kind: .sort)]
    case .slide: [.words("direction", SlideDirection.up), .amount("distance", .closed(-1e6, 1e6))]
    case .spin: [.amount("angle", .closed(-1e6, 1e6))]
    case .expand: [.amount("scale", .closed(0, 1))]
    case .contract: [.amount("scale", .closed(1, 1000))]
    case .collide: [.words("strength", Collision.medium)]
    case .custom:
      [
        Parameter(name: "parameter", kind: .name), .number("from", .closed(-1e9, 1e9)),
        .number("to", .closed(-1e9, 1e9)),
      ]
    case .standard:
      [
        .seconds("duration", 0.3, isQuiet: false),
        Parameter(name: "curve", kind: .curve, fallback: .curve(.bezierEaseOut), isQuiet: true),
      ]
    case .spring:
      [
        .number("damping", .positive(1), 0.5), .number("velocity", .closed(-1000, 1000), 0.7),
        .seconds("duration", 0.3),
      ]
    case .hold: [.seconds("seconds", upTo: 86_400)]
    case .fadeIn, .in, .out, .to: []
    }
  }
}

/// A parameter of the text form.
struct Parameter: Sendable {
  enum Kind: Sendable {
    /// One of these words, or a number in the range.
    case value(words: [String], range: ParameterRange?)
    /// Any word.
    case name
    case curve
    case sort
  }

  let name: String
  let kind: Kind
  /// The default, or `nil` if the text must set the parameter.
  var fallback: Argument?
  /// Whether the default is omitted from the text. This is true for times and curves, because they
  /// set only the speed of an event.
  var isQuiet = false
  /// Whether an `s` can follow the number, as in `2s`.
  var isTime = false

  static func words<Choice: RawRepresentable & CaseIterable>(
    _ name: String, _ fallback: Choice
  ) -> Parameter where Choice.RawValue == String {
    var parameter = words(name, Choice.self)
    parameter.fallback = .word(fallback.rawValue)
    return parameter
  }

  static func words<Choice: RawRepresentable & CaseIterable>(
    _ name: String, _ words: Choice.Type
  ) -> Parameter where Choice.RawValue == String {
    Parameter(name: name, kind: .value(words: words.allCases.map(\.rawValue), range: nil))
  }

  static func number(
    _ name: String, _ range: ParameterRange, _ fallback: Double? = nil
  ) -> Parameter {
    Parameter(
      name: name, kind: .value(words: [], range: range), fallback: fallback.map { .number($0) })
  }

  static func seconds(_ name: String, _ fallback: Double, isQuiet: Bool = true) -> Parameter {
    Parameter(
      name: name, kind: .value(words: [], range: .closed(0, 3600)), fallback: .number(fallback),
      isQuiet: isQuiet, isTime: true)
  }

  /// Returns a parameter in seconds without a default.
  static func seconds(_ name: String, upTo most: Double) -> Parameter {
    Parameter(name: name, kind: .value(words: [], range: .closed(0, most)), isTime: true)
  }

  static func amount(_ name: String, _ range: ParameterRange) -> Parameter {
    Parameter(
      name: name, kind: .value(words: ["slightly", "moderately", "severely"], range: range),
      fallback: .word("moderately"))
  }

  static func weight(_ name: String) -> Parameter {
    Parameter(
      name: name, kind: .value(words: ["light", "medium", "heavy"], range: .closed(0, 1000)),
      fallback: .word("medium"))
  }
}

/// The argument for a parameter.
enum Argument: Hashable, Sendable {
  case number(Double)
  case word(String)
  case curve(Curve)
  indirect case sort(SortFunction)
}
