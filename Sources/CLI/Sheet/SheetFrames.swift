internal import BromideDevelop
internal import BromideRuns
internal import BromideSampling
internal import BromideSystem
internal import BromideTimelines
internal import BromideValues
internal import SystemPackage

/// The frames of an animated sheet.
struct SheetFrames {
  private let request: SheetRequest
  private let scene: TileScene
  private let text: String

  /// Creates the frames.
  ///
  /// - Parameter text: All data that the frames depend on.
  init(request: SheetRequest, scene: TileScene, text: String) {
    self.request = request
    self.scene = scene
    self.text = text
  }

  /// Returns the folder or file for the frames.
  func path(_ destination: Destination) -> FilePath {
    switch destination {
    case .folder(let path), .file(let path): path
    case .nextToInput, .standardOutput: ""
    }
  }

  /// Prints the plan as a line with verb, output, size, and numbers of photos and frames, separated
  /// by tabs.
  ///
  /// - Returns: The exit status, or `nil` if the line is printed and the frames can be written.
  /// - Throws: `UsageError` if the requested duration is shorter than the animation.
  func forecast(to destination: Destination, photos: Int) throws(UsageError) -> ExitStatus? {
    let plan = try plan(to: destination)
    let (current, failure) = RenderRunner(plan).forecast()
    if let failure { Console.message("\(Remedy.advice("\(failure)", failure.remedy))\n") }
    // This can be wrong if the order needs the pixels.
    let verb = failure != nil ? "reject" : current == plan.frameCount ? "skip" : "make"
    let line =
      "\(verb)\t\(path(destination))\t\(scene.size.width)x\(scene.size.height)\t\(photos) photos\t\(plan.frameCount) frames\n"
    return ExitStatus.put(line) ?? (failure == nil ? nil : .inputsFailed)
  }

  /// Writes the frames that are missing or out of date.
  ///
  /// - Returns: The exit status, or `nil` if all frames are written.
  /// - Throws: `UsageError` if the requested duration is shorter than the animation.
  func write(to destination: Destination, messages: Messages) throws(UsageError) -> ExitStatus? {
    let plan = try plan(to: destination)
    let reporter = RenderReporter(total: plan.frameCount, messages: messages, report: nil)
    let runner = RenderRunner(
      plan,
      options: RunOptions(
        jobs: request.jobs, memory: .bytes(request.memory), interval: reporter.interval))
    let result = runner.run(observer: reporter)
    StageSeconds.add(nanoseconds: Int(result.waitingSeconds * 1e9), to: "waiting")
    reporter.end(result)
    if result.wasInterrupted { return .interrupted }
    return result.failure == nil && result.tally.worst ?? .current <= .current ? nil : .inputsFailed
  }

  private func plan(to destination: Destination) throws(UsageError) -> RenderPlan {
    let rate = request.motion.fps ?? FrameRate(25)
    let seconds = request.motion.seconds(rate) ?? scene.duration
    guard seconds >= scene.duration - 1e-9 else {
      throw UsageError(
        "--duration is shorter than the animation, which takes \(Formatted.decimal(scene.duration, digits: 2)) s"
      )
    }
    let count = rate.frames(in: seconds)
    let filters = request.settings.photo.recipe.filters
    let form = SceneMaker.Form(
      size: scene.size, space: request.space, sample: request.settings.photo.recipe.sample,
      background: request.sheet.background.color, identity: text,
      instructionSet: request.instructionSet)
    return RenderPlan(
      frameCount: count, makers: [SceneMaker(scene, form, paths: [])],
      form: FrameForm(size: scene.size, settings: request.settings), rate: rate,
      destination: request.motion.apng.map { .animation(FilePath(reversible: $0)) }
        ?? .folder(path(destination)),
      ifExists: request.policy, isTransparent: request.sheet.background.color == nil
    ) { frame in
      // The last frame shows exactly the end state.
      let time = frame == count - 1 ? seconds : seconds * Double(frame) / Double(count - 1)
      return ScheduledFrame(
        index: frame, time: Double(frame) / rate.value,
        layers: [ScheduledLayer(source: 0, frame: frame, time: time, filters: filters)])
    }
  }
}
