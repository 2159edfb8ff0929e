public import BromideValues

/// A drawing of the frequency of codes or values, in 256 steps.
public struct HistogramPlot: Sendable {
  private let title: String
  private let caption: String
  private let counts: [([Int], Ink)]

  /// Creates a histogram.
  ///
  /// - Parameters:
  ///   - caption: Small text above the plot.
  ///   - counts: The 256 counts of each channel, and its colour.
  public init(title: String, caption: String, counts: [([Int], Ink)]) {
    (self.title, self.caption, self.counts) = (title, caption, counts)
  }

  /// Draws square roots of the counts, to show rare values.
  public func draw() throws(DrawingError) -> ImageBuffer<UInt8> {
    let theme = Theme.light
    let canvas = try Canvas(width: 720, height: 400, scale: 2, background: theme.background)
    canvas.text(title, at: [20, 30], .title(theme, limit: canvas.box.width - 40))
    // Ignore both ends for the scale, because clipped values would make all others too small.
    let most = counts.map { $0.0[1..<255].max() ?? 0 }.max() ?? 0
    let top = Double(max(most, 1)).squareRoot() * 1.05
    var plot = Plot(
      x: Axis(
        0...255, lines: [0, 64, 128, 192, 255], majorLines: [0], numbers: [0, 64, 128, 192, 255]),
      y: Axis(0...top, lines: [], majorLines: [0], numbers: []))
    plot.caption = caption
    plot.textSize = 12
    plot.series = counts.map { counts, ink in
      Plot.Series(
        "", counts.enumerated().map { [Double($0), Double($1).squareRoot()] }, ink: ink, width: 1.5)
    }
    plot.draw(
      on: canvas, in: canvas.box.inset(left: 20, top: 44, right: 28, bottom: 12), theme: theme)
    return canvas.image
  }
}
