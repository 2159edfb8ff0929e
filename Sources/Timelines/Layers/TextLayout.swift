internal import BromideSystem
public import SystemPackage

/// A text source with its style.
public struct TextLayout: Sendable, Hashable {
  /// The alignment of a text's lines.
  public enum Alignment: String, Sendable, Hashable, CaseIterable {
    case left, center, right
  }

  /// A font.
  public enum Font: Sendable, Hashable {
    case sans, mono
    /// An installed font, by the name of its family.
    case family(String)
    /// A font in a file.
    case file(FilePath)
  }

  /// An outline around letters.
  public struct Outline: Sendable, Hashable {
    /// sRGB code values from 0 to 1.
    public var color = SIMD3<Double>()
    /// The width outside the letters, in ems.
    public var width = 0.06

    /// Creates a black outline of 0.06 em.
    public init() {}
  }

  /// A shadow of the letters.
  public struct Shadow: Sendable, Hashable {
    /// sRGB code values from 0 to 1.
    public var color = SIMD3<Double>()
    /// The opacity, from 0 to 1.
    public var opacity = 0.6
    /// The offset to the right and down, in ems.
    public var offset = SIMD2(0.04, 0.06)
    /// The width of its soft edge, in ems.
    public var blur = 0.12

    /// Creates a soft black shadow.
    public init() {}
  }

  /// A box under the text.
  public struct Box: Sendable, Hashable {
    /// sRGB code values from 0 to 1.
    public var color = SIMD3<Double>()
    /// The opacity, from 0 to 1.
    public var opacity = 0.5
    /// The distance from the text to the box's edge, in ems.
    public var padding = 0.4

    /// Creates a black box with half opacity.
    public init() {}
  }

  /// The text with fields.
  public var template: TextTemplate
  /// The font.
  public var font = Font.sans
  /// Whether the font is bold.
  public var isBold = false
  /// The colour of the letters, as sRGB code values from 0 to 1.
  public var color = SIMD3(repeating: 1.0)
  /// The outline, or `nil` to omit it.
  public var outline: Outline?
  /// The shadow, or `nil` to omit it.
  public var shadow: Shadow?
  /// The box, or `nil` to omit it.
  public var box: Box?
  /// The alignment of lines.
  public var alignment = Alignment.center

  /// The maximum line width, as a fraction of the frame's width. Longer lines are broken between
  /// words.
  public var width = 0.96

  /// Creates white text without an outline.
  public init(_ template: TextTemplate) { self.template = template }
}

/// Text with fields in braces, which facts about a photo replace.
public struct TextTemplate: Sendable, Hashable {
  /// A fact about the photo below the text.
  public enum Field: String, Sendable, Hashable, CaseIterable {
    /// The file's name.
    case name
    /// The name without extension.
    case stem
    /// The extension.
    case ext
    /// The name of the file's folder.
    case folder
    /// The photo's number in its sequence, starting at 1.
    case number = "n"
    /// The capture date, such as `2026-11-21`.
    case date
    /// Capture date and time, such as `2026-11-21 07:05:09`.
    case time
    /// The exposure, such as `1/250 s  f/5.6  ISO 400`.
    case exposure
    /// Focal length and lens.
    case lens
    /// The camera model.
    case camera
  }

  /// A part of the text.
  public enum Part: Sendable, Hashable {
    case text(String)
    case field(Field)
  }

  /// The parts in order.
  public let parts: [Part]
  /// The text as typed.
  public let text: String

  /// Whether a photo must be visible below.
  public var needsPhoto: Bool {
    parts.contains { part in if case .field = part { true } else { false } }
  }

  init(parts: [Part], text: String) { (self.parts, self.text) = (parts, text) }

  /// Reads a template.
  ///
  /// - Throws: `TextTemplateError` for an unknown field or an unmatched brace.
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

/// The error in an invalid template.
public struct TextTemplateError: Error, Sendable, Hashable {
  /// A sentence with the accepted fields.
  public let reason: String
}
