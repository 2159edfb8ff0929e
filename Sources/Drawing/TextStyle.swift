/// How a line of text looks.
public struct TextStyle: Sendable, Hashable {
  /// Fonts by kind. DejaVu comes first, which the package list brings, so that drawings of different machines agree;
  /// characters that it lacks come from any other font that fontconfig knows.
  public enum Family: String, Sendable, Hashable, CaseIterable {
    case sans = "DejaVu Sans,sans-serif"
    case mono = "DejaVu Sans Mono,monospace"
  }

  /// What goes when a text is too long for its `limit`; an ellipsis takes its place.
  public enum Shortening: Sendable, Hashable {
    case end
    /// Good for file names, whose numbers stand at the end.
    case middle
  }

  /// Units an em.
  public var size: Double
  /// The text's colour.
  public var ink: Ink
  /// Whether the font is bold.
  public var isBold: Bool
  /// The kind of font.
  public var family: Family
  /// The greatest width in units; nil: none.
  public var limit: Double?
  /// Which part of a text beyond `limit` goes.
  public var shortening: Shortening

  /// A style; `size` is units an em, `limit` the greatest width in units.
  public init(
    size: Double = 13, ink: Ink = .black, isBold: Bool = false, family: Family = .sans,
    limit: Double? = nil, shortening: Shortening = .end
  ) {
    self.size = size
    self.ink = ink
    self.isBold = isBold
    self.family = family
    self.limit = limit
    self.shortening = shortening
  }
}

/// Which part of a text lies on the point that it is drawn at.
public struct TextAnchor: Sendable, Hashable {
  /// Which place across the text.
  public enum Horizontal: Sendable, Hashable {
    case left, center, right
  }
  /// Which height of the text.
  public enum Vertical: Sendable, Hashable {
    /// The top of the line, with room for accents.
    case top
    /// Half the height of a capital letter, so that labels sit beside what they name.
    case middle
    case baseline
    /// The bottom of the line, with room for descenders.
    case bottom
  }

  /// Which place across the text lies on the point.
  public var horizontal: Horizontal
  /// Which height of the text lies on the point.
  public var vertical: Vertical

  /// The place of a text that lies on the point; where its baseline starts, unless told.
  public init(_ horizontal: Horizontal = .left, _ vertical: Vertical = .baseline) {
    self.horizontal = horizontal
    self.vertical = vertical
  }
}
