/// The appearance of a line of text.
public struct TextStyle: Sendable, Hashable {
  /// A kind of font.
  ///
  /// DejaVu is first, because the list of system packages installs it. So drawings are equal on
  /// different machines. If it lacks a character, fontconfig selects another font.
  public struct Family: Sendable, Hashable {
    /// Names separated by commas. The first installed font is used.
    let names: String

    init(names: String) { self.names = names }

    /// Proportional letters.
    public static let sans = Family(names: "DejaVu Sans,sans-serif")
    /// Letters of equal width.
    public static let mono = Family(names: "DejaVu Sans Mono,monospace")
  }

  /// The part to replace with an ellipsis if a text exceeds its `limit`.
  public enum Shortening: Sendable, Hashable {
    case end
    /// Use this for file names, because they often end in a number.
    case middle
  }

  /// The font size (em), in units.
  public var size: Double
  /// The text's colour.
  public var ink: Ink
  /// Whether the font is bold.
  public var isBold: Bool
  /// The kind of font.
  public var family: Family
  /// Maximum width in units, or `nil` for no limit.
  public var limit: Double?
  /// The part to replace if a text exceeds `limit`.
  public var shortening: Shortening
  /// The outline behind the letters, or `nil` to omit it.
  public var outline: Outline?

  /// An outline around letters.
  public struct Outline: Sendable, Hashable {
    /// The colour.
    public var ink: Ink
    /// The width outside the letters, in units.
    public var width: Double

    /// Creates an outline. `width` is the width outside the letters.
    public init(_ ink: Ink, width: Double) {
      self.ink = ink
      self.width = width
    }
  }

  /// Creates a style. `size` is the font size (em) and `limit` the maximum width, both in units.
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

  /// The style of a drawing's title. `limit` is the maximum width in units.
  public static func title(_ theme: Theme, limit: Double) -> TextStyle {
    TextStyle(size: 15, ink: theme.text, isBold: true, limit: limit)
  }
}

/// The point of a text to place at the drawing position.
public struct TextAnchor: Sendable, Hashable {
  /// A horizontal position in the text.
  public enum Horizontal: Sendable, Hashable {
    case left, center, right
  }
  /// A vertical position in the text.
  public enum Vertical: Sendable, Hashable {
    /// The top of the line, including space for accents.
    case top
    /// Half the height of a capital letter, to centre labels on their objects.
    case middle
    case baseline
    /// The bottom of the line, including space for descenders.
    case bottom
  }

  /// The horizontal position.
  public var horizontal: Horizontal
  /// The vertical position.
  public var vertical: Vertical

  /// Creates an anchor. The default is the start of the baseline.
  public init(_ horizontal: Horizontal = .left, _ vertical: Vertical = .baseline) {
    self.horizontal = horizontal
    self.vertical = vertical
  }
}
