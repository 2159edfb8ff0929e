internal import BromideCodecs
internal import BromideDevelop
internal import BromideKernels
internal import BromideSampling
internal import BromideSystem
internal import BromideTimelines
internal import BromideValues
internal import SystemPackage

/// Creates one frame, or finds that it is up to date. The rules of `StagedWork` make it
/// thread-safe.
final class FrameWork: StagedWork, @unchecked Sendable {
  private let run: FrameRun
  /// The frame's index in the plan.
  private let place: Int
  private let frame: ScheduledFrame
  private let watch = Stopwatch()
  private var hash = ""
  /// The part of the stream for this frame.
  private var piece: FrameSink.Piece?
  private var ending = FrameOutcome.Ending.unmade
  private var facts = FrameOutcome.Facts()

  private var plan: RenderPlan { run.plan }
  /// The frame's file, or `nil` for a stream.
  private var path: FilePath? { plan.path(frame.index) }

  /// Creates the work for a frame.
  ///
  /// - Parameter place: The frame's index in the plan.
  init(_ place: Int, in run: FrameRun) {
    self.run = run
    self.place = place
    frame = run.plan.frame(run.plan.frames[place])
  }

  var outcome: FrameOutcome {
    FrameOutcome(frame: frame.index, output: path, ending, facts)
  }

  /// Whether the reader of standard output has closed it.
  var isPipeClosed: Bool {
    if case .failed(let error) = ending { error.isClosedPipe } else { false }
  }

  func open() throws(FrameError) -> Int? {
    facts.inputs = plan.inputs(frame)
    facts.clamped = frame.layers.flatMap { $0.clamped.map(\.name) }
    if let stream = run.stream, stream.sink.contains(place: place) {
      close(.current("an earlier run rendered it"))
      return nil
    }
    do throws(FrameError) {
      hash = try plan.hash(frame, stops: true)
    } catch {
      try leaveOut(error)
      return nil
    }
    guard let path else { return plan.memory(frame) }
    switch existing(path) {
    case .write: return plan.memory(frame)
    case .skip(let reason):
      close(.current(reason))
      return nil
    case .reject(let reason, let remedy): throw .rejected(reason, remedy)
    }
  }

  func prepare(_ context: StageContext) throws(FrameError) -> Int {
    do throws(FrameError) {
      try run.scratches.withScratch { scratch throws(FrameError) in
        scratch.keep(
          only: frame.layers.map { plan.makers[$0.source] },
          sources: Set(frame.layers.map(\.source)))
        try make(scratch, context.crew)
      }
    } catch { try leaveOut(error) }
    return 0
  }

  /// Ends a frame that a signal stopped, or that the options skip. Other errors are thrown.
  private func leaveOut(_ error: FrameError) throws(FrameError) {
    switch error {
    case .stopped: close(.unmade)
    case .leftOut: close(.leftOut(error))
    default: throw error
    }
  }

  /// Flushes the frame to the disk, then renames its file.
  func settle(_ pending: PendingOutputs) {
    guard run.stream == nil, let path else { return }
    do throws(FrameError) {
      try FrameError.output { () throws(SystemError) in try pending.settle(path) }
    } catch {
      ending = .failed(error)
    }
  }

  func end(_ failure: FrameError?) { close(failure.map { .failed($0) } ?? .unmade) }

  /// Ends the work, and releases the sources of the frame.
  private func close(_ ending: FrameOutcome.Ending) {
    self.ending = ending
    for source in Set(frame.layers.map(\.source)) { run.makers[source].endUse() }
    facts.milliseconds = watch.milliseconds
  }

  func deliver() -> Bool {
    guard let stream = run.stream else { return true }
    let piece = piece
    self.piece = nil
    guard stream.isOpen else {
      // An earlier frame is missing. That is not an error of this frame.
      if case .drawn = ending { ending = .unmade }
      return false
    }
    let isWhole: Bool
    switch ending {
    case .failed, .unmade:
      stream.end()
      return false
    case .drawn(let remark): isWhole = remark == nil
    case .current, .leftOut: isWhole = false
    }
    guard let piece else { return true }
    let writing = Stopwatch()
    defer { Trace.note("write", subject, writing) }
    do throws(FrameError) {
      try stream.write(piece, place: place, isWhole: isWhole)
    } catch {
      ending = .failed(error)
      return false
    }
    return true
  }

  // MARK: Making

  private var subject: String { "frame \(frame.index)" }

  private func make(_ scratch: FrameScratch, _ crew: Crew) throws(FrameError) {
    scratch.helpers = crew
    let picture = try run.picture(of: frame, scratch, crew)
    if let stream = run.stream {
      piece = try stream.sink.piece(picture, encoding(picture), scratch)
    } else {
      facts.outputBytes = try write(picture, scratch)
    }
    facts.warnings = picture.warnings
    facts.demosaics = picture.demosaicNames
    close(.drawn(picture.remark))
  }

  private func existing(_ path: FilePath) -> ExistingOutput.Decision {
    ExistingOutput.decide(
      inputs: plan.inputs(frame), output: path, policy: plan.ifExists,
      context: plan.form.settings.context
    ) {
      [self] carried, bytes in
      guard let text = FrameText(carried), text.hash == hash, text.isWhole else { return false }
      return run.sizes[path.reversibleName].map { $0 == bytes } ?? true
    }
  }

  private func encoding(_ picture: any LayerPicture) -> PictureFrame {
    PictureFrame(
      size: picture.size, format: picture.format, encoding: plan.form.settings.encoding,
      instructionSet: plan.form.instructionSet, number: frame.index)
  }

  /// Writes the frame.
  ///
  /// - Returns: The size of the file in bytes.
  private func write(
    _ picture: any LayerPicture, _ scratch: FrameScratch
  ) throws(FrameError) -> Int {
    let form = plan.form
    let text = FrameText(
      hash: hash, instructionSet: form.instructionSet, isWhole: picture.remark == nil,
      demosaics: picture.demosaicNames)
    return try encoding(picture).write(
      picture, to: path, space: form.settings.photo.recipe.space, scratch: scratch
    ) { description in
      let metadata = PictureMetadata(
        photo: picture.metadata ?? PhotoMetadata(), orientation: .upright,
        settings: form.settings)
      description.metadata = picture.metadata == nil ? nil : metadata.photo
      description.texts = metadata.texts
      description.properties = picture.metadata == nil ? nil : metadata.properties
      description.fingerprint = text.text
    }
  }
}
