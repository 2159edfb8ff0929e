internal import BromideDevelop
internal import BromideDrawing
internal import BromideTimelines
internal import BromideValues

/// A picture of a timeline: a panel for each parameter, with keys as dots.
struct TimelineSheet {
  let course: TimelineCourse
  let theme: Theme

  func draw(scale: Double) throws(DrawingError) -> ImageBuffer<UInt8> {
    let margin = 28.0
    let panel = (width: 760.0, height: 190.0)
    let isWide = course.panels.count > 6
    let rows = isWide ? (course.panels.count + 1) / 2 : course.panels.count
    let columns = isWide ? 2 : 1
    let canvas = try Canvas(
      width: Double(columns) * (panel.width + margin) + margin,
      height: 2 * margin + 38 + Double(rows) * panel.height, scale: scale,
      background: theme.background)
    canvas.text(course.name, at: [margin, margin + 10], .title(theme, limit: panel.width))
    canvas.text(
      "\(course.schedule.frameCount) frames, \(Axis.text(course.duration)) s at \(Axis.text(course.schedule.rate.value)) a second",
      at: [margin, margin + 28], TextStyle(size: 12, ink: theme.faintText, limit: panel.width))
    let plots = course.panels.map(plot)
    let width = plots.map { $0.numbersWidth(on: canvas) }.max()
    for (index, var plot) in plots.enumerated() {
      plot.numberWidth = width
      let box = Box(
        x: margin + Double(index / rows) * (panel.width + margin),
        y: margin + 38 + Double(index % rows) * panel.height, width: panel.width,
        height: panel.height - 14)
      plot.draw(on: canvas, in: box, theme: theme)
      drawNames(of: course.panels[index], on: canvas, in: box)
    }
    return canvas.image
  }

  private func plot(_ panel: ParameterCourse) -> Plot {
    let unit = panel.parameter.unit
    var x = Axis(0...course.duration, about: 8, unit: " s")
    x.majorLines = course.schedule.sources.map {
      Double($0.firstFrame) / course.schedule.rate.value
    }
    var plot = Plot(
      x: x, y: Axis(Axis.range(of: panel.lines.map(\.points), including: []), about: 4))
    plot.title = panel.parameter.name + (unit.isEmpty ? "" : ", \(unit)")
    plot.series = panel.lines.map {
      Plot.Series($0.name, $0.points, ink: theme.style(ofSeries: $0.place).ink)
    }
    for line in panel.lines {
      let ink = theme.style(ofSeries: line.place).ink
      plot.marks += line.marks.map { Plot.Mark($0, ink) }
    }
    return plot
  }

  /// Draws the names of a panel's lines to the right of its title.
  private func drawNames(of panel: ParameterCourse, on canvas: Canvas, in box: Box) {
    var right = box.maxX
    var seen: Set<Int> = []
    for line in panel.lines.reversed() where !line.name.isEmpty && seen.insert(line.place).inserted
    {
      let style = TextStyle(size: 12, ink: theme.text)
      let y = box.y + 9
      canvas.text(line.name, at: [right, y], style, TextAnchor(.right, .middle))
      right -= canvas.width(of: line.name, style) + 6
      canvas.line([[right - 18, y], [right, y]], theme.style(ofSeries: line.place).ink, width: 2)
      right -= 34
    }
  }
}
