internal import BromideCodecs
internal import BromidePhotos
internal import BromideSampling
internal import BromideSystem
internal import Synchronization
internal import SystemPackage

/// Standard output, which inputs write to in order.
final class SampleOutput: Sendable {
  /// Whether the output is binary data instead of text.
  private let isData: Bool
  private let reason = Mutex<String?>(nil)
  private let sidecars = Mutex(SidecarSummary())

  init(_ format: AnswerFormat) { isData = format == .ase }

  /// The summary of all sidecars, or `nil` without sidecars.
  var sidecarLine: String? { sidecars.withLock { $0.line } }

  /// Adds the sidecar of an input, or prints its warning.
  func note(_ report: SidecarReport, of input: FilePath, _ messages: Messages) {
    if let warning = report.warning {
      messages.warning("\(input): \(warning)")
    } else {
      sidecars.withLock { $0.add(report) }
    }
  }

  /// The write error, or an empty string if the reader has closed standard output, which needs no
  /// message.
  var failure: String? { reason.withLock { $0 } }

  /// Writes texts, unless an earlier text failed.
  func write(_ texts: [[UInt8]]) {
    reason.withLock { reason in
      for text in texts where reason == nil {
        reason =
          isData
          ? Console.output(data: text) : Console.output(String(decoding: text, as: UTF8.self))
      }
    }
  }
}

/// Samples one input. The rules of `StagedWork` make it thread-safe.
///
/// Samples of the oldest input are written immediately, and samples of later inputs wait. So you
/// see a stream live, but the output of parallel files is in order.
final class SampleWork: StagedWork, @unchecked Sendable {
  private let input: FilePath
  private let settings: SampleSettings
  private let messages: Messages
  private let output: SampleOutput
  private var found: PictureOpener.Found?
  /// A picture from standard input.
  private var spooled: SpooledFile?
  /// Bytes read from standard input to identify it.
  private var start: [UInt8] = []
  /// Bytes waiting to be written.
  private let texts = Mutex<[[UInt8]]>([])
  /// Whether sampling the input failed.
  private(set) var hasFailed = false

  /// Creates the work for an input.
  ///
  /// - Parameter input: A path, or `-` for frames on standard input.
  init(
    _ input: FilePath, _ settings: SampleSettings, _ messages: Messages, _ output: SampleOutput
  ) {
    self.input = input
    self.settings = settings
    self.messages = messages
    self.output = output
  }

  func open() throws(SampleFailure) -> Int? {
    if input == "-" {
      try spool()
      if spooled == nil { return 0 }
    }
    let finding = Stopwatch()
    defer { Trace.note("open", input.data, finding) }
    let path = spooled?.path ?? input
    let found = try SampleFailure.describing {
      try PictureOpener(settings: settings.opening).find(path)
    }
    try settings.given.check(found.kind, settings: settings)
    self.found = found
    return found.memory
  }

  /// Stores standard input as a file if it is a picture instead of frames.
  private func spool() throws(SampleFailure) {
    // Raw planes have no header, and can start with any bytes.
    guard settings.opening.layout == nil, settings.opening.inputSize == nil else { return }
    try SampleFailure.describing {
      start = try Transfer.read(FileKind.startLength, from: 0, name: "standard input")
      let isNamed = settings.opening.photo.loading.headerless != nil
      guard isNamed || ![.none, .y4m].contains(FileKind.of(stream: start).reading) else { return }
      spooled = try SpooledFile(reading: 0, after: start, name: "standard input")
    }
  }

  func prepare(_ context: StageContext) throws(SampleFailure) -> Int {
    if let found {
      self.found = nil
      let decoding = Stopwatch()
      let picture = try SampleFailure.describing { try found.open(context.crew) }
      Trace.note("decode", input.data, decoding)
      messages.show(picture.warnings)
      if let report = picture.sidecar { output.note(report, of: input, messages) }
      try sample(picture, context)
    } else {
      try sampleStandardInput(context)
    }
    return 0
  }

  func end(_ failure: SampleFailure?) {
    found = nil
    spooled = nil
    guard let failure else { return }
    messages.error("\(input == "-" ? "standard input" : input): \(failure.message)")
    hasFailed = true
  }

  func deliver() -> Bool {
    let ready = texts.withLock { texts in
      defer { texts = [] }
      return texts
    }
    let writing = Stopwatch()
    output.write(ready)
    Trace.note("write", input.data, writing)
    return output.failure == nil
  }

  private func session(
    facts: [Fact], reading: FrameReading?, rate: Double? = nil, warnings: [Warning] = [],
    _ context: StageContext
  ) -> SampleSession {
    SampleSession(
      input, facts: facts, reading: reading, rate: rate, warnings: warnings, settings: settings,
      crew: context.crew, messages: messages
    ) { [self] text in
      texts.withLock { $0.append(text) }
      context.announce()
      return output.failure == nil
    }
  }

  // MARK: Files

  private func sample(
    _ picture: OpenedPicture, _ context: StageContext
  ) throws(SampleFailure) {
    let rate: Double? = if case .clip(_, let rate, _) = picture.frames { rate } else { nil }
    var session = session(
      facts: picture.facts, reading: picture.reading, rate: rate, warnings: picture.warnings,
      context)
    switch picture.frames {
    case .still(let sampler):
      if let selection = settings.frames, !selection.isLast, !selection.contains(0) {
        throw SampleFailure(
          "frame \(selection.named) does not exist, because this is a single picture (frame 0)")
      }
      _ = try session.sample(sampler, frame: 0, time: 0)
    case .clip(let count, let rate, let frame):
      try clip(picture, count: count, rate: rate, frame: frame, &session)
    }
    try session.end()
    if let loss = picture.loss() { throw SampleFailure(loss) }
    if let damage = picture.damage { throw SampleFailure("damaged: \(damage)") }
  }

  private func clip(
    _ picture: OpenedPicture, count: Int, rate: Double?,
    frame: @Sendable (Int) throws -> YCbCrFrame, _ session: inout SampleSession
  ) throws(SampleFailure) {
    guard let reading = picture.reading else { return }
    try settings.given.check(reading.layout)
    if case .seconds = settings.average, rate == nil {
      throw SampleFailure("unknown frame rate; set --average to a number of frames")
    }
    let selection = settings.frames ?? .first
    let span = settings.average?.frames(rate: rate) ?? 1
    var next = 0
    for index in selection.frames(of: count) {
      // Include the frames before a selected frame in its average.
      for i in max(next, index - span + 1)...index {
        let decoding = Stopwatch()
        let view = try SampleFailure.describing { try frame(i) }
        Trace.note("decode", "\(input.data) frame \(i)", decoding)
        let (sampler, time) = (reading.sampler(view), Double(i) / (rate ?? 1))
        guard i == index else {
          try session.pass(sampler, time: time)
          continue
        }
        guard try session.sample(sampler, frame: index, time: time) else { return }
      }
      next = index + 1
    }
    // Damage to the clip is a better explanation than missing frames.
    guard selection.named >= count || count == 0, picture.damage == nil else { return }
    throw SampleFailure(
      describing: FrameFileError.noSuchFrame(path: input, frame: selection.named, count: count))
  }

  // MARK: Standard input

  private func sampleStandardInput(_ context: StageContext) throws(SampleFailure) {
    let stream = try FrameStream.standardInput(settings.opening, after: start)
    let isFilm = settings.opening.layout == nil
    try settings.given.check(isFilm ? .y4m : .planes, settings: settings)
    let reading = PictureOpener(settings: settings.opening).videoReading(
      stream.size, layout: stream.layout, isFilm: isFilm, tags: stream.tags,
      interlacing: stream.interlacing)
    try settings.given.check(reading.layout)
    var session = session(facts: reading.facts, reading: reading, rate: stream.rate, context)
    let selection = settings.frames ?? .all
    let watch = Stopwatch()
    func time(of frame: Int) -> Double { stream.rate.map { Double(frame) / $0 } ?? watch.seconds }
    var index = 0
    var last: YCbCrFrame?
    while let frame = try stream.next() {
      defer { index += 1 }
      let time = time(of: index)
      if selection.isLast {
        if let last { try session.pass(reading.sampler(last), time: time) }
        last = frame
      }
      guard selection.contains(index) else {
        // The last frame is known only after the end.
        if !selection.isLast { try session.pass(reading.sampler(frame), time: time) }
        continue
      }
      guard try session.sample(reading.sampler(frame), frame: index, time: time) else { return }
      if let end = selection.end, index >= end { return try session.end() }
    }
    if let last {
      let time = time(of: index - 1)
      _ = try session.sample(reading.sampler(last), frame: index - 1, time: time)
    } else if selection.named >= index || index == 0 {
      throw SampleFailure(
        index == 0
          ? "it does not contain frames"
          : "it has no frame \(selection.named): there were \(index), from 0 to \(index - 1)")
    }
    try session.end()
  }
}
