internal import BromideDrawing
internal import BromideTimelines
internal import BromideValues

/// A plot of the photos' brightness before and after matching, and of the corrections.
struct LapsePlot: Sendable {
  /// One measured sequence.
  struct Run: Sendable {
    let name: String
    let analysis: LapseAnalysis
    /// Time gaps between photos, empty if the photos are not sorted by time.
    let gaps: [TimeGap]
  }

  let runs: [Run]
  private let theme = Theme.light

  init(_ runs: [Run]) { self.runs = runs }

  /// Maximum number of names next to dots, so that they do not overlap.
  private static let mostNames = 6

  /// All data that the drawing depends on.
  var request: String { "lapse plot " + runs.map { "\($0)" }.joined(separator: "; ") }

  func draw() throws(DrawingError) -> ImageBuffer<UInt8> {
    let (margin, course, correction) = (24.0, 320.0, 200.0)
    let each = 34 + course + correction + 24
    let canvas = try Canvas(
      width: 1080, height: Double(runs.count) * each + margin, scale: 2,
      background: theme.background)
    for (index, run) in runs.enumerated() {
      let top = margin / 2 + Double(index) * each
      let width = canvas.box.width - 2 * margin
      canvas.text(run.name, at: [margin, top + 18], .title(theme, limit: width))
      var (above, below) = (light(run), corrections(run))
      let numbers = max(above.plot.numbersWidth(on: canvas), below.plot.numbersWidth(on: canvas))
      above.plot.numberWidth = numbers
      below.plot.numberWidth = numbers
      for (drawing, y, height) in [
        (above, top + 34, course), (below, top + 34 + course + 12, correction),
      ] {
        let area = drawing.plot.draw(
          on: canvas, in: Box(x: margin, y: y, width: width, height: height), theme: theme)
        drawMoments(of: run, drawing.plot, on: canvas, in: area)
        Plot.drawNames(drawing.names, on: canvas, above: area)
      }
    }
    return canvas.image
  }

  /// A plot with the names of its lines.
  private struct Panel {
    var plot: Plot
    var names: [(name: String, ink: Ink)]
  }

  private var before: Ink { theme.faintText }
  private var after: Ink { theme.series[0] }
  private var step: Ink { theme.series[4] }
  private var gap: Ink { theme.series[3] }
  private var outlier: Ink { theme.series[1] }

  private func light(_ run: Run) -> Panel {
    let course = run.analysis.course
    var plot = Plot(x: axis(run), y: Self.axis(course.before + course.after))
    plot.caption =
      course.isMeasured
      ? "Mean light of the measured part, EV below white" : "The camera's settings, EV"
    plot.series = [
      Plot.Series("as taken", Self.points(course.before), ink: before, width: 1.25),
      Plot.Series("evened out", Self.points(course.after), ink: after, width: 2),
    ]
    plot.marks = course.outliers.map { index in
      Plot.Mark(
        [Double(index), course.before[index] ?? 0], outlier,
        name: course.outliers.count > Self.mostNames ? "" : run.analysis.photos[index].name)
    }
    var names = [("as taken", before), ("evened out", after)]
    if !course.steps.isEmpty { names.append(("step of the settings", step)) }
    if !run.gaps.isEmpty { names.append(("gap in time", gap)) }
    if !course.outliers.isEmpty { names.append(("outlier", outlier)) }
    return Panel(plot: plot, names: names.map { ($0, $1) })
  }

  private func corrections(_ run: Run) -> Panel {
    let photos = run.analysis.photos
    var lines = [("exposure", photos.map(\.correction), after, 2.0)]
    if run.analysis.settings.holyGrail != nil, run.analysis.settings.deflicker != nil {
      lines += [
        ("holy-grail", photos.map(\.holyGrail), theme.series[2], 1.25),
        ("deflicker", photos.map(\.deflicker), theme.series[5], 1.25),
      ]
    }
    var plot = Plot(x: axis(run), y: Self.axis(lines.flatMap { $0.1 }))
    plot.caption = "Correction, EV"
    plot.series = lines.map { Plot.Series($0.0, Self.points($0.1), ink: $0.2, width: $0.3) }
    return Panel(plot: plot, names: lines.map { ($0.0, $0.2) })
  }

  /// Draws lines at changes of the settings and at time gaps.
  private func drawMoments(of run: Run, _ plot: Plot, on canvas: Canvas, in area: Box) {
    func line(before index: Int, _ ink: Ink, dash: (on: Double, off: Double)?) {
      let x = plot.place([Double(index) - 0.5, 0], in: area).x
      canvas.line([[x, area.y], [x, area.maxY]], ink, dash: dash)
    }
    for index in run.analysis.course.steps { line(before: index, step, dash: (3, 3)) }
    for gap in run.gaps { line(before: gap.place, self.gap, dash: nil) }
  }

  /// Returns an axis with photos counted from 0, as in timelines.
  private func axis(_ run: Run) -> Axis {
    Axis(0...Double(max(run.analysis.photos.count - 1, 1)), about: 10)
  }

  private static func points(_ values: [Double?]) -> [SIMD2<Double>] {
    values.enumerated().map { [Double($0), $1 ?? .nan] }
  }

  /// Returns an axis of at least half a stop, so that small changes look small.
  private static func axis(_ values: [Double?]) -> Axis {
    let known = values.compactMap(\.self)
    var (low, high) = (known.min() ?? 0, known.max() ?? 0)
    let room = max(0.06 * (high - low), (0.5 - (high - low)) / 2)
    (low, high) = (low - room, high + room)
    return Axis(low...high, about: 6)
  }
}
