internal import ArgumentParser
internal import BromideCodecs
internal import BromideDevelop
internal import BromidePhotos
internal import BromideRuns
internal import BromideSampling
internal import BromideSystem
internal import BromideValues
internal import SystemPackage

/// `bromide sample`.
typealias SampleCommand = SampleTask<PlaceOptions>

/// `bromide sample` and its subcommands.
struct SampleTask<Subject: SampleSubject>: ParsableCommand, SubordinateCommand, CustomReflectable {
  static var configuration: CommandConfiguration { Subject.configuration }
  static var fullName: String { Subject.fullName }

  @OptionGroup(title: "Input") var input: InputOptions
  @OptionGroup(title: Subject.title) var place: Subject
  @OptionGroup(title: "Window", visibility: Subject.windows) var window: WindowOptions
  @OptionGroup(title: "Comparison", visibility: Subject.windows) var against: AgainstOptions
  @OptionGroup(title: "Scopes", visibility: Subject.scopes) var scope: ScopeOptions
  @OptionGroup(title: "Output") var answer: AnswerOptions
  @OptionGroup(title: "Output", visibility: Subject.plots) var plotting: PlotOptions
  @OptionGroup(title: "Frames") var frame: FrameOptions
  @OptionGroup(title: "Raw photos") var raw: RawSampleOptions
  @OptionGroup(title: "Recipes of raw photos") var recipe: RecipeOptions
  @OptionGroup(title: "Colour of raw photos") var color: ColorOptions
  @OptionGroup(title: "Filters of raw photos") var filters: FilterOptions<PixelFilters>
  @OptionGroup(title: "Work") var watching: WatchOptions
  @OptionGroup(title: "Work") var work: WorkOptions
  @OptionGroup(title: "Work") var cost: CostOptions

  /// All groups of options. ArgumentParser does not see others.
  var customMirror: Mirror {
    let groups: [(label: String?, value: Any)] = [
      ("_input", _input), ("_place", _place), ("_window", _window), ("_against", _against),
      ("_scope", _scope), ("_answer", _answer), ("_plotting", _plotting), ("_frame", _frame),
      ("_raw", _raw), ("_recipe", _recipe), ("_color", _color), ("_filters", _filters),
      ("_watching", _watching), ("_work", _work), ("_cost", _cost),
    ]
    // The inputs would capture the argument of a subcommand.
    let order = Subject.self == PlaceOptions.self ? [0, 1] : [1, 0]
    return Mirror(
      self,
      children: QuickParse.groups(order.map { groups[$0] } + groups[2...], filters: "_filters"))
  }

  mutating func run() throws {
    try end(after: sample)
  }

  private func sample() throws -> ExitStatus {
    let places = place.places
    guard
      input.inputs.filter({ $0 == "-" || $0 == "@-" }).count + (places.list == "-" ? 1 : 0) <= 1
    else { throw UsageError("standard input can be read only once") }
    // Reading a recipe needs no workers.
    let choices = try choices()
    let color = try choices.colors(color)
    var settings = try settings(choices)
    let messages = Messages(quiet: work.quiet, verbose: work.verbose)
    messages.show(choices.warnings)
    settings.opening.photo.loading.context = work.begin(input.inputs)
    if watching.watch { return try watchFolders(settings, color, messages) }
    let (inputs, hasFailed) = try inputs(settings, messages)
    let drawings = [answer.swatch, plotting.plot].compactMap(\.self) + scope.given.map(\.path)
    try UsageError.keep(inputs, from: drawings.map { FilePath(reversible: $0) })
    let photos = inputs.filter { $0 != "-" && settings.opening.reading(of: $0) == .raw }
    if color.fitsGroups {
      let looks = work.fitting(settings.opening.photo.loading).lookGroups(of: photos)
      try color.announce(looks.looks, messages)
      settings.opening.photo.cameraLooks = .fitted(looks)
    }
    color.lockExposures(of: photos, &settings.opening.photo, work, messages)
    try checkOneInput(inputs.count)
    let run = try prepared(settings, messages)
    var costs = try begin(nextTo: inputs)
    let end = run.run(inputs)
    costs?.count = inputs.count
    costs?.end(waiting: end.waiting)
    let isReported = cost.end(costs, unit: "inputs", messages: messages)
    return hasFailed || (end.status == .done && !isReported) ? .inputsFailed : end.status
  }

  /// Opens the picture to compare with, and returns a run with it.
  func prepared(_ settings: SampleSettings, _ messages: Messages) throws -> SampleRun {
    var settings = settings
    settings.against = try against.open(settings, messages, jobs: work.threads)
    return SampleRun(
      settings: settings, messages: messages, jobs: work.threads, memory: work.memory)
  }

  /// Starts to collect resource usage, if requested.
  func begin(nextTo inputs: [FilePath]) throws(UsageError) -> RunCosts? {
    try cost.begin(
      stages: ["open", "decode", "sample", "write"], threads: work.threads,
      nextTo: inputs
        + [answer.swatch, plotting.plot].compactMap { $0.map { FilePath(reversible: $0) } },
      gathers: true)
  }

  /// Returns the files to sample, including `-`, and whether an argument could not be read.
  private func inputs(_ settings: SampleSettings, _ messages: Messages) throws -> ([FilePath], Bool)
  {
    guard !input.inputs.isEmpty else {
      throw UsageError("no inputs; name files, folders, @list.txt, or - for a picture or frames")
    }
    let streams = input.inputs.filter { $0 == "-" }.count
    if streams == 0, settings.average != nil, settings.frames == nil {
      messages.warning("--average requires --frames; add it")
    }
    var paths: [FilePath] = []
    var hasFailed = false
    var searches: [InputSearch] = []
    var seen: Set<FilePath> = []
    var duplicates: [FilePath] = []
    for argument in input.inputs {
      guard argument != "-" else {
        paths.append("-")
        continue
      }
      var found = try InputSearch(
        [argument], isRecursive: input.recursive, kind: "picture",
        context: settings.opening.context, isOne: settings.opening.means,
        isNamedSo: FileKind.isRawName)
      if found.paths.isEmpty, !found.leftOut.isEmpty {
        // A folder without photos holds films for their own sake.
        let films = try InputSearch(
          [argument], isRecursive: input.recursive, kind: "picture",
          context: settings.opening.context,
          isOne: { settings.opening.reading(of: $0) != .none }, isNamedSo: FileKind.isRawName)
        if !films.paths.isEmpty { found = films }
      }
      // Each argument has its search, so a file can be in several.
      for path in found.paths {
        let isNew = seen.insert(FileSystem.resolved(path) ?? path).inserted
        if isNew { paths.append(path) } else { duplicates.append(path) }
      }
      searches.append(found)
      duplicates += found.duplicates
      for path in found.leftOut { messages.detail("left out: \(path)") }
      messages.note(found.failures)
      hasFailed = hasFailed || !found.failures.isEmpty
    }
    messages.note(duplicates: duplicates, "sampled once")
    messages.note(skippedFolders: InputSearch.skippedFolders(of: searches))
    return (paths, hasFailed)
  }

  /// Returns the layout of raw planes, which two options can set.
  private func layout() throws(UsageError) -> YCbCrLayout? {
    guard let layout = input.headerless.layout else { return frame.layout }
    guard frame.layout == nil || frame.layout == layout else {
      throw UsageError(
        "--headerless \(layout.name) contradicts --layout \(frame.layout?.name ?? ""); remove one"
      )
    }
    return layout
  }

  /// Returns the settings of the arguments about raws.
  private func choices() throws -> DevelopChoices {
    var choices = try DevelopChoices(
      recipe, isStrict: input.strictness.strict, context: RunContext(), rejected: rejection)
    try choices.apply(color, filters)
    choices.apply(raw)
    return choices
  }

  /// Returns the options that work only with some inputs.
  private func given(_ choices: DevelopChoices) -> GivenOptions {
    var photo = choices.sources.keys.filter { choices.sources[$0] == "flag" }
    // The temperature filters also set a white balance.
    if color.whiteBalance == nil { photo.removeAll { $0 == "white-balance" } }
    if raw.from != .auto { photo.append("from") }
    if recipe.sidecar == .auto { photo.append("sidecar") }
    if !recipe.recipe.isEmpty { photo.append("recipe") }
    return GivenOptions(
      photo: photo, codes: frame.given, planes: frame.givenOfPlanes,
      hasAlpha: window.alpha != nil, hasAverage: frame.average != nil,
      hasOrientation: frame.orientation != nil,
      takesPreview: raw.from == .preview)
  }

  private func settings(_ choices: DevelopChoices) throws -> SampleSettings {
    var develop = choices.settings
    // A sample decodes only a few tiles, which are not enough to measure noise or blur.
    develop.recipe.optics = (raw.optics == nil ? OpticsSettings.none : .onSensor)
      .with(raw.lens ?? .auto)
    develop.sidecar.isStrict = input.strictness.strict
    // Points refer to the complete picture.
    develop.sidecar.unsupported = Set(
      ParameterTable.all.filter { !ParameterTable.ofPixels.contains($0) }.map(\.name)
        + ["capture-sharpen", "noise-reduction", "ca"])
    develop.loading.damaged = input.damaged
    develop.loading.rejectsGuessedColors = input.strictness.strict
    develop.loading.headerless =
      input.headerless.layout == nil ? try input.headerless.raw() : nil
    develop.loading.instructionSet = work.isa.instructionSet
    develop.loading.unpacker = work.unpack
    var request = place.places
    let isLine = request.line != nil
    let standard = against.against == nil ? nil : Size(width: 32, height: 32)
    try request.settle(standard: standard, allowsNone: scope.isGiven)
    try scope.check(answer.format, hasPoints: !request.isEmpty, hasFrames: frame.frames != nil)
    try check(request)
    var opening = OpeningSettings(develop.context)
    opening.choices = frame.choices
    opening.upsampling = frame.chroma
    opening.isExact = frame.exact
    opening.inputSize = frame.inputSize
    opening.layout = try layout()
    opening.stride = frame.stride
    opening.orientation = frame.orientation
    opening.offset = frame.offset
    opening.rawSource = raw.from
    opening.light = raw.light ?? .scene
    opening.photo = develop
    opening.alpha = window.alpha
    opening.sources = choices.sources
    // Swatches also show the picture, so they need all of it.
    if answer.swatch == nil && !against.compare && !scope.isGiven {
      opening.places = request.needsPicture ? nil : request.places.map(\.point)
      opening.placesByPixel = { [request] in request.points(in: $0) }
    }
    if let plot = plotting.plot { try AnswerPicture.check(plot, of: "plot") }
    let (existing, window) = (answer.existing, window.value)
    let plot = existing.picture(plotting.plot)
    opening.window = window ?? SampleWindow()
    return SampleSettings(
      request: request, window: window, tolerance: against.tolerance,
      difference: against.deltaE ?? .ciede2000, spaces: answer.spaces,
      isUnclipped: answer.unclipped, hexSource: answer.hexOf, columns: self.window.stats,
      format: answer.format, showsColor: answer.format == .text && Messages.showsAllColors,
      compares: against.compare, swatch: existing.picture(answer.swatch),
      plot: request.hasHistogram ? nil : plot.map { SamplePlot($0, isLine ? .line : .time) },
      histogramPlot: request.hasHistogram ? plot : nil,
      scopes: scope.pictures(existing, isOverTime: frame.frames != nil),
      falseColor: existing.picture(scope.falseColour),
      frames: frame.frames ?? frame.frame,
      average: frame.average, opening: opening, given: given(choices))
  }
}
