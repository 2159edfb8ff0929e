extension Plot {
  /// Draws the names of lines in their colours, right-aligned above the axes, so that lines do not
  /// cover them.
  ///
  /// - Parameters:
  ///   - area: The box inside the axes from `draw`.
  public static func drawNames(
    _ names: [(name: String, ink: Ink)], on canvas: Canvas, above area: Box
  ) {
    var x = area.maxX
    for (name, ink) in names.reversed() {
      let style = TextStyle(size: 12, ink: ink, isBold: true)
      canvas.text(name, at: [x, area.y - 5], style, TextAnchor(.right, .baseline))
      x -= canvas.width(of: name, style) + 10
    }
  }
}
