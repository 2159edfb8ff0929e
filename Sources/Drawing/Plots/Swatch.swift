public import BromideValues

/// A colour with its labels.
public struct Swatch: Sendable, Hashable {
  /// The colour.
  public var ink: Ink
  /// The expected colour, drawn in the right half, or `nil` to omit it.
  public var reference: Ink?
  /// The name of the colour.
  public var name: String
  /// Lines of small text, such as the colour's numbers.
  public var details: [String]
  /// The point in the picture with this colour.
  public var place: NormalizedPoint?

  /// Creates a swatch. Without a point, the picture has no mark for it.
  public init(
    ink: Ink, reference: Ink? = nil, name: String, details: [String] = [],
    place: NormalizedPoint? = nil
  ) {
    self.ink = ink
    self.reference = reference
    self.name = name
    self.details = details
    self.place = place
  }
}

/// Labelled swatches next to their picture, where numbers mark their positions.
///
/// ```swift
/// var sheet = SwatchSheet([Swatch(ink: Ink(0xC0392B), name: "roof", details: ["192 57 43"],
///                                 place: NormalizedPoint(x: 0.4, y: 0.3))])
/// sheet.picture = small
/// let image = try sheet.draw()
/// ```
public struct SwatchSheet: Sendable {
  /// The swatches, in order.
  public var swatches: [Swatch]
  /// An 8-bit picture in sRGB. If its long edge exceeds `longestPicture`, it is drawn smaller.
  public var picture: ImageBuffer<UInt8>?
  /// The title, or `nil` to omit it.
  public var title: String?
  /// The sheet's colours.
  public var theme: Theme
  /// Pixels per unit.
  public var scale: Double
  /// Maximum long edge of the picture, in units.
  public var longestPicture = 640.0

  /// Creates a sheet of swatches. `scale` is the number of pixels per unit.
  public init(
    _ swatches: [Swatch], picture: ImageBuffer<UInt8>? = nil, title: String? = nil,
    theme: Theme = .light, scale: Double = 1
  ) {
    self.swatches = swatches
    self.picture = picture
    self.title = title
    self.theme = theme
    self.scale = scale
  }

  /// Draws the sheet as an RGB picture.
  ///
  /// - Throws: `DrawingError.missingLibrary`, `.missingFont`, or `.tooLarge` if the sheet or its
  ///   picture exceeds a canvas.
  public func draw() throws(DrawingError) -> ImageBuffer<UInt8> {
    let layout = try Layout(self)
    let canvas = try Canvas(
      width: layout.width, height: layout.height, scale: scale, background: theme.background)
    if let title {
      canvas.text(
        title, at: [Layout.margin, Layout.margin], layout.titleStyle, TextAnchor(.left, .top))
    }
    if let picture, let box = layout.picture {
      try canvas.draw(picture, in: box)
      for (index, swatch) in swatches.enumerated() {
        guard let place = swatch.place else { continue }
        mark(place, number: index + 1, in: box, on: canvas)
      }
    }
    for (index, (swatch, box)) in zip(swatches, layout.swatches).enumerated() {
      draw(swatch, number: index + 1, in: box, on: canvas, layout: layout)
    }
    return canvas.image
  }

  /// Draws a ring around the exact point, with the number next to it. The ring is white on black to
  /// be visible on any picture.
  private func mark(_ place: NormalizedPoint, number: Int, in box: Box, on canvas: Canvas) {
    let center = SIMD2(box.x + place.x * box.width, box.y + place.y * box.height)
    canvas.circle(center, radius: 6, Ink.black.opacity(0.75), width: 4)
    canvas.circle(center, radius: 6, .white, width: 1.75)
    let style = TextStyle(size: 11, ink: .white, isBold: true)
    let text = "\(number)"
    let width = canvas.width(of: text, style) + 8
    // Draw the number on the right of the ring, or on the left near the picture's edge, but always
    // inside the picture.
    let isLeft = center.x + 12 + width > box.maxX
    let x = isLeft ? center.x - 12 - width : center.x + 12
    let y = min(max(center.y - 8, box.y + 1), box.maxY - 17)
    canvas.fill(Box(x: x, y: y, width: width, height: 16), Ink.black.opacity(0.75), radius: 4)
    canvas.text(text, at: [x + width / 2, y + 8], style, TextAnchor(.center, .middle))
  }

  private func draw(
    _ swatch: Swatch, number: Int, in box: Box, on canvas: Canvas, layout: Layout
  ) {
    let side = Layout.side
    let square = Box(x: box.x, y: box.y, width: side, height: side)
    canvas.fill(square, swatch.ink, radius: 6)
    if let reference = swatch.reference {
      let half = Box(x: square.x + side / 2, y: square.y, width: side / 2, height: side)
      canvas.fill(half, reference, radius: 6)
      // Only the outer corners are round.
      canvas.fill(Box(x: half.x, y: half.y, width: side / 4, height: side), reference, radius: 0)
    }
    // The thin outline shows a swatch with the same colour as the background.
    canvas.outline(square.inset(by: 0.5), theme.majorGrid, width: 1, radius: 5.5)
    if swatch.place != nil && picture != nil {
      let style = TextStyle(size: 12, ink: swatch.ink.legible, isBold: true)
      canvas.text("\(number)", at: square.center, style, TextAnchor(.center, .middle))
    }
    var name = layout.nameStyle
    name.limit = layout.textWidth
    let lines = Double(swatch.details.count)
    let height = Layout.nameLine + lines * Layout.detailLine
    var baseline = box.y + max(0, (side - height) / 2) + 12
    let x = square.maxX + Layout.gap
    canvas.text(swatch.name, at: [x, baseline], name)
    var detail = layout.detailStyle
    detail.limit = layout.textWidth
    for line in swatch.details {
      baseline += Layout.detailLine
      canvas.text(line, at: [x, baseline], detail)
    }
  }
}

/// The positions of all parts, in units.
private struct Layout {
  static let margin = 20.0
  static let gap = 10.0
  static let side = 44.0
  static let nameLine = 16.0
  static let detailLine = 15.0

  let width: Double
  let height: Double
  let picture: Box?
  let swatches: [Box]
  let textWidth: Double
  let titleStyle: TextStyle
  let nameStyle: TextStyle
  let detailStyle: TextStyle

  init(_ sheet: SwatchSheet) throws(DrawingError) {
    titleStyle = TextStyle(size: 16, ink: sheet.theme.text, isBold: true)
    nameStyle = TextStyle(size: 13, ink: sheet.theme.text, isBold: true, shortening: .middle)
    detailStyle = TextStyle(size: 11, ink: sheet.theme.faintText, family: .mono)
    let ruler = try Canvas(width: 1, height: 1)
    var widest = 40.0
    for swatch in sheet.swatches {
      widest = max(widest, ruler.width(of: swatch.name, nameStyle))
      for line in swatch.details { widest = max(widest, ruler.width(of: line, detailStyle)) }
    }
    let lines = sheet.swatches.map(\.details.count).max() ?? 0
    let titleWidth = sheet.title.map { [titleStyle] in ruler.width(of: $0, titleStyle) } ?? 0
    textWidth = min(widest.rounded(.up) + 1, 320)
    let top = Self.margin + (sheet.title == nil ? 0 : 32)
    picture = sheet.picture.map { picture in
      let scale = min(1, sheet.longestPicture / Double(picture.size.longEdge))
      return Box(
        x: Self.margin, y: top, width: Double(picture.width) * scale,
        height: Double(picture.height) * scale)
    }
    let table = Table(
      cell: Box(
        x: picture.map { $0.maxX + 2 * Self.gap } ?? Self.margin, y: top,
        width: Self.side + Self.gap + textWidth,
        height: max(Self.side, Self.nameLine + Double(lines) * Self.detailLine)),
      count: sheet.swatches.count, leastWidth: titleWidth + Self.margin,
      leastHeight: picture?.maxY ?? 0)
    let columns = table.columns
    let size = table.size(columns: columns)
    (width, height) = (size.x + Self.margin, size.y + Self.margin)
    swatches = (0..<table.count).map { table.box($0, columns: columns) }
  }

  /// The swatches in rows and columns.
  struct Table {
    /// The first cell.
    let cell: Box
    let count: Int
    let leastWidth: Double
    let leastHeight: Double

    func box(_ index: Int, columns: Int) -> Box {
      var box = cell
      box.x += Double(index % columns) * (cell.width + 2 * Layout.gap)
      box.y += Double(index / columns) * (cell.height + Layout.gap)
      return box
    }

    /// Returns the lower right corner of the table.
    func size(columns: Int) -> SIMD2<Double> {
      let last = max(count - 1, 0)
      return [
        max(box(min(columns - 1, last), columns: columns).maxX, leastWidth),
        max(box(last, columns: columns).maxY, leastHeight),
      ]
    }

    /// The number of columns that makes the sheet about as wide as a screen.
    var columns: Int {
      (1...max(1, count)).min { error($0) < error($1) } ?? 1
    }

    private func error(_ columns: Int) -> Double {
      let size = size(columns: columns)
      return abs(size.x - 1.6 * size.y)
    }
  }
}
