internal import BromideCodecs
internal import BromidePhotos
internal import BromideRuns
internal import BromideSampling
internal import BromideSystem
internal import BromideValues
internal import SystemPackage

/// Samples one input and writes the results immediately.
struct SampleSession {
  private let context: SampleContext
  private let reading: FrameReading?
  /// Frames per second of a clip, or `nil` if unknown.
  private let rate: Double?
  private let settings: SampleSettings
  private let writer: SampleWriter
  private let crew: Crew
  private let messages: Messages
  private let emit: ([UInt8]) -> Bool
  /// The points in the picture, when the first frame is known.
  private var placing: Placing?
  /// The readouts of the spaces, when the first reported frame is known.
  private var readouts: [SampleReadout] = []
  /// The averages over frames, one for each point, or none.
  private var means: [FrameMean] = []
  /// The message if a difference in any frame exceeds the tolerance.
  private var excess: String?
  /// The plot with the samples so far, or `nil` without a plot.
  private var plot: SamplePlot?
  /// The colours so far, for a palette.
  private var palette = PaletteFile()
  /// The scopes with the frames so far.
  private var scopes: [ScopePicture]

  /// Creates a session.
  ///
  /// - Parameters:
  ///   - rate: The frames per second of a clip, or `nil` if unknown.
  ///   - warnings: The warnings about the input, for JSON.
  ///   - crew: Threads that help with many points.
  ///   - emit: Writes bytes to standard output. Returns `false` if the reader has closed it.
  init(
    _ input: FilePath, facts: [Fact], reading: FrameReading?, rate: Double?, warnings: [Warning],
    settings: SampleSettings, crew: Crew, messages: Messages, emit: @escaping ([UInt8]) -> Bool
  ) {
    context = SampleContext(input, facts: facts, warnings: warnings, format: settings.format)
    (self.reading, self.rate) = (reading, rate)
    (self.settings, self.crew, self.messages, self.emit) = (settings, crew, messages, emit)
    writer = SampleWriter(settings: settings)
    plot = settings.plot
    scopes = settings.scopes
  }

  /// Samples a frame before the first reported frame, only for averages.
  mutating func pass(_ sampler: PointSampler, time: Double) throws(SampleFailure) {
    guard settings.average != nil else { return }
    let sampling = Stopwatch()
    defer { Trace.note("sample", context.name, sampling) }
    let placing = try settled(sampler)
    for (index, place) in placing.places.enumerated() {
      let sample = try SampleFailure.describing {
        try sampler.sample(place, window: placing.window, scratch: placing.scratch)
      }
      _ = means[index].mean(sample, at: time)
    }
  }

  /// Samples all points of a frame.
  ///
  /// - Returns: `false` if the reader has closed standard output.
  mutating func sample(
    _ sampler: PointSampler, frame: Int, time: Double
  ) throws(SampleFailure) -> Bool {
    let sampling = Stopwatch()
    defer { Trace.note("sample", context.name, sampling) }
    try check()
    try settings.against?.check(sampler.size)
    let placing = try settled(sampler)
    let isFirst = readouts.isEmpty
    var text = ""
    if isFirst {
      readouts = settings.spaces.map { settings.readout($0, from: sampler.space) }
      text = writer.beginning(context, size: sampler.size)
      warnOfContradiction(sampler)
    }
    for index in scopes.indices { try scopes[index].add(sampler) }
    if let picture = settings.falseColor { try paint(sampler, to: picture) }
    if settings.request.hasHistogram {
      text += try histogram(sampler, placing, frame: frame)
      return emit([UInt8](text.utf8))
    }
    var rows: [SampleRow] = []
    do {
      rows = try self.rows(sampler, placing, frame: frame, time: time)
      if let drawn { plot?.add(rows, drawn, time: rate == nil ? Double(frame) : time) }
      let summary = compare(&rows)
      if settings.format.palette == nil {
        for row in rows { text += try line(row, sampler, placing) }
      } else {
        gather(rows)
      }
      if let summary {
        text += writer.summary(summary, context)
        if settings.format == .csv { messages.info("\(context.input): \(summary.text)") }
        if excess == nil { excess = summary.excess(settings.tolerance) }
      }
    } catch { throw SampleFailure(describing: error) }
    let isNeeded = emit([UInt8](text.utf8))
    if isFirst, let swatch = settings.swatch {
      try SwatchPicture.write(
        rows, of: sampler, readouts: readouts, to: swatch,
        context: settings.opening.context, messages: messages)
    }
    return isNeeded
  }

  /// Writes results that need all samples.
  ///
  /// - Throws: A sentence if a difference exceeds the tolerance.
  func end() throws(SampleFailure) {
    if let plot, let drawn {
      let unit = plot.abscissa == .line ? "" : rate == nil ? " frames" : " s"
      try plot.write(
        of: context.name, drawn, unit: unit, context: settings.opening.context,
        messages: messages)
    }
    for scope in scopes {
      try scope.write(
        of: context.name, context: settings.opening.context, messages: messages)
    }
    if settings.request.isEmpty, settings.format == .csv {
      _ = emit([UInt8](scopes.map { $0.lines(context) }.joined().utf8))
    }
    if let form = settings.format.palette {
      _ = emit(palette.bytes(form, title: context.name))
    }
    if let excess { throw SampleFailure(excess) }
  }
}

extension SampleSession {
  /// The readout to plot.
  private var drawn: SampleReadout? { readouts.first { $0.space != .hex } }

  /// Points, their window, and the memory to sample them.
  private struct Placing {
    let places: [SamplePlace]
    let window: SampleWindow
    /// About the number of pixels that a frame's samples read.
    let planned: Int
    let scratch: PointSampler.Scratch
  }

  /// Returns the positions of points in the picture.
  private mutating func settled(_ sampler: PointSampler) throws(SampleFailure) -> Placing {
    if let placing { return placing }
    let places = try settings.request.places(in: sampler)
    let usual = settings.request.chart?.window(places.map(\.point), in: sampler.size)
    let window = settings.window ?? usual ?? SampleWindow()
    if settings.plot?.abscissa == .time, places.count > SamplePlot.mostPlaces {
      throw SampleFailure(
        "--plot shows at most \(SamplePlot.mostPlaces) places over time, not \(places.count)")
    }
    let side = min(window.pixels(in: sampler.size), Double(sampler.size.longEdge))
    let planned = Int(min(side * side * Double(places.count), 1e15))
    let placing = Placing(
      places: places, window: window, planned: planned,
      scratch: sampler.makeScratch(planned: planned))
    if let average = settings.average {
      means = places.map { _ in FrameMean(average, rate: rate) }
    }
    self.placing = placing
    return placing
  }

  /// Returns the samples of a frame, or its dominant colours.
  private mutating func rows(
    _ sampler: PointSampler, _ placing: Placing, frame: Int, time: Double
  ) throws -> [SampleRow] {
    guard let count = settings.request.palette else {
      return zip(placing.places, try samples(sampler, placing, time: time)).map {
        SampleRow(context: context, frame: frame, place: $0, sample: $1)
      }
    }
    return try sampler.palette(count).map { color in
      SampleRow(
        context: context, frame: frame, place: SamplePlace(point: color.sample.point, name: nil),
        sample: color.sample, share: color.share)
    }
  }

  /// Returns the samples of a frame, or the means of the last frames.
  private mutating func samples(
    _ sampler: PointSampler, _ placing: Placing, time: Double
  ) throws(SamplingError) -> [Sample] {
    var samples: [Sample] = []
    // Windows that keep their pixels could exceed the memory if all points ran in parallel.
    if placing.places.count > PointSampler.chunk, !settings.needsPixels {
      samples = try sampler.samples(
        placing.places, window: placing.window, crew: crew, planned: placing.planned)
    } else {
      for place in placing.places {
        samples.append(
          try sampler.sample(
            place, window: placing.window, keepsPixels: settings.needsPixels,
            scratch: placing.scratch))
      }
    }
    for index in means.indices { samples[index] = means[index].mean(samples[index], at: time) }
    return samples
  }

  /// Returns the text of a frame's histogram. If requested, this also draws its plot.
  private func histogram(
    _ sampler: PointSampler, _ placing: Placing, frame: Int
  ) throws(SampleFailure) -> String {
    let space = settings.spaces[0]
    let region = placing.places.first?.region ?? Region(sampler.size)
    guard let histogram = sampler.histogram(of: region, in: space, scratch: placing.scratch) else {
      throw SampleFailure(
        "it has no \(space.name) values: \(space == .rgb ? "it is a raw photo" : "only video and JPEG have")"
      )
    }
    let text = HistogramText(histogram: histogram, space: space, context: context, frame: frame)
    if let plot = settings.histogramPlot {
      let request = "histogram \(context.name) \(space.name) \(text.histogram)"
      try plot.write(
        "histogram", request: request, context: settings.opening.context, messages: messages
      ) {
        try text.draw(title: context.name)
      }
    }
    return text.text(settings.format)
  }

  /// Draws the exposure of a picture.
  private func paint(
    _ sampler: PointSampler, to picture: AnswerPicture
  ) throws(SampleFailure) {
    let painted = try SampleFailure.describing { try FalseColor(sampler, longEdge: 1600) }
    let request = "false-colour \(context.name) \(painted.shares) \(painted.image.size)"
    try picture.write(
      "false-colour", request: request, context: settings.opening.context, messages: messages
    ) {
      try painted.draw(title: context.name)
    }
  }

  /// Adds samples to the palette.
  private mutating func gather(_ rows: [SampleRow]) {
    for row in rows {
      let srgb = settings.readout(.hex, from: row.sample.space).value(row.sample)
      palette.add(srgb ?? SIMD3(), name: row.place.name)
    }
  }

  /// Adds the known colours to rows. Returns a summary, or `nil` if there is no comparison.
  private func compare(_ rows: inout [SampleRow]) -> ComparisonSummary? {
    if let grid = settings.request.grid, let chart = grid.chart {
      let comparison = ChartComparison(
        chart, rows.map(\.sample), matched: grid.matched, formula: settings.difference)
      for index in rows.indices {
        rows[index].known = KnownColor(
          lab: chart.patches[index].reference, difference: comparison.differences[index],
          formula: settings.difference, exposure: comparison.exposure,
          isLeftOut: comparison.leftOut.contains(index))
      }
      return ComparisonSummary(rows, chart, comparison, matched: grid.matched)
    }
    guard let against = settings.against else { return nil }
    for index in rows.indices {
      let sample = rows[index].sample
      let lab = SampleReadout(.lab, from: sample.space).lab(sample)
      rows[index].known = KnownColor(
        lab: against.colors[index], difference: settings.difference(against.colors[index], lab),
        formula: settings.difference)
    }
    return ComparisonSummary(rows, against: against.name)
  }

  private func line(
    _ row: SampleRow, _ sampler: PointSampler, _ placing: Placing
  ) throws -> String {
    let line = try writer.line(row, readouts)
    guard settings.compares, let reading, case .frame(let frame, _) = sampler.pixels else {
      return line
    }
    let table = try CodingTable.lines(
      frame, reading, place: row.place, window: placing.window, settings: settings)
    guard settings.format == .json else { return line + CodingTable.text(table) }
    return line.dropLast(2) + ",\"compare\":" + CodingTable.json(table).text + "}\n"
  }

  private func check() throws(SampleFailure) {
    guard reading == nil || reading?.layout.isRGB == true else { return }
    if settings.spaces.contains(.ycbcr) {
      throw SampleFailure("it has no ycbcr values: only video and JPEG have")
    }
    if settings.compares {
      throw SampleFailure("--compare requires YCbCr; only video and JPEG have it")
    }
  }

  private func warnOfContradiction(_ sampler: PointSampler) {
    guard settings.compares, let reading, case .frame(let frame, _) = sampler.pixels,
      let message = CodingTable.contradiction(frame, reading)
    else { return }
    messages.warning("\(context.input): \(message)")
  }
}
