internal import Platform
internal import Sampling
internal import Scheduling
internal import Synchronization
internal import SystemPackage
internal import YCbCr

/// Samples inputs and writes the results in the order of the inputs, whichever is done first.
struct SampleRun: Sendable {
  let settings: SampleSettings
  let messages: Messages
  let jobs: Int
  let memory: MemoryLimit

  private var writer: SampleWriter { SampleWriter(settings: settings) }

  /// Samples all inputs.
  ///
  /// - Parameter inputs: Paths, or `-` for frames on standard input.
  func run(_ inputs: [FilePath]) -> ExitStatus {
    let hasFailed = Atomic<Bool>(false)
    let header = writer.header
    if !header.isEmpty, let message = Console.output(header) { return end(message, false) }
    let message = OrderedWork.run(
      count: inputs.count, jobs: jobs, memoryLimit: memory.bytes(free: Machine.freeMemory())
    ) { piece in
      do throws(SampleFailure) {
        if inputs[piece.index] == "-" {
          try standardInput(piece)
        } else {
          try file(inputs[piece.index], piece)
        }
      } catch {
        let name: FilePath =
          inputs[piece.index] == "-" ? "standard input" : inputs[piece.index]
        messages.error("\(name): \(error.message)")
        hasFailed.store(true, ordering: .relaxed)
      }
    }
    return end(message, hasFailed.load(ordering: .relaxed))
  }

  private func end(_ message: String?, _ hasFailed: Bool) -> ExitStatus {
    if let message, !message.isEmpty {
      ExitStatus.reportOutputFailure(message)
      return .inputsFailed
    }
    return hasFailed ? .inputsFailed : .done
  }

  // MARK: Files

  private func file(_ path: FilePath, _ piece: OrderedWork.Piece) throws(SampleFailure) {
    try PictureOpener(settings: settings).open(path, piece) { picture throws(SampleFailure) in
      var session = SampleSession(
        path, facts: picture.facts, reading: picture.reading, settings: settings, piece: piece,
        messages: messages)
      switch picture.frames {
      case .still(let sampler):
        if let selection = settings.frames, !selection.isLast, !selection.contains(0) {
          throw SampleFailure("it has no frame \(selection.named): it is one picture, frame 0")
        }
        _ = try session.sample(sampler, frame: 0, time: 0)
      case .clip(let count, let rate, let frame):
        try clip(picture, count: count, rate: rate, frame: frame, &session)
      }
      if let loss = picture.loss() { throw SampleFailure(loss) }
      if let damage = picture.damage { throw SampleFailure("damaged: \(damage)") }
    }
  }

  private func clip(
    _ picture: OpenedPicture, count: Int, rate: Double?,
    frame: @Sendable (Int) throws -> YCbCrFrame, _ session: inout SampleSession
  ) throws(SampleFailure) {
    guard let reading = picture.reading else { return }
    if case .seconds = settings.average, rate == nil {
      throw SampleFailure("it states no frame rate; give --average a number of frames")
    }
    session.begin(rate: rate)
    let selection = settings.frames ?? .first
    for index in selection.frames(of: count) {
      let view: YCbCrFrame
      do { view = try frame(index) } catch { throw SampleFailure(describing: error) }
      let isWanted = try session.sample(
        reading.sampler(view), frame: index, time: Double(index) / (rate ?? 1))
      guard isWanted else { return }
    }
    // Damage to the clip explains more than missing frames do.
    guard selection.named >= count || count == 0, picture.damage == nil else { return }
    throw SampleFailure(
      count == 0
        ? "it has no frame"
        : "it has no frame \(selection.named): there are \(count), from 0 to \(count - 1)")
  }

  // MARK: Standard input

  private func standardInput(_ piece: OrderedWork.Piece) throws(SampleFailure) {
    let opener = PictureOpener(settings: settings)
    let stream = try FrameStream.standardInput(settings)
    let reading = opener.videoReading(stream.size, layout: stream.layout, tags: stream.tags)
    var session = SampleSession(
      "-", facts: reading.facts, reading: reading, settings: settings, piece: piece,
      messages: messages)
    session.begin(rate: stream.rate)
    let selection = settings.frames ?? .all
    let start = ContinuousClock.now
    var index = 0
    var last: YCbCrFrame?
    while let frame = try stream.next() {
      defer { index += 1 }
      if selection.isLast { last = frame }
      guard selection.contains(index) else { continue }
      let time =
        stream.rate.map { Double(index) / $0 } ?? (ContinuousClock.now - start).seconds
      guard try session.sample(reading.sampler(frame), frame: index, time: time) else { return }
      if let end = selection.end, index >= end { return }
    }
    if let last {
      _ = try session.sample(reading.sampler(last), frame: index - 1, time: 0)
    } else if selection.named >= index || index == 0 {
      throw SampleFailure(
        index == 0
          ? "it holds no frame"
          : "it has no frame \(selection.named): there were \(index), from 0 to \(index - 1)")
    }
  }
}

extension Duration {
  fileprivate var seconds: Double {
    Double(components.seconds) + Double(components.attoseconds) * 1e-18
  }
}
