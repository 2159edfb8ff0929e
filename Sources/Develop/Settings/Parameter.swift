/// The space in which to interpolate a parameter so that equal steps look equal.
public enum TweenSpace: String, Sendable, Hashable, Codable, CaseIterable {
  /// The number itself.
  case plain
  /// 1 000 000 / value, which turns kelvin into mired.
  case mired
  /// The value's logarithm.
  case logarithm
  /// Degrees, the short way round.
  case angle
  /// For a window, the logarithm of its size together with its centre, so that it moves straight on
  /// screen.
  case window
  /// Colours in Oklab.
  case oklab
  /// Groups of hue in degrees, saturation and more: hue and saturation as a point of the plane.
  case hues
}

/// One photographic parameter, with everything that flags, documents, help and messages say about
/// it.
public struct Parameter: Sendable, Hashable {
  /// The form of a value.
  public enum Form: Sendable, Hashable {
    case number
    /// Several numbers with these names.
    case numbers([String])
    /// Left, top, width and height of a window in the picture.
    case window
    /// Red, green and blue as sRGB code values, 0…1.
    case color
    /// Pairs x, y with rising x.
    case points
    /// The same numbers for each named group, in group order. The default is 0.
    case groups([String], [Member])
  }

  /// A number of a group.
  public struct Member: Sendable, Hashable {
    /// The name in documents. Flags can use its first three letters.
    public let name: String
    /// Accepted range, including both ends.
    public let range: ClosedRange<Double>

    /// The first three letters of the name.
    var short: String { String(name.prefix(3)) }
  }

  /// How to treat a value from a curve that exceeds the range.
  public enum Overshoot: String, Sendable, Hashable, Codable {
    /// Use the end of the range.
    case clamp
    /// The value counts, although it cannot be typed.
    case allow
  }

  /// The flag without dashes, and the key in a document.
  public let name: String
  /// The form of a value.
  public let form: Form
  /// The unit for messages, or an empty string for plain numbers.
  public let unit: String
  /// Accepted range of each number, including both ends.
  public let range: ClosedRange<Double>
  /// The wider range of earlier versions, or `nil`. Documents can still use its values, which are
  /// limited to `range`.
  public let formerRange: ClosedRange<Double>?
  /// The default, which has no effect, or `nil` to use the photo's value.
  public let standard: [Double]?
  /// Help: a short first sentence, then details. The last sentence has no full stop.
  public let meaning: String
  /// The space in which to interpolate values.
  public let tweenSpace: TweenSpace
  /// How to treat values from a curve that exceed the range.
  public let overshoot: Overshoot

  /// Creates a parameter that is one number.
  package init(
    _ name: String, _ range: ClosedRange<Double>, formerly: ClosedRange<Double>? = nil,
    unit: String = "", standard: Double?, tween: TweenSpace = .plain, beyond: Overshoot = .clamp,
    _ meaning: String
  ) {
    self.init(
      name, .number, range, formerly: formerly, unit: unit, standard: standard.map { [$0] },
      tween: tween,
      beyond: beyond, meaning)
  }

  /// Creates a parameter of any form. `ParameterTable` contains the filter parameters, and
  /// timelines add parameters for layer positions.
  package init(
    _ name: String, _ form: Form, _ range: ClosedRange<Double>,
    formerly: ClosedRange<Double>? = nil, unit: String = "", standard: [Double]?,
    tween: TweenSpace = .plain, beyond: Overshoot = .clamp, _ meaning: String
  ) {
    self.name = name
    self.form = form
    self.unit = unit
    self.range = range
    formerRange = formerly
    self.standard = standard
    self.meaning = meaning
    tweenSpace = tween
    overshoot = beyond
  }

  /// The accepted values in words: `-10 to 10 EV`.
  public var accepted: String {
    let unit = unit.isEmpty ? "" : " \(unit)"
    let ends = "\(Self.plain(range.lowerBound)) to \(Self.plain(range.upperBound))\(unit)"
    return switch form {
    case .number: ends
    case .numbers(let names): "\(names.joined(separator: ",")), each \(ends)"
    case .window: "X,Y,WIDTH,HEIGHT within 0,0,1,1"
    case .color: "#RRGGBB or R,G,B, each \(ends)"
    case .points: "X,Y X,Y …, each \(ends), X rising"
    case .groups(let groups, let members):
      "NAME: "
        + members.map {
          "\($0.short) \(Self.plain($0.range.lowerBound))…\(Self.plain($0.range.upperBound))"
        }.joined(separator: " ") + "; …, with names \(groups.joined(separator: ", "))"
    }
  }

  /// The default in words.
  public var standardText: String {
    guard let standard else { return "from the photo" }
    return text(standard)
  }

  /// The line of help: meaning, range and default.
  public var help: String { "\(meaning): \(accepted) (default: \(standardText))" }

  /// One short line of help: the first sentence of the meaning, the range if there is room, and the
  /// default.
  public var shortHelp: String {
    hasShortRange ? rangedHelp : "\(summary) (default: \(standardText))"
  }

  /// The help that `shortHelp` lacks, or `nil` if it is complete.
  public var longHelp: String? {
    let details = meaning.dropFirst(summary.count).drop { ". ".contains($0) }
    let sentences =
      (details.isEmpty ? [] : ["\(details)."]) + (hasShortRange ? [] : ["\(accepted)."])
    return sentences.isEmpty ? nil : sentences.joined(separator: " ")
  }

  private var summary: String { meaning.split(separator: ". ").first.map(String.init) ?? meaning }

  private var rangedHelp: String { "\(summary), \(accepted) (default: \(standardText))" }

  private var hasShortRange: Bool { rangedHelp.count <= 72 }

  /// Formats values so that they can be typed again.
  public func text(_ values: [Double]) -> String {
    switch form {
    case .window where values.count == 5: CropShape(values)?.text ?? ""
    case .points where values.isEmpty: "none"
    case .points:
      stride(from: 0, to: values.count - 1, by: 2).map {
        "\(Self.plain(values[$0])),\(Self.plain(values[$0 + 1]))"
      }.joined(separator: " ")
    case .groups(let groups, let members):
      Self.text(values, groups, members)
    case .number, .numbers, .window, .color: values.map(Self.plain).joined(separator: ",")
    }
  }

  /// The numbers that are not 0, by group.
  private static func text(
    _ values: [Double], _ groups: [String], _ members: [Member]
  ) -> String {
    let texts: [String] = groups.indices.compactMap { group in
      let parts: [String] = members.indices.compactMap { member in
        let value = values[group * members.count + member]
        return value == 0 ? nil : "\(members[member].short) \(plain(value))"
      }
      return parts.isEmpty ? nil : "\(groups[group]): \(parts.joined(separator: " "))"
    }
    return texts.isEmpty ? "none" : texts.joined(separator: "; ")
  }

  /// A number without a superfluous fraction.
  static func plain(_ value: Double) -> String {
    value == value.rounded() && abs(value) < 1e15 ? String(Int(value)) : String(value)
  }
}
