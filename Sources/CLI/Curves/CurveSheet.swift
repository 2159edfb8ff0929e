internal import BromideDrawing
internal import BromideValues
internal import Tweening

/// A picture of curves: small multiples, or all curves in one plot.
struct CurveSheet {
  private let subject: CurveSubject
  private let options: CurvesPictureOptions
  private let theme: Theme

  init(_ subject: CurveSubject, _ options: CurvesPictureOptions) {
    self.subject = subject
    self.options = options
    theme = options.theme.theme
  }

  func draw() throws(DrawingError) -> ImageBuffer<UInt8> {
    switch subject {
    case .detour(let course):
      return try DetourSheet(course: course, theme: theme).draw(scale: options.scale)
    case .catalogue, .curves:
      return options.overlay && subject.entries.count > 1 ? try drawOverlaid() : try drawMultiples()
    }
  }

  // MARK: Small multiples

  private func drawMultiples() throws(DrawingError) -> ImageBuffer<UInt8> {
    let entries = subject.entries
    let layout = Multiples(
      captions: entries.map {
        Multiples.isSmall(entries.count) ? $0.caption : options.derivative ? "value" : ""
      }, hasSpeed: options.derivative, hasStrip: options.filmstrip,
      title: subject.title)
    let canvas = try Canvas(
      width: layout.size.x, height: layout.size.y, scale: options.scale,
      background: theme.background)
    layout.drawTitle(on: canvas, theme: theme)
    // Use the same axes for all curves, so that you can compare them. A few curves exceed the range
    // and get separate axes.
    let ranges = entries.map {
      Axis.range(of: [CurveSamples.values($0.curve)], including: [0, 1])
    }
    let most = layout.isSmall ? 0.25 : 0.5
    let isCommon = ranges.map { $0.lowerBound > -most && $0.upperBound < 1 + most }
    let shared = CurveSamples.union(zip(ranges, isCommon).filter(\.1).map(\.0))
    let cells = entries.enumerated().map { index, entry in
      var plot = Plot(
        x: CurveSamples.timeAxis(isSmall: layout.isSmall),
        y: CurveSamples.valueAxis(
          isCommon[index] ? shared : ranges[index], isSmall: layout.isSmall))
      plot.title = entry.title
      plot.caption = layout.captions[index]
      plot.series = [Plot.Series("", CurveSamples.values(entry.curve), ink: theme.series[0])]
      var speed = speedPlot([entry.curve], isSmall: layout.isSmall)
      speed.series[0].ink = theme.series[1]
      plot.textSize = layout.textSize
      speed.textSize = layout.textSize
      return (curve: entry.curve, plot: plot, speed: speed)
    }
    let width = cells.flatMap { options.derivative ? [$0.plot, $0.speed] : [$0.plot] }
      .map { $0.numbersWidth(on: canvas) }.max()
    for (var cell, box) in zip(cells, layout.boxes) {
      cell.plot.numberWidth = width
      cell.speed.numberWidth = width
      draw(cell.plot, cell.speed, of: cell.curve, in: box, on: canvas, layout)
    }
    return canvas.image
  }

  private func draw(
    _ plot: Plot, _ speed: Plot, of curve: Curve, in box: Box, on canvas: Canvas,
    _ layout: Multiples
  ) {
    var rest = box
    rest.height = layout.plotHeight(in: box)
    let area = plot.draw(on: canvas, in: rest, theme: theme)
    rest.y = rest.maxY + layout.innerGap
    if options.derivative {
      rest.height = layout.speedHeight
      speed.draw(on: canvas, in: rest, theme: theme)
      rest.y = rest.maxY + layout.innerGap
    }
    if options.filmstrip {
      let strip = Box(x: area.x, y: rest.y, width: area.width, height: layout.stripHeight)
      drawStrip(curve, in: strip, on: canvas, isSmall: layout.isSmall)
    }
  }

  private func speedPlot(_ curves: [Curve], isSmall: Bool) -> Plot {
    let slopes = curves.map(CurveSamples.slopes)
    let range = Axis.range(of: slopes, including: [0, 1], xs: CurveSamples.inner)
    var axis = Axis(range, about: isSmall ? 3 : 5)
    axis.majorLines = [0]
    if isSmall { axis.numbers = [0] }
    var plot = Plot(x: CurveSamples.timeAxis(isSmall: isSmall), y: axis)
    plot.caption = "speed"
    plot.series = slopes.map { Plot.Series("", $0) }
    return plot
  }

  /// Draws positions of a dot that follows the curve, at equal time steps.
  private func drawStrip(_ curve: Curve, in box: Box, on canvas: Canvas, isSmall: Bool) {
    let radius = isSmall ? 3.0 : 5.0
    let range = Axis.range(of: [CurveSamples.values(curve)], including: [0, 1], room: 0)
    func x(_ value: Double) -> Double {
      let share = (value - range.lowerBound) / (range.upperBound - range.lowerBound)
      return box.x + radius + share * (box.width - 2 * radius)
    }
    let y = box.center.y
    canvas.line([[box.x, y], [box.maxX, y]], theme.grid, width: 1)
    for end in [0.0, 1] {
      canvas.line(
        [[x(end), y - radius - 2], [x(end), y + radius + 2]], theme.majorGrid, width: 1)
    }
    let last = isSmall ? 12 : 20
    for frame in 0...last {
      let ink = theme.series[0].opacity(frame == last ? 1 : 0.4)
      canvas.disc([x(curve(Double(frame) / Double(last))), y], radius: radius, ink)
    }
  }

  // MARK: All in one

  private func drawOverlaid() throws(DrawingError) -> ImageBuffer<UInt8> {
    let curves = subject.entries.map(\.curve)
    let ruler = try Canvas(width: 1, height: 1)
    let legend = Legend(curves.map(\.description), width: 720, theme: theme, ruler: ruler)
    let heights = (value: 420.0, speed: options.derivative ? 240.0 : 0)
    let margin = 28.0
    let canvas = try Canvas(
      width: legend.width + 2 * margin,
      height: heights.value + heights.speed + legend.height + 2 * margin, scale: options.scale,
      background: theme.background)
    let values = curves.map(CurveSamples.values)
    var plot = Plot(
      x: CurveSamples.timeAxis(isSmall: false),
      y: CurveSamples.valueAxis(Axis.range(of: values, including: [0, 1]), isSmall: false))
    plot.series = zip(curves, values).map { Plot.Series("\($0)", $1) }
    if options.derivative { plot.caption = "value" }
    var speed = speedPlot(curves, isSmall: false)
    let width = max(plot.numbersWidth(on: canvas), speed.numbersWidth(on: canvas))
    if options.derivative { plot.numberWidth = width }
    speed.numberWidth = width
    var box = canvas.box.inset(by: margin)
    box.height = heights.value
    let area = plot.draw(on: canvas, in: box, theme: theme)
    if options.derivative {
      speed.draw(
        on: canvas,
        in: Box(x: box.x, y: box.maxY + 8, width: box.width, height: heights.speed - 8),
        theme: theme)
    }
    legend.draw(on: canvas, at: [area.x, box.maxY + heights.speed], ruler: canvas)
    return canvas.image
  }
}

extension CurveSubject {
  /// The title of a sheet with all curves.
  fileprivate var title: (name: String, note: String)? {
    guard case .catalogue = self else { return nil }
    return (
      "Curves",
      "value over time, both from 0 to 1 · small print: parameters and defaults (in brackets: values in the plot)"
    )
  }
}

extension CurveSamples {
  /// Returns the smallest range that contains all ranges.
  static func union(_ ranges: [ClosedRange<Double>]) -> ClosedRange<Double> {
    let low = ranges.map(\.lowerBound).min() ?? 0
    return low...max(ranges.map(\.upperBound).max() ?? 1, low)
  }
}
