internal import BromideDrawing
internal import BromidePhotos
internal import BromideSampling
internal import BromideValues

/// A plot of colours along a line or over time, with a panel per point and a line per component.
struct SamplePlot: Sendable {
  /// The horizontal axis.
  enum Abscissa: Sendable, Hashable {
    /// The fraction of a line, from 0 to 1.
    case line
    /// Seconds of a clip, or frames if its rate is unknown.
    case time
  }

  /// Maximum number of points over time. More panels would not fit on a readable sheet.
  static let mostPlaces = 24

  let picture: AnswerPicture
  let abscissa: Abscissa
  private var panels: [Panel] = []

  init(_ picture: AnswerPicture, _ abscissa: Abscissa) {
    (self.picture, self.abscissa) = (picture, abscissa)
  }

  /// The course of one point, or of the line.
  private struct Panel: Sendable {
    var title: String
    var points: [[SIMD2<Double>]]
  }

  /// Adds the samples of a frame.
  ///
  /// - Parameters:
  ///   - readout: The space to draw.
  ///   - time: The time of the frame, in seconds or frames.
  mutating func add(_ rows: [SampleRow], _ readout: SampleReadout, time: Double) {
    let count = readout.space.components.count
    guard abscissa == .time || panels.isEmpty else { return }
    if panels.isEmpty {
      let titles = abscissa == .line ? [""] : rows.map(Self.title)
      panels = titles.map { Panel(title: $0, points: Array(repeating: [], count: count)) }
    }
    for (i, row) in rows.enumerated() {
      guard let value = readout.value(row.sample) else { continue }
      let panel = abscissa == .line ? 0 : i
      let x = abscissa == .line ? Double(i) / Double(max(1, rows.count - 1)) : time
      for c in 0..<count { panels[panel].points[c].append([x, value[c]]) }
    }
  }

  /// Draws and writes the plot.
  func write(
    of name: String, _ readout: SampleReadout, unit: String, context: RunContext,
    messages: Messages
  ) throws(SampleFailure) {
    guard let first = panels.first?.points.first, first.count > 1 else {
      throw SampleFailure("--plot draws courses, and there was a single sample")
    }
    let request = "plot \(name) \(readout.space.name) \(panels.map(\.points))"
    try picture.write("plot", request: request, context: context, messages: messages) {
      try draw(title: name, readout, unit: unit)
    }
  }

  private func draw(
    title: String, _ readout: SampleReadout, unit: String
  ) throws(DrawingError) -> ImageBuffer<UInt8> {
    let theme = Theme.light
    let columns = panels.count > 3 ? 2 : 1
    let rows = (panels.count + columns - 1) / columns
    let height = panels.count == 1 ? 360.0 : 200
    let canvas = try Canvas(
      width: columns == 1 ? 720 : 1080, height: 52 + Double(rows) * (height + 16), scale: 2,
      background: theme.background)
    canvas.text(title, at: [20, 30], .title(theme, limit: canvas.box.width - 40))
    let area = canvas.box.inset(left: 20, top: 44, right: 28, bottom: 12)
    let boxes = area.grid(count: panels.count, columns: columns, gap: (24, 16))
    // All panels use the same axis. For codes, it includes 0 to 255.
    let codes: [Double] = if case .encoded = readout.space { [0, 255] } else { [] }
    let range = Axis.range(of: panels.flatMap(\.points), including: codes, room: 0.04)
    for (panel, box) in zip(panels, boxes) {
      let xs = panel.points[0].map(\.x)
      var plot = Plot(
        x: Axis((xs.first ?? 0)...(xs.last ?? 1), about: columns == 1 ? 8 : 5, unit: unit),
        y: Axis(range, about: panels.count == 1 ? 6 : 4))
      if !panel.title.isEmpty { plot.title = panel.title }
      plot.caption = readout.space.name
      plot.textSize = 12
      let inks = Self.inks(readout.space, theme)
      plot.series = zip(panel.points, inks).map { Plot.Series("", $0, ink: $1, width: 1.5) }
      let inside = plot.draw(on: canvas, in: box, theme: theme)
      Plot.drawNames(
        zip(readout.space.components, inks).map { ($0, $1) }, on: canvas, above: inside)
    }
    return canvas.image
  }

  /// Returns red, green and blue for RGB, or the theme's colours in order.
  private static func inks(_ space: SampleSpace, _ theme: Theme) -> [Ink] {
    if space.components == ["r", "g", "b"] { return Ink.channels }
    return space.components.indices.map { theme.series[$0] }
  }

  private static func title(_ row: SampleRow) -> String {
    if let name = row.place.name { return name }
    let point = row.place.point
    return [point.x, point.y].map { Axis.text(($0 * 1000).rounded() / 1000) }
      .joined(separator: ", ")
  }
}
