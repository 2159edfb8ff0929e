/// A plot of lines over a grid.
///
/// ```swift
/// var plot = Plot(x: Axis(0...1), y: Axis(-0.2...1.2))
/// plot.title = "overshoot(2)"
/// plot.series = [Plot.Series("overshoot(2)", points)]
/// plot.draw(on: canvas, in: canvas.box.inset(by: 20), theme: .light)
/// ```
public struct Plot: Sendable {
  /// A line in the axes' units. It has gaps at points that are not finite.
  public struct Series: Sendable {
    /// The name of the line, which is not drawn.
    public var name: String
    /// The points in order, in the axes' units.
    public var points: [SIMD2<Double>]
    /// The colour of the line, or `nil` to use the next colour of the theme.
    public var ink: Ink?
    /// The width of the line, in the canvas's units.
    public var width: Double
    /// The lengths of dashes and gaps as multiples of the line's width, or `nil` to use the theme's
    /// dashes.
    public var dash: (on: Double, off: Double)?

    /// Creates a line through points in the axes' units. The width is in the canvas's units.
    public init(
      _ name: String, _ points: [SIMD2<Double>], ink: Ink? = nil, width: Double = 2,
      dash: (on: Double, off: Double)? = nil
    ) {
      self.name = name
      self.points = points
      self.ink = ink
      self.width = width
      self.dash = dash
    }
  }

  /// A dot with an optional name.
  public struct Mark: Sendable {
    /// The position, in the axes' units.
    public var place: SIMD2<Double>
    /// The dot's colour.
    public var ink: Ink
    /// Text next to the dot, which can be empty.
    public var name: String

    /// Creates a mark at a point in the axes' units.
    public init(_ place: SIMD2<Double>, _ ink: Ink, name: String = "") {
      self.place = place
      self.ink = ink
      self.name = name
    }
  }

  /// The title, or `nil` to omit it.
  public var title: String?
  /// Small text above the numbers of the y axis.
  public var caption: String?
  /// The lines, in drawing order.
  public var series: [Series] = []
  /// Dots, drawn over the lines.
  public var marks: [Mark] = []
  /// The horizontal axis.
  public var x: Axis
  /// The vertical axis, with values increasing upwards.
  public var y: Axis
  /// The width for the numbers of the y axis, or `nil` to measure it. Use the same width for
  /// adjacent plots.
  public var numberWidth: Double?
  /// The font size of the title. Numbers are smaller.
  public var textSize = 13.0

  /// Creates a plot with two axes.
  public init(x: Axis, y: Axis) {
    self.x = x
    self.y = y
  }

  /// Draws the plot and returns the box inside the axes.
  @discardableResult
  public func draw(on canvas: Canvas, in box: Box, theme: Theme) -> Box {
    let area = area(on: canvas, in: box)
    drawTitle(on: canvas, in: box, over: area, theme: theme)
    drawGrid(on: canvas, in: area, theme: theme)
    drawNumbers(on: canvas, around: area, theme: theme)
    // Add half a line width, so that lines at the edge are not clipped.
    canvas.clipped(to: area.inset(by: -2)) {
      for (index, series) in series.enumerated() {
        let style = theme.style(ofSeries: index)
        let dash = series.dash ?? (series.ink == nil ? style.dash : nil)
        canvas.line(
          series.points.map { place($0, in: area) }, series.ink ?? style.ink, width: series.width,
          dash: dash.map { ($0.on * series.width, $0.off * series.width) })
      }
    }
    for mark in marks { draw(mark, on: canvas, in: area, theme: theme) }
    return area
  }

  /// Returns the width of the y axis's numbers.
  public func numbersWidth(on canvas: Canvas) -> Double {
    let style = TextStyle(size: numberSize)
    return y.numbers.filter(y.range.contains).map { canvas.width(of: text($0, y), style) }.max()
      ?? 0
  }

  /// Returns the canvas position of a point in the plot.
  public func place(_ point: SIMD2<Double>, in area: Box) -> SIMD2<Double> {
    [area.x + x.share(point.x) * area.width, area.maxY - y.share(point.y) * area.height]
  }
}

extension Plot {
  private var numberSize: Double { (textSize * 0.8).rounded() }

  private func area(on canvas: Canvas, in box: Box) -> Box {
    let style = TextStyle(size: numberSize)
    let width = numberWidth ?? numbersWidth(on: canvas)
    let lastNumber = x.numbers.last.map { canvas.width(of: text($0, x), style) / 2 } ?? 0
    return box.inset(
      left: width > 0 ? width + 6 : 0,
      top: (title == nil ? 0 : textSize * 1.7)
        + (caption == nil ? numberSize / 2 : numberSize * 1.6),
      right: x.range.upperBound == x.numbers.last ? lastNumber : 2,
      bottom: x.numbers.isEmpty ? numberSize / 2 : numberSize * 1.7)
  }

  private func drawTitle(on canvas: Canvas, in box: Box, over area: Box, theme: Theme) {
    if let title {
      let style = TextStyle(size: textSize, ink: theme.text, isBold: true, limit: box.maxX - area.x)
      canvas.text(title, at: [area.x, box.y + textSize], style)
    }
    if let caption {
      let style = TextStyle(size: numberSize, ink: theme.faintText, limit: box.maxX - area.x)
      canvas.text(caption, at: [area.x, area.y - numberSize * 0.55], style)
    }
  }

  private func drawGrid(on canvas: Canvas, in area: Box, theme: Theme) {
    func line(x value: Double, _ ink: Ink) {
      let x = place([value, 0], in: area).x
      canvas.line([[x, area.y], [x, area.maxY]], ink)
    }
    func line(y value: Double, _ ink: Ink) {
      let y = place([0, value], in: area).y
      canvas.line([[area.x, y], [area.maxX, y]], ink)
    }
    for value in x.lines where x.range.contains(value) { line(x: value, theme.grid) }
    for value in y.lines where y.range.contains(value) { line(y: value, theme.grid) }
    for value in x.majorLines where x.range.contains(value) { line(x: value, theme.majorGrid) }
    for value in y.majorLines where y.range.contains(value) { line(y: value, theme.majorGrid) }
  }

  private func drawNumbers(on canvas: Canvas, around area: Box, theme: Theme) {
    let style = TextStyle(size: numberSize, ink: theme.faintText)
    for value in y.numbers where y.range.contains(value) {
      let point = place([0, value], in: area)
      canvas.text(text(value, y), at: [area.x - 6, point.y], style, TextAnchor(.right, .middle))
    }
    for value in x.numbers where x.range.contains(value) {
      let point = place([value, 0], in: area)
      canvas.text(
        text(value, x), at: [point.x, area.maxY + numberSize * 1.35], style,
        TextAnchor(.center, .baseline))
    }
  }

  private func draw(_ mark: Mark, on canvas: Canvas, in area: Box, theme: Theme) {
    let center = place(mark.place, in: area)
    canvas.disc(center, radius: 5.5, theme.background)
    canvas.disc(center, radius: 4, mark.ink)
    guard !mark.name.isEmpty else { return }
    let style = TextStyle(size: numberSize + 1, ink: theme.text)
    let width = canvas.width(of: mark.name, style)
    // Draw the text on the right of the dot. If it does not fit there, use the left.
    let isLeft = center.x + 10 + width > area.maxX
    canvas.text(
      mark.name, at: [center.x + (isLeft ? -10 : 10), center.y], style,
      TextAnchor(isLeft ? .right : .left, .middle))
  }

  private func text(_ value: Double, _ axis: Axis) -> String { Axis.text(value) + axis.unit }
}
