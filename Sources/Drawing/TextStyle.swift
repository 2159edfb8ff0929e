/// The appearance of a line of text.
public struct TextStyle: Sendable, Hashable {
  /// Fonts by kind. DejaVu comes first, since the list of system packages installs it and drawings
  /// of different machines then agree; characters that it lacks come from any other font that
  /// fontconfig knows.
  public struct Family: Sendable, Hashable {
    /// Names separated by commas, of which the first that is installed counts.
    let names: String

    init(names: String) { self.names = names }

    /// Letters of different widths.
    public static let sans = Family(names: "DejaVu Sans,sans-serif")
    /// Letters of one width.
    public static let mono = Family(names: "DejaVu Sans Mono,monospace")
  }

  /// The part to drop from a text longer than its `limit`; an ellipsis replaces it.
  public enum Shortening: Sendable, Hashable {
    case end
    /// Suits file names, which end in a number.
    case middle
  }

  /// Size of an em, in units.
  public var size: Double
  /// The text's colour.
  public var ink: Ink
  /// Whether the font is bold.
  public var isBold: Bool
  /// The kind of font.
  public var family: Family
  /// Maximum width in units, or nil for none.
  public var limit: Double?
  /// The part to drop from a text longer than `limit`.
  public var shortening: Shortening
  /// A line around the letters, below them; nil for none.
  public var outline: Outline?

  /// A line around letters.
  public struct Outline: Sendable, Hashable {
    /// Its colour.
    public var ink: Ink
    /// The part of its width that lies outside the letters, in units.
    public var width: Double

    /// Creates a line; `width` lies outside the letters.
    public init(_ ink: Ink, width: Double) {
      self.ink = ink
      self.width = width
    }
  }

  /// Creates a style; `size` is the size of an em and `limit` the maximum width, both in units.
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

/// The part of a text that lies on the point where it is drawn.
public struct TextAnchor: Sendable, Hashable {
  /// A horizontal position in the text.
  public enum Horizontal: Sendable, Hashable {
    case left, center, right
  }
  /// A vertical position in the text.
  public enum Vertical: Sendable, Hashable {
    /// The top of the line, with room for accents.
    case top
    /// Half the height of a capital letter, so that labels are centred on what they name.
    case middle
    case baseline
    /// The bottom of the line, with room for descenders.
    case bottom
  }

  /// The horizontal position that lies on the point.
  public var horizontal: Horizontal
  /// The vertical position that lies on the point.
  public var vertical: Vertical

  /// Creates an anchor, by default the start of the baseline.
  public init(_ horizontal: Horizontal = .left, _ vertical: Vertical = .baseline) {
    self.horizontal = horizontal
    self.vertical = vertical
  }
}
