internal import BromideDrawing
internal import BromideValues

/// A picture of a course with detours: value and slope over time, and the abandoned movements.
struct DetourSheet {
  let course: DetourCourse
  let theme: Theme

  func draw(scale: Double) throws(DrawingError) -> ImageBuffer<UInt8> {
    let notes = course.departures.indices.map { course.note($0) }
    let margin = 28.0
    let canvas = try Canvas(
      width: 760, height: 580 + 20 * Double(notes.count), scale: scale,
      background: theme.background)
    var box = canvas.box.inset(by: margin)
    canvas.text(course.text, at: [box.x, box.y + 14], .title(theme, limit: box.width))
    box = box.inset(top: 34)
    var value = plot(caption: "value") { $0.value }
    var slope = plot(caption: "slope, per second") { $0.slope }
    let width = max(value.numbersWidth(on: canvas), slope.numbersWidth(on: canvas))
    value.numberWidth = width
    slope.numberWidth = width
    var part = box
    part.height = 300
    let area = draw(value, in: part, on: canvas)
    part = Box(x: box.x, y: part.maxY + 8, width: box.width, height: 180)
    draw(slope, in: part, on: canvas)
    for (index, note) in notes.enumerated() {
      let y = part.maxY + 14 + 20 * Double(index)
      canvas.disc([area.x + 5, y], radius: 4, ink(index + 1))
      canvas.text(
        note, at: [area.x + 16, y], TextStyle(size: 12, ink: theme.faintText, limit: area.width),
        TextAnchor(.left, .middle))
    }
    return canvas.image
  }

  @discardableResult
  private func draw(_ plot: Plot, in box: Box, on canvas: Canvas) -> Box {
    let area = plot.draw(on: canvas, in: box, theme: theme)
    for departure in course.departures {
      let x = plot.place([departure, 0], in: area).x
      canvas.line([[x, area.y], [x, area.maxY]], theme.faintText, width: 1, dash: (2, 3))
    }
    return area
  }

  private func plot(
    caption: String, _ part: @escaping ((value: Double, slope: Double)) -> Double
  ) -> Plot {
    let lines = course.lines(part)
    let range = Axis.range(
      of: (lines.taken + lines.left).map(\.points), including: caption == "value" ? [] : [0])
    var x = Axis(0...course.duration, about: 8, unit: " s")
    x.majorLines = [0]
    var plot = Plot(x: x, y: Axis(range, about: 5))
    plot.caption = caption
    plot.series =
      lines.left.map {
        Plot.Series("", $0.points, ink: ink($0.movement).opacity(0.5), width: 1.5, dash: (3, 3))
      }
      + lines.taken.map { Plot.Series("", $0.points, ink: ink($0.movement), width: 2.5) }
    plot.marks = course.departures.enumerated().map { index, time in
      Plot.Mark([time, part(course.motion(at: time))], ink(index + 1))
    }
    return plot
  }

  private func ink(_ movement: Int) -> Ink { theme.series[movement % theme.series.count] }
}

extension DetourCourse {
  /// Returns the movements as points: the parts that were followed, and the abandoned rest.
  func lines(
    _ part: ((value: Double, slope: Double)) -> Double
  ) -> (
    taken: [(movement: Int, points: [SIMD2<Double>])],
    left: [(movement: Int, points: [SIMD2<Double>])]
  ) {
    func points(_ movement: Int, _ from: Double, _ to: Double) -> [SIMD2<Double>] {
      (0...480).map { step in
        let time = from + (to - from) * (Double(step) / 480)
        return [time, part(motion(at: time, of: movement))]
      }
    }
    var taken: [(Int, [SIMD2<Double>])] = []
    var left: [(Int, [SIMD2<Double>])] = []
    for movement in 0..<count {
      let begin = movement == 0 ? 0 : departures[movement - 1]
      let end = movement < departures.count ? departures[movement] : duration
      taken.append((movement, points(movement, begin, end)))
      if end < arrival(of: movement) {
        left.append((movement, points(movement, end, arrival(of: movement))))
      }
    }
    return (taken, left)
  }
}
