internal import BromideCodecs
internal import BromideSampling
internal import BromideSystem
internal import BromideValues

/// The samples of a frame with all plausible matrices and ranges.
struct CodingTable {
  struct Line {
    var matrix: YCbCrMatrix
    var range: YCbCrRange
    var isChosen: Bool
    /// The colour as sRGB code values.
    var srgb: SIMD3<Double>
    /// The difference from the chosen line.
    var deltaE: Double
  }

  /// Returns the samples at a point, one for each matrix and range.
  static func lines(
    _ frame: YCbCrFrame, _ reading: FrameReading, place: SamplePlace, window: SampleWindow,
    settings: SampleSettings
  ) throws(SamplingError) -> [Line] {
    let chosen = reading.description
    var matrices: [YCbCrMatrix] = [.bt601, .bt709, .bt2020]
    if !matrices.contains(chosen.matrix.value) { matrices.append(chosen.matrix.value) }
    var lines: [Line] = []
    var labs: [Lab] = []
    for matrix in matrices {
      for range in YCbCrRange.allCases {
        var description = chosen
        description.matrix.value = matrix
        description.range.value = range
        let sampler = FrameReading(
          description, layout: reading.layout, orientation: reading.orientation,
          settings: settings.opening
        ).sampler(frame)
        let sample = try sampler.sample(place, window: window, scratch: sampler.makeScratch())
        let srgb = SampleReadout(.encoded(.srgb), from: sample.space).value(sample)
        lines.append(
          Line(
            matrix: matrix, range: range,
            isChosen: matrix == chosen.matrix.value && range == chosen.range.value,
            srgb: srgb ?? SIMD3(), deltaE: 0))
        labs.append(SampleReadout(.lab, from: sample.space).lab(sample))
      }
    }
    let reference = zip(lines, labs).first { $0.0.isChosen }!.1
    for i in lines.indices { lines[i].deltaE = labs[i].deltaE2000(reference) }
    return lines
  }

  static func text(_ lines: [Line]) -> String {
    lines.map { line in
      let name =
        (line.isChosen ? "  * " : "    ") + pad(line.matrix.name, 10)
        + pad(line.range.rawValue, 9)
      let numbers = (0..<3).map { Formatted.decimal(line.srgb[$0], digits: 1) }
      return name + SampleReadout.hex(line.srgb) + "  srgb "
        + pad(numbers.joined(separator: " "), 19) + "ΔE2000 "
        + Formatted.decimal(line.deltaE, digits: 2) + "\n"
    }.joined()
  }

  static func json(_ lines: [Line]) -> JSONValue {
    .array(
      lines.map { line in
        let values = zip(["r", "g", "b"], 0..<3).map {
          ($0, JSONValue.number(Formatted.decimal(line.srgb[$1], digits: 3)))
        }
        return .object([
          ("matrix", .text(line.matrix.name)), ("range", .text(line.range.rawValue)),
          ("chosen", .number(line.isChosen ? "true" : "false")), ("srgb", .object(values)),
          ("deltaE2000", .number(Formatted.decimal(line.deltaE, digits: 4))),
        ])
      })
  }

  /// Returns a message if the frame's luma contradicts the selected range, or `nil`.
  static func contradiction(_ frame: YCbCrFrame, _ reading: FrameReading) -> String? {
    let luma = LumaEvidence(frame, reading.converter)
    let range = reading.description.range
    let message =
      switch range.source {
      case .flag: "taken as \(range.value.rawValue)"
      case .tag: "tagged \(range.value.rawValue)"
      case .rule: "\(range.value.rawValue) by rule"
      }
    guard luma.contradicts(range.value) else { return nil }
    let unit = 1 << (reading.layout.depth - 8)
    let place = range.value == .full ? "in" : "outside"
    let share = range.value == .full ? luma.shareInside : 1 - luma.shareInside
    return
      "\(message), but \(Formatted.decimal(100 * share, digits: 2)) % of luma is \(place) \(16 * unit)…\(235 * unit)"
  }

  private static func pad(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(1, width - text.count))
  }
}
