internal import BromideSampling
internal import BromideSystem
internal import BromideValues

/// A colour to compare with a sample.
struct KnownColor: Sendable {
  /// The colour under D50.
  var lab: Lab
  /// The difference between the two.
  var difference: Double
  /// The formula of the difference.
  var formula: ColorDifference
  /// The factor of the sample's light before that.
  var exposure = 1.0
  /// Whether summaries skip it, because the patch is covered or uneven.
  var isLeftOut = false

  func numbers(digits: Int) -> [String] {
    [lab.l, lab.a, lab.b].map { Formatted.decimal($0, digits: digits) }
  }

  func difference(digits: Int) -> String { Formatted.decimal(difference, digits: digits) }
}

/// A summary of all colours that were compared in a picture.
struct ComparisonSummary: Sendable {
  /// A sentence.
  let text: String
  /// The same data as a JSON object.
  let json: JSONValue
  private let differences: Differences

  /// Summarises a comparison with a picture.
  ///
  /// - Parameter against: The name of the other picture.
  init(_ rows: [SampleRow], against: String) {
    differences = Differences(rows)
    text = "\(rows.count) places against \(against): \(differences.text)"
    json = .object([("against", .text(against))] + differences.fields)
  }

  /// Summarises a comparison with a chart.
  ///
  /// - Parameter matched: The patch for matching the luminance.
  init(_ rows: [SampleRow], _ chart: ColorChart, _ comparison: ChartComparison, matched: Int?) {
    differences = Differences(rows)
    let stops = Formatted.decimal(comparison.stops, digits: 2)
    let counted = rows.count - comparison.leftOut.count
    var words = "\(counted) patches of \(chart.name): \(differences.text)"
    var fields: [(String, JSONValue)] = [("chart", .text(chart.name))] + differences.fields
    if !comparison.leftOut.isEmpty {
      let names = comparison.leftOut.map { chart.patches[$0].name }
      words += "; left out, covered or uneven: \(names.joined(separator: ", "))"
      fields.append(("leftOut", .array(names.map { .text($0) })))
    }
    if let matched, comparison.leftOut.contains(matched) {
      words += "; exposure of all others matched by \(stops) EV"
      fields.append(("exposure", .number(stops)))
    } else if let matched {
      let name = chart.patches[matched].name
      words += "; exposure of \(name) matched by \(stops) EV"
      fields += [("matched", .text(name)), ("exposure", .number(stops))]
    }
    if let matrix = comparison.matrix, let mean = comparison.correctedMean {
      let numbers = matrix.rows.flatMap { [$0.x, $0.y, $0.z] }.map {
        Formatted.decimal($0, digits: 4)
      }
      let corrected = Formatted.decimal(mean, digits: 2)
      words += "; mean \(corrected) with the matrix \(numbers.joined(separator: ","))"
      fields += [
        ("matrix", .array(numbers.map { .number($0) })), ("correctedMean", .number(corrected)),
      ]
    }
    (text, json) = (words, .object(fields))
  }

  /// Returns a sentence if a difference exceeds the tolerance, or `nil`.
  func excess(_ tolerance: Double?) -> String? {
    guard let tolerance, differences.worst > tolerance else { return nil }
    return
      "\(differences.title) \(Formatted.decimal(differences.worst, digits: 2)) at \(differences.worstPlace) exceeds the tolerance of \(tolerance)"
  }

  /// Statistics of differences.
  private struct Differences {
    let mean: Double
    let median: Double
    let worst: Double
    let worstPlace: String
    private let formula: ColorDifference

    init(_ rows: [SampleRow]) {
      formula = rows.first?.known?.formula ?? .ciede2000
      let rows = rows.filter { $0.known?.isLeftOut == false }
      let sorted = rows.compactMap(\.known?.difference).sorted()
      mean = sorted.reduce(0, +) / Double(max(sorted.count, 1))
      median = sorted.isEmpty ? 0 : sorted.median
      let row = rows.max { ($0.known?.difference ?? 0) < ($1.known?.difference ?? 0) }
      worst = row?.known?.difference ?? 0
      worstPlace =
        row.map { row in
          let point = row.place.point
          return row.place.name
            ?? [point.x, point.y].map { Formatted.decimal($0, digits: 4) }.joined(separator: ",")
        } ?? ""
    }

    /// The formula's name.
    var title: String { formula.title }

    var text: String {
      "\(title) mean \(Formatted.decimal(mean, digits: 2)), median \(Formatted.decimal(median, digits: 2)), most \(Formatted.decimal(worst, digits: 2)) (\(worstPlace))"
    }

    var fields: [(String, JSONValue)] {
      let numbers: [(String, JSONValue)] = [
        ("mean", .number(Formatted.decimal(mean, digits: 4))),
        ("median", .number(Formatted.decimal(median, digits: 4))),
        ("most", .number(Formatted.decimal(worst, digits: 4))), ("mostAt", .text(worstPlace)),
      ]
      return formula == .ciede2000
        ? numbers : numbers + [("difference", .text(formula.column))]
    }
  }
}
