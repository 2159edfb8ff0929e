internal import Pixels
internal import Platform
internal import Sampling
internal import Scheduling
internal import SystemPackage

/// Takes the samples of one input and writes them as it goes.
struct SampleSession {
  private let context: SampleContext
  private let facts: [Fact]
  private let reading: FrameReading?
  private var settings: SampleSettings
  private var knowsPlaces = false
  private let writer: SampleWriter
  private let crew: Crew
  private let messages: Messages
  private let say: (String) -> Bool
  private var readouts: [SampleReadout] = []
  private var means: [FrameMean] = []
  private var scratch: PointSampler.Scratch?
  private var hasBegun = false

  /// - Parameters:
  ///   - crew: Threads that may help with many places.
  ///   - say: Takes text for standard output; returns false once nobody reads any more.
  init(
    _ input: FilePath, facts: [Fact], reading: FrameReading?, settings: SampleSettings, crew: Crew,
    messages: Messages, say: @escaping (String) -> Bool
  ) {
    context = SampleContext(input, facts: facts, format: settings.format)
    self.facts = facts
    self.reading = reading
    self.settings = settings
    self.crew = crew
    self.messages = messages
    self.say = say
    writer = SampleWriter(settings: settings)
  }

  /// Starts averages over frames if they are asked for.
  mutating func begin(rate: Double?) {
    guard let average = settings.average else { return }
    means = settings.places.map { _ in FrameMean(average, rate: rate) }
  }

  /// Samples a frame for averages alone: it is before those that are reported.
  mutating func pass(_ sampler: PointSampler, time: Double) throws(SampleFailure) {
    guard !means.isEmpty else { return }
    try settle(sampler.size)
    let scratch = self.scratch ?? sampler.makeScratch()
    self.scratch = scratch
    for (index, place) in settings.places.enumerated() {
      do throws(SamplingError) {
        let sample = try sampler.sample(
          at: place.point, window: settings.window, scratch: scratch)
        _ = means[index].mean(sample, at: time)
      } catch { throw SampleFailure(describing: error) }
    }
  }

  /// Samples all places of a frame.
  ///
  /// - Returns: false if nobody reads the output any more.
  mutating func sample(
    _ sampler: PointSampler, frame: Int, time: Double
  ) throws(SampleFailure) -> Bool {
    try check()
    try settle(sampler.size)
    let scratch = self.scratch ?? sampler.makeScratch()
    self.scratch = scratch
    if readouts.isEmpty { readouts = writer.readouts(from: sampler.space) }
    var text = ""
    let isFirst = !hasBegun
    var rows: [SampleRow] = []
    if isFirst {
      text = writer.beginning(context.input, size: sampler.size, facts: facts)
      hasBegun = true
      warnOfContradiction(sampler)
    }
    // If windows keep their pixels, those of all places might not fit into memory at once.
    var shared: [Sample]?
    if settings.places.count > SharedSampling.chunk, !settings.needsPixels {
      do throws(SamplingError) {
        shared = try SharedSampling.samples(sampler, settings: settings, crew: crew)
      } catch { throw SampleFailure(describing: error) }
    }
    for (index, place) in settings.places.enumerated() {
      do throws(SamplingError) {
        var sample: Sample
        if let shared {
          sample = shared[index]
        } else {
          sample = try sampler.sample(
            at: place.point, window: settings.window, keepsPixels: settings.needsPixels,
            scratch: scratch)
        }
        if !means.isEmpty { sample = means[index].mean(sample, at: time) }
        let row = SampleRow(
          context: context, frame: frame, place: place, sample: sample)
        text += try line(row, sampler, place)
        if isFirst, settings.swatch != nil { rows.append(row) }
      } catch {
        throw SampleFailure(describing: error)
      }
    }
    let isWanted = say(text)
    if isFirst, let swatch = settings.swatch {
      try swatch.write(rows, of: sampler, readouts: readouts, messages: messages)
    }
    return isWanted
  }
}

extension SampleSession {
  /// Gives places in pixels their places in the picture, once its size is known.
  private mutating func settle(_ size: Size) throws(SampleFailure) {
    guard !knowsPlaces else { return }
    settings.places = try settings.places(in: size)
    knowsPlaces = true
  }

  private func line(
    _ row: SampleRow, _ sampler: PointSampler, _ place: SamplePlace
  ) throws(SamplingError) -> String {
    let line: String
    do throws(SampleFailure) {
      line = try writer.line(row, readouts)
    } catch { throw .missing(error.message) }
    guard settings.compares, let reading, case .frame(let frame, _) = sampler.pixels else {
      return line
    }
    let table = try CodingTable.lines(frame, reading, place: place, settings: settings)
    guard settings.format == .json else { return line + CodingTable.text(table) }
    return line.dropLast(2) + ",\"compare\":" + CodingTable.json(table).text + "}\n"
  }

  private func check() throws(SampleFailure) {
    guard reading == nil else { return }
    if settings.spaces.contains(.ycbcr) {
      throw SampleFailure("it has no ycbcr values: only video and JPEG have")
    }
    if settings.compares {
      throw SampleFailure("--compare is for YCbCr, and it has none: only video and JPEG have")
    }
  }

  private func warnOfContradiction(_ sampler: PointSampler) {
    guard settings.compares, let reading, case .frame(let frame, _) = sampler.pixels,
      let message = CodingTable.contradiction(frame, reading)
    else { return }
    messages.warning("\(context.input): \(message)")
  }
}
