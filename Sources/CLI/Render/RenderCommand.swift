internal import ArgumentParser
internal import BromideCodecs
internal import BromideDevelop
internal import BromidePhotos
internal import BromideRuns
internal import BromideSampling
internal import BromideSystem
internal import BromideTimelines
internal import BromideValues
internal import SystemPackage

/// `bromide render`.
struct RenderCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "render",
    abstract: "Render frames and films with moving photographic parameters.",
    discussion: """
      Examples:
        bromide render zoom.yaml -o frames
        bromide render night/ --holy-grail --deflicker --size 1920x1280 -o frames
        bromide render night/ --rating 3.. -o best.mp4
        bromide render night.yaml -o frames --frames 1,5,10-50:4 --jobs 2
        bromide render night.yaml --frame 17 -o check.jpg
        bromide render zoom.yaml -o zoom.mp4
        bromide render holiday/ --ken-burns --duration 10s --title "Five days away" \\
          --audio music.mp3 -o holiday.mp4
        bromide render zoom.yaml -o frames --to jpeg --quality 95
        bromide render frames -o night.mp4
        bromide render night/ --stack max -o trails.png
        bromide render night.yaml --size 1920x1080 --y4m - \\
          | ffmpeg -colorspace bt709 -i - \\
          -color_primaries bt709 -color_trc bt709 night.mp4

      Exit status: 0 success, 1 a photo or frame failed, 64 wrong usage, 130 interrupted.
      """)

  @Argument(
    help: ArgumentHelp(
      "A timeline (.yaml, .yml, .json), a folder of photos, a photo, or a clip",
      discussion: """
        Photos are raw, JPEG, PNG, TIFF, JPEG XL, AVIF or WebP.
        Clips are .y4m, .mp4 and other videos that ffmpeg reads, or raw planes
        such as take_1280x720.nv12.
        """,
      valueName: "timeline"), completion: .file())
  var timeline: String?

  @OptionGroup(title: "Output") var output: RenderOutputOptions
  @OptionGroup(title: "Frames") var frames: RenderFrameOptions
  @OptionGroup(title: "Photos") var choice: ChoiceOptions
  @OptionGroup(title: "Photos") var sequence: SequenceOptions
  @OptionGroup(title: "Photos") var slides: SlideOptions
  @OptionGroup(title: "Photos") var motion: MotionOptions
  @OptionGroup(title: "Clips") var clips: ClipOptions
  @OptionGroup(title: "Colour") var color: ColorOptions
  @OptionGroup(title: "Filters") var filters: FilterOptions<PictureFilters>
  @OptionGroup(title: "Work") var work: WorkOptions
  @OptionGroup(title: "Work") var cost: CostOptions

  mutating func validate() throws {
    try color.check(with: filters.settings, takesSequences: true)
    try filters.rejectNoiseWords()
    try color.checkLookSave()
    if timeline == nil, !output.schema {
      throw ValidationError("no input; name a timeline, a folder, a photo or a clip")
    }
    if output.shard != nil, output.output == nil, !output.dryRun, !sequence.analyse {
      throw ValidationError("--shard needs -o FOLDER, where the shares come together")
    }
  }

  mutating func run() throws {
    Machine.returnLargeBlocks()
    try end(after: render)
  }

  private func render() throws -> ExitStatus {
    if output.schema {
      try cost.reject("--schema does not render")
      if let flag = choice.flags.first {
        throw UsageError("\(flag) has no effect with --schema; remove it")
      }
      return ExitStatus.put(TimelineSchema.text) ?? .done
    }
    if sequence.plot != nil, output.shard != nil {
      throw UsageError("--plot requires all photos; remove --shard")
    }
    if sequence.analyse { try cost.reject("--analyse does not render") }
    do {
      var opened = try open()
      try note(opened)
      if sequence.analyse {
        if let shard = output.shard { return try analyse(opened, shard) }
        return try analyse(opened)
      }
      var chosen = try frames.selected(of: opened.schedule.frameCount)
      let isOne = chosen.count == 1 && (frames.frame != nil || opened.schedule.frameCount == 1)
      var destination = try output.destination(isOne: isOne)
      if let shard = output.shard { chosen = chosen.filter(shard.takes(number:)) }
      if output.preview {
        opened.form = opened.form.preview
        destination = destination?.preview
      }
      if output.dryRun {
        try messages.skip(report: output.report, nextTo: destination.map(places) ?? [])
        try color.checkSavedLook()
        try warnAboutGuesses(&opened, destination)
        return try forecast(opened, chosen)
      }
      guard var destination else {
        throw UsageError(
          "choose an output: -o FOLDER, -o film.mp4, --apng FILE, --y4m - or --raw -")
      }
      try addSound(of: opened.timeline, to: &destination)
      if case .film(let film) = destination, output.preview || !setsSize(opened) {
        opened.form.size = film.fitting(opened.form.size)
      }
      try check(destination, opened, frames: chosen.count)
      if !destination.isStream { try check(opened, chosen) }
      return try render(opened, chosen, into: destination)
    } catch RenderError.noneChosen(let count, let warnings) {
      choice.note(count, left: 0, warnings, messages)
      return .done
    } catch let error as RenderError {
      if let usage = UsageError(error) { throw usage }
      Console.message("\(error)\n")
      return .inputsFailed
    }
  }

  var messages: Messages { Messages(quiet: work.quiet, verbose: work.verbose) }

  var threads: Int { work.threads }

  // MARK: Meaning of the arguments

  private func open() throws -> OpenedTimeline {
    let path = FilePath(reversible: timeline!)
    let chosen = try choice.choice()
    // Reading a document needs no workers.
    var settings = PictureSettings(RunContext())
    color.apply(to: &settings.photo)
    if case .libRaw(let method)? = sequence.demosaic {
      settings.photo.loading.interpolation = method
    }
    settings.encoding = try output.encoding()
    settings.metadata = output.metadata
    settings.photo.loading.damaged = sequence.damaged
    settings.photo.loading.rejectsGuessedColors = sequence.strictness.strict
    settings.photo.loading.instructionSet = work.isa.instructionSet
    settings.photo.loading.unpacker = work.unpack
    // Start workers now, because this reads photos before the timeline exists.
    if slides.kenBurns { settings.photo.loading.context = work.begin(severalPhotos: true) }
    var timeline = try change(try read(path, chosen, settings.context), settings.photo)
    if output.depth == nil, !timeline.setsDepth, output.isPictures {
      let format = settings.encoding.format
      // The stack of many photos has more than 8 bits of precision.
      timeline.recipe.sample =
        motion.stack != nil && format == .png ? .uint16 : settings.encoding.usualSample
    }
    if output.dither == .all, timeline.recipe.sample != .uint8 {
      throw UsageError("--dither all has no effect on samples of 16 bits; add --depth 8")
    }
    if !slides.kenBurns {
      settings.photo.loading.context = work.begin(severalPhotos: timeline.showsSeveralPhotos)
    }
    return try OpenedTimeline(
      timeline, settings: settings, choice: chosen, bounds: frames.size, threads: threads)
  }

  /// Applies the flags to a timeline. They override the settings in the timeline and its sources.
  private func change(_ read: Timeline, _ settings: PhotoSettings) throws -> Timeline {
    let typed = settings.recipe
    var timeline = read
    let flags = filters.flags.union(typed.whiteBalance.isNumeric ? ["white-balance"] : [])
    let problems = timeline.problems(ofFlags: flags)
    if !problems.isEmpty { throw RenderError.document(TimelineError(problems)) }
    filters.apply(to: &timeline.recipe.filters)
    let given = color.flags
    if given.contains("white-balance") { timeline.recipe.whiteBalance = typed.whiteBalance }
    if given.contains("highlight-mode") { timeline.recipe.highlightMode = typed.highlightMode }
    if given.contains("tone") { timeline.recipe.tone = typed.tone }
    color.applyTable(to: &timeline.recipe)
    if color.lutSpace != nil { try color.checkTable(timeline.recipe) }
    if given.contains("profile") { timeline.recipe.profile = typed.profile }
    if let look = color.look { timeline.setLook(look) }
    let own = flags.union(given).union(sequence.demosaic == nil ? [] : ["demosaic"])
    for index in timeline.sources.indices { timeline.sources[index].develop?.leave(own) }
    if timeline.recipe.tone == .linear, let name = timeline.lookName {
      throw UsageError(LookText.toneConflict(with: name))
    }
    if timeline.recipe.whiteBalance.isNumeric,
      !timeline.recipe.filters.isStandard(.temperature)
        || !timeline.recipe.filters.isStandard(.tint)
    {
      throw UsageError(
        "temperature and tint cannot be combined with a numeric white-balance; remove one"
      )
    }
    if case .own(let method)? = sequence.demosaic { timeline.recipe.demosaic = method }
    timeline.recipe.dither = output.dither ?? timeline.recipe.dither
    timeline.recipe.chooseDither()
    timeline.recipe.space = output.space ?? timeline.recipe.space
    timeline.recipe.sample = output.depth ?? timeline.recipe.sample
    if let fit = frames.fit {
      timeline.fit = fit
      for index in timeline.sources.indices {
        (timeline.sources[index].fit, timeline.sources[index].avoidsCutting) = (nil, false)
      }
    }
    timeline.rate = frames.fps ?? timeline.clipRate(settings.context) ?? timeline.rate
    for index in timeline.sources.indices {
      sequence.apply(to: &timeline.sources[index])
      if let balance = color.sequenceBalance { timeline.sources[index].lapse.balance = balance }
    }
    try sequence.check(timeline, color.sequenceBalance)
    try motion.apply(to: &timeline, isPicture: output.isOnePicture)
    try clips.apply(to: &timeline)
    if frames.duration != nil, motion.stack != nil, output.isOnePicture {
      throw UsageError("--duration has no effect on one picture of all photos; remove it")
    }
    if let duration = frames.duration, !slides.kenBurns {
      guard timeline.sources.count == 1 else {
        throw UsageError(
          "--duration requires one source, but the timeline has \(timeline.sources.count); set durations in the timeline"
        )
      }
      timeline.sources[0].duration = duration
    }
    return timeline
  }

  // MARK: Rendering

  private func render(
    _ opened: OpenedTimeline, _ chosen: [Int], into destination: FrameDestination
  ) throws -> ExitStatus {
    // One value, because frames repeat warnings of the document.
    let messages = self.messages
    messages.show(opened.timeline.warnings + opened.schedule.warnings)
    var opened = opened
    var costs = try cost.begin(
      stages: ["decode", "develop", "draw", "encode", "write"], threads: threads,
      nextTo: places(destination).compactMap(\.path) + opened.photos.flatMap { $0.map(\.path) },
      gathers: true)
    let looks = try fitLooks(&opened)
    // A fitted look includes the exposure.
    let usesExposure = opened.timeline.cameraLook == nil || looks.contains { $0.curve == nil }
    if usesExposure, [nil, .lock].contains(color.cameraExposure) {
      opened.lockExposures(by: work.fitting(opened.form.settings.photo.loading))
      messages.note(opened.form.settings.photo.loading.unknownExposure)
    }
    try correctOptics(&opened)
    if Interruption.hasCome { return .interrupted }
    guard let analyses = try measure(opened) else { return .interrupted }
    let plan = try RenderPlan(
      opened, analyses, frames: chosen, destination: destination,
      ifExists: output.existing.policy,
      needsWholePhotos: sequence.damaged == .fail
        && opened.timeline.sources.allSatisfy { $0.lapse.missing == .fail })
    let report = try output.report.map { path throws(ReportError) in
      try Report(path: FilePath(reversible: path), nextTo: places(destination))
    }
    if let shard = output.shard { report?.add(shard: shard, inputs: chosen.count) }
    report?.add(looks: looks)
    let reporter = RenderReporter(total: chosen.count, messages: messages, report: report)
    let runner = RenderRunner(
      plan, options: RunOptions(jobs: threads, memory: work.memory, interval: reporter.interval))
    let result = runner.run(observer: reporter)
    costs?.count = result.tally.drawn
    costs?.megapixels = Double(result.tally.drawn * opened.form.size.area) / 1e6
    costs?.end(waiting: result.waitingSeconds)
    if let costs { report?.add(costs: costs.json) }
    if result.isPipeClosed, !result.wasInterrupted { return .done }
    reporter.end(result)
    tellKeptParts(destination)
    let isReported = cost.end(costs, unit: "frames", messages: messages)
    if result.wasInterrupted { return .interrupted }
    let isDone = isReported && result.failure == nil && result.tally.worst ?? .current <= .current
    return (isDone ? ExitStatus.done : .inputsFailed).requiring(report)
  }

  /// Applies lens and sensor corrections, if requested.
  func correctOptics(_ opened: inout OpenedTimeline) throws {
    let fitting = work.fitting(opened.form.settings.photo.loading)
    for entry in try opened.correct(by: sequence.optics, fitting) {
      messages.info("optics of \(entry.group.text): \(entry.text)")
    }
  }

  /// Fits camera looks if requested, and returns the looks that are known before the frames.
  private func fitLooks(_ opened: inout OpenedTimeline) throws -> [CameraLook] {
    let looks = opened.fitLooks(by: work.fitting(opened.form.settings.photo.loading))
    guard let mode = opened.timeline.cameraLook else {
      messages.show(looks.compactMap { $0.warning() })
      return looks
    }
    try color.announce(looks, messages)
    if mode == .each, opened.photos.contains(where: { $0.count > 1 }) {
      messages.warning(
        "camera:each fits each photo, so the sequence flickers; use camera to fit the first photo"
      )
    }
    return looks
  }

  /// Returns the outputs that a report must not replace.
  func places(_ destination: FrameDestination) -> [PictureOutput] {
    switch destination {
    case .folder: []
    case .file(let path), .animation(let path): [.file(path)]
    case .standardOutput: [.standardOutput]
    case .film(let film): [.file(film.path)]
    case .y4m(let path), .raw(let path): [path == "-" ? .standardOutput : .file(path)]
    }
  }
}

extension Timeline {
  /// Whether the timeline can show several photos.
  fileprivate var showsSeveralPhotos: Bool {
    sources.count > 1
      || sources.contains {
        switch $0.content {
        case .sequence, .sheet: true
        case .photo, .clip, .tiles, .text, .color: false
        }
      }
  }
}
