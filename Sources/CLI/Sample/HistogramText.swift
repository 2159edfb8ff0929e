internal import BromideDrawing
internal import BromideSampling
internal import BromideSystem
internal import BromideValues

/// A histogram as text, CSV, JSON and a plot.
struct HistogramText {
  let histogram: ColorHistogram
  let space: SampleSpace
  let context: SampleContext
  let frame: Int

  private var names: [String] { Self.names(of: space) }

  private static func names(of space: SampleSpace) -> [String] {
    space == .ycbcr ? ["Y", "Cb", "Cr"] : ["red", "green", "blue"]
  }

  /// The columns of CSV.
  static func header(_ space: SampleSpace) -> String {
    "input,frame,code,\(names(of: space).joined(separator: ",")),reading\n"
  }

  /// Returns the text to print.
  func text(_ format: AnswerFormat) -> String {
    switch format {
    case .text: lines
    case .csv: rows
    case .json: json
    case .gpl, .ase, .css: ""
    }
  }

  /// One line per channel: blocks, then the percentages at both ends and the quartiles.
  private var lines: String {
    names.indices.map { c in
      let name = names[c] + String(repeating: " ", count: 5 - names[c].count)
      let ends = [0, 255].map { code in
        "\(Formatted.decimal(100 * histogram.share(of: code, channel: c), digits: 2)) % at \(code)"
      }
      let quartiles = [0.25, 0.5, 0.75].map { "\(histogram.quantile($0, channel: c))" }
      return
        "  \(name) \(Sparkline.text(histogram.counts[c]))  \(ends.joined(separator: ", ")), quartiles \(quartiles.joined(separator: " "))\n"
    }.joined()
  }

  private var rows: String {
    (0..<256).map { code in
      let counts = histogram.counts.map { "\($0[code])" }.joined(separator: ",")
      return "\(context.start),\(frame),\(code),\(counts),\(context.end)\n"
    }.joined()
  }

  private var json: String {
    let channels = names.indices.map { c in
      (names[c], JSONValue.array(histogram.counts[c].map { .number("\($0)") }))
    }
    let fields: [(String, JSONValue)] =
      [
        ("frame", .number("\(frame)")), ("space", .text(space.name)),
        ("count", .number("\(histogram.count)")), ("step", .number("\(histogram.step)")),
      ] + channels
    return context.start + JSONValue.object(fields).text.dropFirst().dropLast() + ","
      + context.end + "\n"
  }

  /// Draws square roots of the counts, to show rare codes.
  func draw(title: String) throws(DrawingError) -> ImageBuffer<UInt8> {
    try HistogramPlot(
      title: title, caption: "\(space.name); heights are square roots of counts",
      counts: Array(zip(histogram.counts, SamplePlot.channelInks))
    ).draw()
  }
}

/// A drawing of the frequency of codes or values, in 256 steps.
struct HistogramPlot {
  let title: String
  let caption: String
  /// The counts of each channel, and its colour.
  let counts: [([Int], Ink)]

  /// Draws square roots of the counts, to show rare values.
  func draw() throws(DrawingError) -> ImageBuffer<UInt8> {
    let theme = Theme.light
    let canvas = try Canvas(width: 720, height: 400, scale: 2, background: theme.background)
    canvas.text(
      title, at: [20, 30],
      TextStyle(size: 15, ink: theme.text, isBold: true, limit: canvas.box.width - 40))
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
