internal import BromidePhotos
internal import BromideSampling
internal import BromideSystem
internal import BromideValues
internal import SystemPackage

/// The text that all samples of one input use, created once.
struct SampleContext: Sendable {
  let input: FilePath
  let facts: [Fact]
  /// The input's name for titles.
  var name: String { input == "-" ? "standard input" : input.visibleName }
  /// The start and end of each line: the input, and the method for computing its colours.
  let start: String
  let end: String

  init(_ input: FilePath, facts: [Fact], warnings: [Warning], format: AnswerFormat) {
    (self.input, self.facts) = (input, facts)
    switch format {
    case .text, .gpl, .ase, .css: (start, end) = ("", "")
    case .csv:
      start = CSVText.quoted(input.data)
      end = CSVText.quoted(facts.map(\.text).joined(separator: "; "))
    case .json:
      let bytes = input.undecodableBytes.map { "\"inputPathBytes\":\"\($0)\"," } ?? ""
      start = "{\"input\":\(JSONValue.text(input.data).text)," + bytes
      let reading = facts.map { fact in
        (
          fact.name,
          JSONValue.object([("value", .text(fact.value)), ("from", .text(fact.source))])
        )
      }
      let problems =
        warnings.isEmpty
        ? "" : ",\"warnings\":\(JSONValue.array(warnings.map { .text($0.text) }).text)"
      end = "\"reading\":\(JSONValue.object(reading).text)\(problems)}"
    }
  }

  /// Returns an object with the fields as a line of JSON.
  func line(_ fields: [(String, JSONValue)]) -> String {
    start + JSONValue.object(fields).text.dropFirst().dropLast() + "," + end + "\n"
  }
}

/// A sample with its origin.
struct SampleRow: Sendable {
  var context: SampleContext
  var frame: Int
  var place: SamplePlace
  var sample: Sample
  /// The fraction of the picture that it represents, from 0 to 1, or `nil` for a sample of a point.
  var share: Double?
  /// The colour to compare with.
  var known: KnownColor?
}

/// Formats samples as text, CSV or JSON.
///
/// CSV has these columns:
/// - `input,frame,x,y`
/// - one column per component of each space, such as `lab.L,lab.a,lab.b`, or `hex`
/// - the requested statistics, such as `lab.L.sd`, `count` or `clipped`
/// - a palette's `share`
/// - the compared colours (`reference.L` …, `deltaE2000`)
/// - `name`, if points have names
/// - `reading`, the method for computing the colour
///
/// JSON nests the same names, with one object per line.
struct SampleWriter: Sendable {
  let settings: SampleSettings
  /// Whether any point has a name. It is stored, because otherwise each of 10 000 lines would
  /// search all points.
  private let hasNames: Bool

  init(settings: SampleSettings) {
    self.settings = settings
    hasNames = settings.request.chart != nil || settings.request.places.contains { $0.name != nil }
  }

  /// The text before all samples, which can be empty.
  var header: String {
    guard settings.format == .csv else { return "" }
    if settings.request.isEmpty { return ScopePicture.header }
    if settings.request.hasHistogram { return HistogramText.header(settings.spaces[0]) }
    var columns = ["input", "frame", "x", "y"]
    for space in settings.spaces {
      columns += space == .hex ? ["hex"] : space.components.map { "\(space.name).\($0)" }
    }
    for column in settings.columns {
      columns += column.isSpread ? spreadColumns(column) : [column.rawValue]
    }
    if settings.request.palette != nil { columns.append("share") }
    if settings.comparesColors {
      columns += ["reference.L", "reference.a", "reference.b", settings.difference.column]
    }
    if hasNames { columns.append("name") }
    return (columns + ["reading"]).joined(separator: ",") + "\n"
  }

  /// Returns the text before the samples of one input, which can be empty.
  func beginning(_ context: SampleContext, size: Size) -> String {
    guard settings.format == .text else { return "" }
    return "\(context.input): \(size), \(context.facts.map(\.text).joined(separator: ", "))\n"
  }

  /// Formats a sample as a line.
  ///
  /// - Throws: `SampleFailure` if the picture does not support one of the spaces.
  func line(_ row: SampleRow, _ readouts: [SampleReadout]) throws(SampleFailure) -> String {
    switch settings.format {
    case .text: try text(row, readouts)
    case .csv: try csv(row, readouts)
    case .json: try json(row, readouts)
    case .gpl, .ase, .css: ""
    }
  }

  /// Returns the text after all compared samples of a frame, empty for CSV.
  func summary(_ summary: ComparisonSummary, _ context: SampleContext) -> String {
    switch settings.format {
    case .text: "  " + summary.text + "\n"
    case .csv, .gpl, .ase, .css: ""
    case .json: context.start + summary.json.text.dropFirst() + "\n"
    }
  }

  // MARK: Forms

  private func text(_ row: SampleRow, _ readouts: [SampleReadout]) throws(SampleFailure) -> String {
    let shown = settings.readout(.hex, from: row.sample.space).value(row.sample) ?? SIMD3()
    var parts = ["  "]
    if row.frame > 0 || settings.frames != nil { parts.append("frame \(row.frame) ") }
    let point = row.place.point
    parts.append(
      "\(Formatted.decimal(point.x, digits: 4)),\(Formatted.decimal(point.y, digits: 4)) ")
    if let name = row.place.name { parts.append("\(name) ") }
    if settings.showsColor { parts.append(Self.patch(shown)) }
    parts.append(SampleReadout.hex(shown))
    for readout in readouts where readout.space != .hex {
      let numbers = try numbers(readout, row.sample)
      parts.append(" \(readout.space.name) \(numbers.joined(separator: " "))")
      guard settings.needsPixels, let spread = row.sample.spread(readout) else { continue }
      for column in settings.columns where column.isSpread {
        let values = decimals(spread[column], readout.space)
        parts.append("\(column.rawValue) \(values.joined(separator: " "))")
      }
    }
    for column in settings.columns where !column.isSpread {
      let number = share(column, row.sample).map { "\(Formatted.decimal(100 * $0, digits: 2)) %" }
      parts.append(" \(column.rawValue) \(number ?? "\(row.sample.count)")")
    }
    if let share = row.share {
      parts.append(" share \(Formatted.decimal(100 * share, digits: 2)) %")
    }
    if let known = row.known {
      parts.append(
        " reference \(known.numbers(digits: 2).joined(separator: " "))  \(known.formula.title) \(known.difference(digits: 2))"
      )
      if known.isLeftOut { parts.append(" left out") }
    }
    return parts.joined(separator: " ").dropFirst() + "\n"
  }

  private func csv(_ row: SampleRow, _ readouts: [SampleReadout]) throws(SampleFailure) -> String {
    var fields = [
      row.context.start, "\(row.frame)", "\(row.place.point.x)", "\(row.place.point.y)",
    ]
    for readout in readouts { fields += try numbers(readout, row.sample) }
    for column in settings.columns {
      guard column.isSpread else {
        fields.append(number(column, row.sample))
        continue
      }
      for readout in readouts where readout.space != .hex {
        fields +=
          row.sample.spread(readout).map { decimals($0[column], readout.space) } ?? ["", "", ""]
      }
    }
    if let share = row.share { fields.append(Formatted.decimal(share, digits: 6)) }
    if let known = row.known {
      fields += known.numbers(digits: 3) + [known.isLeftOut ? "" : known.difference(digits: 4)]
    }
    if hasNames { fields.append(CSVText.quoted(row.place.name ?? "")) }
    fields.append(row.context.end)
    return fields.joined(separator: ",") + "\n"
  }

  private func json(_ row: SampleRow, _ readouts: [SampleReadout]) throws(SampleFailure) -> String {
    var fields: [(String, JSONValue)] = [
      ("frame", .number("\(row.frame)")),
      ("x", .number("\(row.place.point.x)")), ("y", .number("\(row.place.point.y)")),
    ]
    if let name = row.place.name { fields.append(("name", .text(name))) }
    for readout in readouts {
      let numbers = try numbers(readout, row.sample)
      guard readout.space != .hex else {
        fields.append(("hex", .text(numbers[0])))
        continue
      }
      var parts = zip(readout.space.components, numbers).map { ($0, JSONValue.number($1)) }
      if settings.needsPixels, let spread = row.sample.spread(readout) {
        for column in settings.columns where column.isSpread {
          let values = zip(
            readout.space.components, decimals(spread[column], readout.space)
          ).map { ($0, JSONValue.number($1)) }
          parts.append((column.rawValue, .object(values)))
        }
      }
      fields.append((readout.space.name, .object(parts)))
    }
    for column in settings.columns where !column.isSpread {
      fields.append((column.rawValue, .number(number(column, row.sample))))
    }
    if let share = row.share {
      fields.append(("share", .number(Formatted.decimal(share, digits: 6))))
    }
    if let known = row.known {
      let parts = zip(SampleSpace.lab.components, known.numbers(digits: 3)).map {
        ($0, JSONValue.number($1))
      }
      fields.append(("reference", .object(parts)))
      fields.append((known.formula.column, .number(known.difference(digits: 4))))
      if known.isLeftOut { fields.append(("leftOut", .number("true"))) }
    }
    return row.context.line(fields)
  }

  // MARK: Parts

  private func spreadColumns(_ column: SampleColumn) -> [String] {
    settings.spaces.flatMap { space in
      space.components.map { "\(space.name).\($0).\(column.rawValue)" }
    }
  }

  private func numbers(
    _ readout: SampleReadout, _ sample: Sample
  ) throws(SampleFailure) -> [String] {
    guard let value = readout.value(sample) else {
      let others =
        switch readout.space {
        case .camera: "only raw photos have"
        case .nits: "nits requires PQ or HLG; set --transfer"
        default: "it is a raw photo"
        }
      throw SampleFailure("it has no \(readout.space.name) values: \(others)")
    }
    return readout.space == .hex ? [SampleReadout.hex(value)] : decimals(value, readout.space)
  }

  private func decimals(_ value: SIMD3<Double>, _ space: SampleSpace) -> [String] {
    space.components.indices.map { Formatted.decimal(value[$0], digits: space.decimals) }
  }

  private func number(_ column: SampleColumn, _ sample: Sample) -> String {
    share(column, sample).map { Formatted.decimal($0, digits: 6) } ?? "\(sample.count)"
  }

  /// Returns the value of a column with a fraction, or `nil` for other columns.
  private func share(_ column: SampleColumn, _ sample: Sample) -> Double? {
    switch column {
    case .clipped: sample.clipped
    case .gamut: sample.shareOutside(settings.gamut(own: sample.space)) ?? 0
    case .alpha: sample.alpha
    case .evenness: sample.evenness ?? 1
    case .sd, .min, .max, .count: nil
    }
  }

  /// Returns two characters filled with a colour, for terminals with 24-bit colour.
  static func patch(_ srgb: SIMD3<Double>) -> String {
    let codes = (0..<3).map { "\(Int(min(max(srgb[$0], 0), 255).rounded()))" }
    return Console.sequence("\u{1B}[48;2;\(codes.joined(separator: ";"))m") + "  "
      + Console.sequence("\u{1B}[0m")
  }
}

extension Sample.Spread {
  subscript(column: SampleColumn) -> SIMD3<Double> {
    switch column {
    case .sd: deviation
    case .min: minimum
    case .max: maximum
    case .count, .clipped, .gamut, .alpha, .evenness: SIMD3()
    }
  }
}
