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
    return context.line(fields)
  }

  /// Draws square roots of the counts, to show rare codes.
  func draw(title: String) throws(DrawingError) -> ImageBuffer<UInt8> {
    try HistogramPlot(
      title: title, caption: "\(space.name); heights are square roots of counts",
      counts: Array(zip(histogram.counts, Ink.channels))
    ).draw()
  }
}
