internal import Platform
public import SystemPackage

/// A text as a source: its words and how they look.
public struct TextLayout: Sendable, Hashable {
  /// The side on which the lines of a text begin.
  public enum Alignment: String, Sendable, Hashable, CaseIterable {
    case left, center, right
  }

  /// A font.
  public enum Font: Sendable, Hashable {
    case sans, mono
    /// An installed one, by the name of its family.
    case family(String)
    /// One in a file.
    case file(FilePath)
  }

  /// A line around letters.
  public struct Outline: Sendable, Hashable {
    /// sRGB code values, 0…1.
    public var color = SIMD3<Double>()
    /// The width outside the letters, in ems.
    public var width = 0.06

    /// A black line of 0.06 em.
    public init() {}
  }

  /// A shadow of the letters.
  public struct Shadow: Sendable, Hashable {
    /// sRGB code values, 0…1.
    public var color = SIMD3<Double>()
    /// How much of what is below it covers, 0…1.
    public var opacity = 0.6
    /// How far it lies to the right of the letters and below them, in ems.
    public var offset = SIMD2(0.04, 0.06)
    /// The width over which its edge is soft, in ems.
    public var blur = 0.12

    /// A soft black shadow.
    public init() {}
  }

  /// A box behind the words.
  public struct Box: Sendable, Hashable {
    /// sRGB code values, 0…1.
    public var color = SIMD3<Double>()
    /// How much of what is below it covers, 0…1.
    public var opacity = 0.5
    /// The distance from the words to its edge, in ems.
    public var padding = 0.4

    /// A black box that lets half of the light through.
    public init() {}
  }

  /// The words, with fields.
  public var template: TextTemplate
  /// The font.
  public var font = Font.sans
  /// Whether the font is bold.
  public var isBold = false
  /// The colour of the letters, as sRGB code values, 0…1.
  public var color = SIMD3(repeating: 1.0)
  /// The line around them; nil for none.
  public var outline: Outline?
  /// Their shadow; nil for none.
  public var shadow: Shadow?
  /// The box behind them; nil for none.
  public var box: Box?
  /// The side on which lines begin.
  public var alignment = Alignment.center

  /// The width at which lines are broken between words, as a share of the frame's.
  public var width = 0.96

  /// White letters without an outline.
  public init(_ template: TextTemplate) { self.template = template }
}

/// Words with fields in braces, which a photo replaces.
public struct TextTemplate: Sendable, Hashable {
  /// A fact about the photo that shows below.
  public enum Field: String, Sendable, Hashable, CaseIterable {
    /// The file's name.
    case name
    /// The name without extension.
    case stem
    /// The extension.
    case ext
    /// The name of the file's folder.
    case folder
    /// The photo's number in its sequence, from 1.
    case number = "n"
    /// The day of capture, `2026-11-21`.
    case date
    /// Day and time of capture, `2026-11-21 07:05:09`.
    case time
    /// `1/250 s  f/5.6  ISO 400`.
    case exposure
    /// Focal length and lens.
    case lens
    /// The camera's model.
    case camera
  }

  /// A piece of the words.
  public enum Part: Sendable, Hashable {
    case text(String)
    case field(Field)
  }

  /// The pieces in order.
  public let parts: [Part]
  /// The words as typed.
  public let text: String

  /// Whether a photo must show below.
  public var needsPhoto: Bool {
    parts.contains { part in if case .field = part { true } else { false } }
  }

  init(parts: [Part], text: String) { (self.parts, self.text) = (parts, text) }

  /// - Throws: `TextTemplateError` for an unknown field or a brace without its other half.
  public init(_ text: String) throws(TextTemplateError) {
    var parts: [Part] = []
    var rest = text[...]
    while let open = rest.firstIndex(where: { $0 == "{" || $0 == "}" }) {
      guard rest[open] == "{", let close = rest[open...].firstIndex(of: "}") else {
        throw TextTemplateError(reason: "a brace has no other half; fields are \(Self.fields)")
      }
      if open > rest.startIndex { parts.append(.text(String(rest[..<open]))) }
      let name = String(rest[rest.index(after: open)..<close])
      guard let field = Field(rawValue: name) else {
        throw TextTemplateError(
          reason: "unknown field {\(name)}; fields are \(Self.fields)"
            + Suggestion.text(for: name, among: Field.allCases.map(\.rawValue)))
      }
      parts.append(.field(field))
      rest = rest[rest.index(after: close)...]
    }
    if !rest.isEmpty { parts.append(.text(String(rest))) }
    self.parts = parts
    self.text = text
  }

  private static var fields: String {
    Field.allCases.map { "{\($0.rawValue)}" }.joined(separator: " ")
  }
}

/// The reason why words are no template.
public struct TextTemplateError: Error, Sendable, Hashable {
  /// A sentence with the accepted fields.
  public let reason: String
}
