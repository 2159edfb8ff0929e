internal import BromideDrawing
internal import BromidePhotos
internal import BromideRaw
internal import BromideRuns
internal import BromideSystem
internal import SystemPackage

/// Reads inputs in parallel and prints them in order.
struct InfoRun {
  let options: InfoOptions
  let messages: Messages
  let jobs: Int
  let memory: MemoryLimit
  /// The user's format for files without a header, or `nil`.
  let headerless: HeaderlessRaw?
  /// The means with which files are opened.
  let context: RunContext
  /// Returns the path of an input to show to a person.
  let shown: @Sendable (FilePath) -> FilePath

  /// Prints all inputs, and writes the requested files.
  ///
  /// - Parameter costs: Collects resource usage, or `nil` without `--costs`.
  func run(_ paths: [FilePath], _ costs: inout RunCosts?) throws -> ExitStatus {
    let output = InfoOutput(options, messages)
    let scheduler = Scheduler<InfoWork>(
      count: (paths.count + InfoWork.batch - 1) / InfoWork.batch,
      options: ScheduleOptions(
        jobs: jobs, memory: memory.bytes(free: Machine.freeMemory()),
        order: .inOrder(lookAhead: 64))
    ) { index in
      let start = index * InfoWork.batch
      return InfoWork(
        Array(paths[start..<min(start + InfoWork.batch, paths.count)]), options, output,
        headerless, context, shown)
    }
    Interruption.watch(cleaningBy: Temporaries.removeAll) { scheduler.stop() }
    defer { Interruption.unwatch() }
    for work in scheduler.run() {
      costs?.add(work.openSeconds, to: "open")
      costs?.add(work.decodeSeconds, to: "decode")
    }
    costs?.count = paths.count
    costs?.end(waiting: scheduler.idleSeconds)
    if Interruption.hasCome { return .interrupted }
    output.flush()
    if let failure = output.failure, !failure.isEmpty {
      ExitStatus.reportOutputFailure(failure)
      return .inputsFailed
    }
    var status = output.hasFailed ? ExitStatus.inputsFailed : .done
    if let histogram = output.histogram, let photo = paths.first, let plot = options.plot {
      let picture = AnswerPicture(path: plot, policy: options.overwrites ? .overwrite : .update)
      do throws(SampleFailure) { try draw(histogram, of: photo, as: picture) } catch {
        messages.error("\(photo): \(error.message)")
        status = .inputsFailed
      }
    }
    if let path = options.track, !writeTrack(output.track, to: path) { status = .inputsFailed }
    if let path = options.sensors, let film = paths.first, !writeSensors(of: film, to: path) {
      status = .inputsFailed
    }
    if let path = options.savePreview, let photo = paths.first,
      !writePreview(of: photo, to: path)
    {
      status = .inputsFailed
    }
    return status
  }

  private func draw(
    _ histogram: SensorHistogram, of photo: FilePath, as picture: AnswerPicture
  ) throws(SampleFailure) {
    let title = photo.lastComponent.map { "\($0)" } ?? "\(photo)"
    let counts = histogram.channels.map { channel in
      let place = ["red", "green", "blue"].firstIndex(of: channel.name)
      return (channel.counts, place.map { Ink.channels[$0] } ?? Theme.light.text)
    }
    try picture.write(
      "histogram", request: "sensor histogram \(title) \(counts.map(\.0))", context: context,
      messages: messages
    ) {
      try HistogramPlot(
        title: title,
        caption: "sensor values from black to white; heights are square roots of counts",
        counts: counts
      ).draw()
    }
  }

  private func writeTrack(_ track: PhotoTrack, to path: FilePath) -> Bool {
    guard track.count > 0 else {
      messages.error("--track: no input contains its position; \(path) is not written")
      return false
    }
    return write(Array((options.trackForm == .gpx ? track.gpx : track.geoJSON).utf8), to: path)
  }

  private func writeSensors(of film: FilePath, to path: FilePath) -> Bool {
    do throws(SystemError) {
      let file = try OutputFile(path, replaces: options.overwrites)
      var problem: SystemError?
      let table = MotionTable.write(film) { text in
        guard problem == nil else { return }
        do throws(SystemError) { try file.write(Array(text.utf8)) } catch { problem = error }
      }
      if let problem { throw problem }
      guard table.count > 0 else {
        let reason = table.damage ?? "it has no motion sensors that Bromide reads (GPMF, CAMM)"
        messages.error("\(film): \(reason); \(path) is not written")
        return false
      }
      try file.commit()
      if table.damage != nil {
        messages.error("\(path) contains only the readings before the damage")
      }
      return table.damage == nil
    } catch {
      messages.error("\(path) cannot be written: \(error.reason)")
      return false
    }
  }

  private func writePreview(of photo: FilePath, to path: FilePath) -> Bool {
    let jpeg = Result { () throws(InfoPreview.Failure) in
      try InfoPreview.jpeg(of: photo, context)
    }
    switch jpeg {
    case .success(let bytes): return write(bytes, to: path)
    case .failure(let failure):
      messages.error("\(photo): \(failure.reason); \(path) is not written")
      return false
    }
  }

  private func write(_ bytes: [UInt8], to path: FilePath) -> Bool {
    do throws(SystemError) {
      let file = try OutputFile(path, replaces: options.overwrites)
      try file.write(bytes)
      try file.commit()
      return true
    } catch {
      messages.error("\(path) cannot be written: \(error.reason)")
      return false
    }
  }
}

/// Reads some inputs. The rules of `StagedWork` make it thread-safe.
final class InfoWork: StagedWork, @unchecked Sendable {
  /// Inputs per job, because reading one takes less time than starting a job.
  static let batch = 16

  private let paths: [FilePath]
  private let countsValues: Bool
  private let lensNames: LensNames
  /// Whether a named field may need a comparison with the preview. Without `--fields`, Bromide does
  /// not decode any photo, because that takes 10 to 100 times as long as its header.
  private let measuresExposure: Bool
  private let output: InfoOutput
  private let headerless: HeaderlessRaw?
  private let context: RunContext
  private let shown: (FilePath) -> FilePath
  private var infos: [FileInfo] = []
  /// The time for reading headers.
  private(set) var openSeconds = 0.0
  /// The time for reading pixels.
  private(set) var decodeSeconds = 0.0

  init(
    _ paths: [FilePath], _ options: InfoOptions, _ output: InfoOutput,
    _ headerless: HeaderlessRaw?, _ context: RunContext, _ shown: @escaping (FilePath) -> FilePath
  ) {
    self.headerless = headerless
    self.context = context
    self.shown = shown
    self.paths = paths
    countsValues = options.histogram
    lensNames = options.lensNames
    measuresExposure =
      options.fields.map { fields in
        FileInfo.measuredFields.contains { fields.contains($0) }
      } ?? false
    self.output = output
  }

  func open() throws(Never) -> Int? { 0 }

  func prepare(_ stage: StageContext) throws(Never) -> Int {
    infos = paths.map { [context] path in
      let reading = Stopwatch()
      var info = InfoReader.read(
        path, headerless: headerless, lensNames: lensNames, context: context)
      openSeconds += reading.seconds
      Trace.note("open", path.data, reading)
      let isOpen = measuresExposure && info.isExposureOpen
      if countsValues || isOpen {
        let decoding = Stopwatch()
        if countsValues {
          info.addHistogram(
            headerless: headerless, context: context, crew: { stage.crew($0) })
        }
        if isOpen {
          info.measureExposure(
            headerless: headerless, context: context, crew: { stage.crew($0) })
        }
        decodeSeconds += decoding.seconds
        Trace.note("decode", path.data, decoding)
      }
      info.path = shown(path)
      return info
    }
    return 0
  }

  func deliver() -> Bool {
    for info in infos { output.add(info) }
    infos = []
    return output.failure == nil
  }
}

/// Writes to standard output, and collects totals. Only one thread delivers at once.
final class InfoOutput: @unchecked Sendable {
  private let writer: InfoWriter
  private let messages: Messages
  private var changes = AltitudeChanges()
  private var text: String
  private(set) var track = PhotoTrack()
  /// The histogram of the last photo.
  private(set) var histogram: SensorHistogram?
  private(set) var hasFailed = false
  /// The write error, or an empty string if the reader has closed standard output. Then Bromide
  /// does not print a message.
  private(set) var failure: String?

  init(_ options: InfoOptions, _ messages: Messages) {
    writer = InfoWriter(format: options.format, fields: options.fields)
    text = writer.header
    self.messages = messages
  }

  func add(_ info: FileInfo) {
    var info = info
    changes.add(to: &info)
    track.add(info)
    histogram = info.counted ?? histogram
    if info.status > .ok {
      hasFailed = true
      flush()
      messages.error("\(info.path): \(info.reason ?? info.status.rawValue)")
    }
    text += writer.text(info)
    if text.utf8.count > 1 << 14 { flush() }
  }

  func flush() {
    guard failure == nil, !text.isEmpty else { return }
    failure = Console.output(text)
    text = ""
  }
}
