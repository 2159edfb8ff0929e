internal import BromideDevelop
internal import BromideDrawing
internal import BromideSystem
internal import BromideTimelines

/// Draws curves on standard output, with the size of the terminal.
struct TerminalSheet {
  private struct Part {
    let title: String
    let lines: [[SIMD2<Double>]]
    let x: ClosedRange<Double>
    let y: ClosedRange<Double>
    let labels: [Double]
  }

  private let parts: [Part]
  /// Names that explain the colours.
  private let legend: [(name: String, color: Int)]
  /// Minimum width of adjacent plots, in characters.
  private let leastWidth: Int
  private let window = Console.windowSize(of: 1)

  init(_ subject: CurveSubject, overlay: Bool, slopes: Bool) {
    switch subject {
    case .detour(let course):
      leastWidth = .max
      legend = course.departures.indices.map { (course.note($0), $0 + 1) }
      parts = [true, false].map { isValue in
        let lines = course.lines { isValue ? $0.value : $0.slope }.taken.map(\.points)
        let range = Axis.range(of: lines, including: isValue ? [] : [0])
        return Part(
          title: isValue ? course.text : "slope, per second", lines: lines,
          x: 0...course.duration, y: range, labels: Axis.roundValues(in: range, about: 5))
      }
    case .catalogue, .curves:
      let entries = subject.entries.map {
        ($0.title + ($0.caption.isEmpty ? "" : "  ") + $0.caption, $0.curve)
      }
      let isOverlaid = overlay && entries.count > 1
      leastWidth = 36
      legend = isOverlaid ? entries.enumerated().map { ($1.0, $0) } : []
      let groups = isOverlaid ? [("", entries.map(\.1))] : entries.map { ($0.0, [$0.1]) }
      parts = groups.flatMap { title, curves in
        let values = curves.map(CurveSamples.values)
        let value = Part(
          title: title, lines: values, x: 0...1,
          y: Axis.range(of: values, including: [0, 1], room: 0.03), labels: [0, 1])
        guard slopes else { return [value] }
        let speeds = curves.map(CurveSamples.slopes)
        let range = Axis.range(
          of: speeds, including: [0, 1], xs: CurveSamples.inner, room: 0.03)
        return [
          value,
          Part(
            title: title.isEmpty ? "speed" : "speed of \(title)", lines: speeds, x: 0...1, y: range,
            labels: Axis.roundValues(in: range, about: 4)),
        ]
      }
    }
  }

  init(_ course: TimelineCourse) {
    leastWidth = .max
    legend = []
    parts = course.panels.map { panel in
      let lines = panel.lines.map(\.points)
      let range = Axis.range(of: lines, including: [])
      let names = panel.lines.map(\.name).filter { !$0.isEmpty }
      let unit = panel.parameter.unit.isEmpty ? "" : ", \(panel.parameter.unit)"
      return Part(
        title: panel.parameter.name + unit
          + (names.isEmpty ? "" : ": " + names.joined(separator: ", ")), lines: lines,
        x: 0...course.duration, y: range, labels: Axis.roundValues(in: range, about: 4))
    }
  }

  func write() -> ExitStatus {
    let columns = max(1, min(parts.count, window.columns / leastWidth))
    let width = window.columns / columns
    let rows = (parts.count + columns - 1) / columns
    // Use one screen if plots stay readable. Otherwise, the screen scrolls.
    let room = (window.lines - 1 - legend.count) / rows - 2
    let height = min(max(room, parts.count > 2 ? 6 : 8), 40)
    var text = ""
    for start in stride(from: 0, to: parts.count, by: columns) {
      let blocks = parts[start..<min(start + columns, parts.count)].map {
        block($0, width: width - 1, height: height)
      }
      for line in 0...height + 1 {
        text += joined(blocks.map { $0[line] }, width: width) + "\n"
      }
    }
    for (name, color) in legend { text += "      \(paint("⣀⣀⣀", color)) \(name)\n" }
    return ExitStatus.put(text) ?? .done
  }

  /// Returns a title, the plot, and an empty line, with their visible widths in characters.
  private func block(_ part: Part, width: Int, height: Int) -> [(text: String, shown: Int)] {
    var plot = TerminalPlot(width: width, height: height, x: part.x, y: part.y)
    for (index, line) in part.lines.enumerated() { plot.add(line, color: index) }
    // Escape the name, because it can come from a file.
    let title = String(("      " + ByteText.visible(part.title)).prefix(width))
    let labels = part.labels.map { ($0, String(Axis.text($0).prefix(4))) }
    let lines = plot.lines(labels: labels, paint: paint)
    return [(title, title.count)] + lines.map { ($0, plot.width + 6) } + [("", 0)]
  }

  private func joined(_ blocks: [(text: String, shown: Int)], width: Int) -> String {
    var text = ""
    for (index, block) in blocks.enumerated() {
      text += block.text
      if index < blocks.count - 1 { text += String(repeating: " ", count: width - block.shown) }
    }
    return text
  }

  /// Colours text with one of the terminal's 256 colours. They are close to the palette of Okabe
  /// and Ito, and readable on light and dark backgrounds.
  private func paint(_ text: String, _ color: Int) -> String {
    let codes = [32, 166, 36, 175, 178, 74]
    guard Console.hasColor(1) else { return text }
    return Console.sequence("\u{1B}[38;5;\(codes[color % codes.count])m") + text
      + Console.sequence("\u{1B}[0m")
  }
}
