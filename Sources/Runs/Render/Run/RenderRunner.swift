internal import BromideDevelop
internal import BromideSampling
public import BromideSystem
internal import BromideTimelines
internal import BromideValues
internal import SystemPackage

/// Renders the frames of a plan.
///
/// A thread creates a complete frame, from decoding its photo to its last byte, then takes the next
/// frame. The first failed frame stops the run, after the current frames are finished.
public final class RenderRunner: Sendable {
  private let plan: RenderPlan
  private let options: RunOptions

  /// Creates a runner. Call `run` to start it.
  public init(_ plan: RenderPlan, options: RunOptions = RunOptions()) {
    self.plan = plan
    self.options = options
  }

  /// Renders all frames. Ctrl-C and SIGTERM stop it in an orderly way.
  public func run(observer: any RunObserver<FrameOutcome>) -> RunResult<FrameOutcome> {
    let watch = Stopwatch()
    var result = RunResult<FrameOutcome>()
    let stream: FrameStream?
    let format: PixelFormat?
    do throws(FrameError) {
      try prepareFolder()
      format = streamFormat
      let (text, parts) = try streamText()
      switch existingStream(text) {
      case .write: break
      case .reject(let reason, let remedy): throw .rejected(reason, remedy)
      case .skip(let reason):
        if case .film(let film) = plan.destination { FilmParts.remove(of: film.path) }
        for index in plan.frames {
          result.add(
            FrameOutcome(frame: index, output: nil, .current(reason)), observer)
        }
        return result
      }
      stream = try makeStream(format, text, parts)
    } catch {
      result.isPipeClosed = error.isClosedPipe
      (result.failure, result.failureRemedy) = (error.description, error.remedy)
      for index in plan.frames {
        result.add(FrameOutcome(frame: index, output: nil, .unmade), observer)
      }
      return result
    }
    let run = FrameRun(plan, format: format, stream: stream)
    let scheduler = Scheduler<FrameWork>(
      count: plan.frames.count,
      options: ScheduleOptions(
        jobs: options.jobs, memory: options.memory.bytes(free: Machine.freeMemory()),
        order: stream == nil ? .free : .inOrder(lookAhead: 2 * options.jobs), stopsAtFailure: true)
    ) { FrameWork($0, in: run) }
    let frames = plan.frames
    let pending = PendingOutputs()
    OutputPolicy.pending = pending
    result.run(
      scheduler, options: options, observer: observer,
      outcome: { work in
        work.settle(pending)
        return (work.outcome, work.isPipeClosed)
      },
      unstarted: {
        FrameOutcome(frame: frames[$0], output: plan.path(frames[$0]), .unmade)
      })
    OutputPolicy.pending = nil
    pending.end()
    for maker in run.makers { maker.close() }
    do throws(FrameError) {
      try end(stream, &result)
    } catch {
      result.isPipeClosed = result.isPipeClosed || error.isClosedPipe
      result.failure = error.description
    }
    result.seconds = watch.seconds
    return result
  }

  /// Predicts the run from existing files, without rendering and writing.
  ///
  /// - Returns: The number of frames that are up to date, and the first failure.
  public func forecast() -> (current: Int, failure: FrameError?) {
    var current = 0
    do throws(FrameError) {
      switch existingStream(try streamText().0) {
      case .write: break
      case .skip: return (plan.frames.count, nil)
      case .reject(let reason, let remedy): throw .rejected(reason, remedy)
      }
      let run = FrameRun(plan, format: nil, stream: nil)
      for place in plan.frames.indices {
        let work = FrameWork(place, in: run)
        _ = try work.open()
        if work.outcome.status == .current { current += 1 }
      }
    } catch {
      return (current, error)
    }
    return (current, nil)
  }

  // MARK: Before and after

  private func prepareFolder() throws(FrameError) {
    let folder: FilePath
    switch plan.destination {
    case .folder(let path): folder = path
    case .file(let path), .animation(let path): folder = path.removingLastComponent()
    case .film(let film): folder = film.path.removingLastComponent()
    case .standardOutput, .y4m, .raw: return
    }
    do throws(SystemError) {
      try FileSystem.makeFolder(folder)
    } catch {
      throw .unsupported(error.description)
    }
    Temporaries.removeAbandoned(in: folder)
  }

  /// The format of all frames in a stream, or `nil` if each file has a separate format.
  private var streamFormat: PixelFormat? {
    let sample = plan.form.settings.photo.recipe.sample
    guard plan.destination.isStream else { return nil }
    guard case .animation = plan.destination else {
      return PixelFormat(channels: 3, sample: sample)
    }
    let isOpaque =
      !plan.isTransparent
      && plan.frames.allSatisfy { index in
        plan.frame(index).layers.first?.filters.number(.opacity) ?? 0 >= 1
      }
    return PixelFormat(channels: isOpaque ? 3 : 4, sample: sample)
  }

  /// Returns the text that identifies an animation or a video later, and the parts of a video.
  private func streamText() throws(FrameError) -> (FrameText, [FilmPart]) {
    var parts: [FilmPart] = []
    var hash = ContentHash()
    hash.add(Array("\(plan.rate)".utf8))
    var isWhole = true
    switch plan.destination {
    case .animation: break
    case .film(let film):
      let sample = plan.form.settings.photo.recipe.sample
      hash.add(Array("\(film.codec) \(film.quality ?? 0) \(sample)".utf8))
      parts = FilmPart.ranges(of: plan.frames.count, film.format).map {
        FilmPart(places: $0, hash: "\(hash.text) \(film.format) \(plan.form.instructionSet)")
      }
      if let sound = film.sound {
        hash.add(Array(try InputContent(sound.path).hash().utf8))
        if (sound.start, sound.volume, sound.fade) != (0, 1, 0) {
          hash.add(Array("\(sound.start) \(sound.volume) \(sound.fade)".utf8))
        }
      }
      // The text of a video is written before its frames, and some frames may turn out damaged or
      // replaced.
      isWhole = plan.needsWholePhotos
    case .folder, .file, .standardOutput, .y4m, .raw:
      return (FrameText(hash: hash.text, instructionSet: plan.form.instructionSet), [])
    }
    let frames = try plan.frames.map { index throws(FrameError) in
      try plan.hash(plan.frame(index))
    }
    for frame in frames { hash.add(Array(frame.utf8)) }
    for i in parts.indices { parts[i].hash += frames[parts[i].places].joined(separator: " ") }
    let text = FrameText(
      hash: hash.text, instructionSet: plan.form.instructionSet, isWhole: isWhole)
    return (text, parts)
  }

  /// Chooses the action for a stream's existing file. Y4M, raw RGB and videos without a comment do
  /// not show which program wrote them.
  private func existingStream(_ text: FrameText) -> ExistingOutput.Decision {
    let path: FilePath
    switch plan.destination {
    case .animation(let file): path = file
    case .y4m(let file), .raw(let file):
      path = file
      guard path != "-", (try? FileSystem.status(path))?.kind == .file else { return .write }
    case .film(let film): path = film.path
    case .folder, .file, .standardOutput: return .write
    }
    let inputs = Set(plan.frames.flatMap { plan.inputs(plan.frame($0)) })
    if case .film = plan.destination, [.update, .verify].contains(plan.ifExists),
      let made = FilmMark.read(path, plan.form.settings.context)
    {
      let written = (try? FileSystem.status(path))?.modified
      let isOlder = inputs.allSatisfy { input in
        guard let written, let changed = (try? FileSystem.status(input))?.modified else {
          return false
        }
        return changed < written
      }
      return made.isWhole && made.hash == text.hash && isOlder
        && FilmProbe.isComplete(
          path, frames: plan.frames.count, plan.form.settings.context)
        ? .skip("\(path) is current") : .write
    }
    return ExistingOutput.decide(
      inputs: Array(inputs), output: path, policy: plan.ifExists,
      context: plan.form.settings.context
    ) { made, _ in FrameText(made).map { $0.isWhole && $0.hash == text.hash } ?? false }
  }

  private func makeStream(
    _ format: PixelFormat?, _ text: FrameText, _ parts: [FilmPart]
  ) throws(FrameError) -> FrameStream? {
    guard let format,
      let sink = try FrameSink(
        plan.destination, form: plan.form, format: format, rate: plan.rate,
        frameCount: plan.frames.count, text: text, parts: parts,
        beginsAgain: plan.ifExists == .overwrite)
    else { return nil }
    return FrameStream(sink)
  }

  private func end(_ stream: FrameStream?, _ result: inout RunResult<FrameOutcome>)
    throws(FrameError)
  {
    if let stream {
      if result.tally.worst ?? .failed < .failed, result.tally[.unmade] == 0, !stream.sink.isEmpty {
        try stream.sink.finish(isWhole: result.tally.worst == .rendered)
      } else {
        stream.sink.cancel()
      }
    }
    if case .folder(let folder) = plan.destination {
      do throws(SystemError) {
        result.leftovers = try FolderRecord(plan, folder: folder).write()
      } catch {
        throw .unsupported(error.description)
      }
    }
  }
}
