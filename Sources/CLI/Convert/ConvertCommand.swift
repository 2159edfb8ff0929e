internal import ArgumentParser
internal import BromideCodecs
internal import BromideDevelop
internal import BromidePhotos
internal import BromideRuns
internal import BromideSampling
internal import BromideSystem
internal import BromideValues
internal import SystemPackage

/// `bromide convert`.
struct ConvertCommand: ParsableCommand, CustomReflectable {
  static let configuration = CommandConfiguration(
    commandName: "convert", _superCommandName: "bromide",
    abstract: "Convert raw photos to PNG, JPEG, TIFF, JPEG XL, AVIF or WebP.",
    discussion: """
      Examples:
        bromide convert ~/photos --to jpeg -o out
        bromide convert a.nef b.dng -o out --depth 16 --space display-p3 \\
          --exposure 0.7
        bromide convert shot.cr2 -o shot.jpg
        bromide convert shot.cr2 -o shot.tif --space prophoto
        bromide convert card -r -o out --to jpeg --quality 85 --size 2048
        bromide convert shot.cr2 -o bright.jpg --hdr 2.5
        find . -name '*.arw' | bromide convert @- -o out --report report.jsonl
        curl -s https://example.org/a.nef | bromide convert - -o a.png
        bromide convert a.nef --exposure 0.5 --look flat --save-recipe soft.yaml
        bromide convert ~/photos -o out --recipe soft.yaml --sidecar auto

      Exit status: 0 success, 1 some inputs failed, 64 wrong usage, 130 interrupted.
      """)

  @OptionGroup(title: "Input") var input: InputOptions
  @OptionGroup(title: "Input") var choice: ChoiceOptions
  @OptionGroup(title: "Input") var share: ShardOptions
  @OptionGroup(title: "Input") var watching: WatchOptions
  @OptionGroup(title: "Output") var output: OutputOptions
  @OptionGroup(title: "Picture") var picture: PictureOptions
  @OptionGroup(title: "Picture") var border: BorderOptions
  @OptionGroup(title: "Picture") var watermark: WatermarkOptions
  @OptionGroup(title: "Recipes") var recipe: RecipeOptions
  @OptionGroup(title: "Recipes") var saving: SaveRecipeOptions
  @OptionGroup(title: "Colour") var color: ColorOptions
  @OptionGroup(title: "Lens and sensor") var optics: OpticsOptions
  @OptionGroup(title: "Lens and sensor") var lens: LensOptions
  @OptionGroup(title: "Filters") var filters: FilterOptions<PictureFilters>
  @OptionGroup(title: "Work") var work: WorkOptions
  @OptionGroup(title: "Work") var cost: CostOptions

  /// All groups of options. ArgumentParser does not see others.
  var customMirror: Mirror {
    Mirror(
      self,
      children: QuickParse.groups(
        [
          ("_input", _input), ("_choice", _choice), ("_share", _share), ("_watching", _watching),
          ("_output", _output), ("_picture", _picture), ("_border", _border),
          ("_watermark", _watermark), ("_recipe", _recipe), ("_saving", _saving),
          ("_color", _color), ("_optics", _optics), ("_lens", _lens), ("_filters", _filters),
          ("_work", _work), ("_cost", _cost),
        ], filters: "_filters"))
  }

  mutating func validate() throws {
    if watching.watch {
      let rejected = [
        ("--dry-run", output.dryRun), ("--levels", picture.levels != "own"),
        ("--save-recipe", saving.saveRecipe != nil), ("--look-save", color.lookSave != nil),
        ("--optics lock", optics.optics == .lock),
        ("--camera-exposure lock", color.cameraExposure == .lock),
      ]
      if let (name, _) = rejected.first(where: \.1) {
        throw ValidationError("\(name) is for photos that are there at the start, not for --watch")
      }
    }
    try color.check(with: filters.settings)
    let corrections = try optics.settings(
      .standard, noise: optics.noise(or: filters.noise), for: PhotoSettings(RunContext()))
    if recipe.recipe.isEmpty { try optics.checkReading(corrections) }
    guard recipe.recipe.isEmpty else { return }
    try picture.checkSize()
    try color.checkLookSave()
  }

  mutating func run() throws {
    Machine.returnLargeBlocks()
    try end(after: convert)
  }

  private func convert() throws -> ExitStatus {
    let context = work.begin(input.inputs)
    let choices = try choices(context)
    let color = try choices.colors(color)
    var request = try request(choices)
    request.shard = try share.value()
    if request.shard != nil, try output.destination() == .standardOutput {
      throw UsageError("--shard is for many pictures, and -o - writes one")
    }
    let messages = Messages(quiet: work.quiet, verbose: work.verbose)
    messages.show(choices.warnings)
    if watching.watch {
      guard !color.fitsGroups else {
        throw UsageError("--look camera is fitted to all photos; with --watch give camera:each")
      }
      return try watchFolders(request, messages)
    }
    request.files = (choices.files + otherFiles).map(\.path)
    request.locks = try locks(color)
    let plan = try Plan(request)
    try announceLocks(of: plan, color, messages)
    if output.dryRun {
      try messages.skip(report: output.report, nextTo: plan.jobs.map(\.output))
      try save(choices, nextTo: plan)
      messages.noteSkipped(by: plan, choice)
      return forecast(plan)
    }
    if try output.destination() == .standardOutput && Console.isTerminal(1) {
      throw UsageError("-o - would write a picture to the terminal; redirect standard output")
    }
    let report = try output.report.flatMap { path throws(ReportError) -> Report? in
      let path = FilePath(reversible: path)
      guard plan.jobs.isEmpty, request.shard == nil, path != "-" else {
        return try Report(path: path, nextTo: plan.jobs.map(\.output))
      }
      try Report.check(path, nextTo: [])
      messages.warning("no photos to convert; the report \(path) stays unchanged")
      return nil
    }
    try save(choices, nextTo: plan)
    if let settings = plan.jobs.first?.settings { warnAboutBanding(messages, settings) }
    if saving.saveRecipe != nil { warnAboutUnsaved(messages) }
    messages.begin(plan, choice)
    if let shard = request.shard {
      report?.add(shard: shard, inputs: plan.jobs.count + plan.failures.count)
    }
    let costs = try cost.begin(
      stages: ConvertCosts.stages.map(\.name), threads: work.threads,
      nextTo: (plan.jobs.map(\.output) + reportPlace).compactMap(\.path)
        + plan.jobs.map(\.input))
    let reporter = ConvertReporter(plan: plan, messages: messages, report: report)
    reporter.costs = costs
    reporter.choosesFormat = output.coding.to == nil && output.hasManyPictures
    let runner = BatchRunner(
      plan,
      options: RunOptions(
        jobs: work.threads, memory: work.memory, interval: reporter.interval))
    let result = runner.run(observer: reporter)
    reporter.costs?.end(waiting: result.waitingSeconds)
    if let costs = reporter.costs { report?.add(costs: costs.json) }
    if result.isPipeClosed && ExitStatus(result) == .done { return .done }
    reporter.end(result)
    let isReported = cost.end(reporter.costs, unit: "photos", messages: messages)
    let status = ExitStatus(result).requiring(report)
    return status == .done && !isReported ? .inputsFailed : status
  }

  /// Saves the recipe if requested. A dry run only checks it.
  private func save(_ choices: DevelopChoices, nextTo plan: Plan) throws(UsageError) {
    try RecipeSaving(
      saving, choices, policy: output.existing.policy, arguments: input.inputs, otherFiles)?
      .write(
        nextTo: plan.jobs.map(\.input), plan.jobs.map(\.output) + reportPlace,
        isDryRun: output.dryRun)
  }

  /// Returns the settings of the arguments about photos.
  private func choices(_ context: RunContext) throws -> DevelopChoices {
    var choices = try DevelopChoices(
      recipe, isStrict: input.strictness.strict, takesProfiles: true, context: context
    ) { _ in nil }
    try choices.apply(picture)
    try choices.apply(color, filters)
    try choices.apply(optics, noise: optics.noise(or: filters.noise))
    try optics.checkReading(choices.settings.recipe.optics)
    try choices.apply(lens)
    try choices.apply(output)
    return choices
  }

  /// Returns the request of the arguments.
  private func request(_ choices: DevelopChoices) throws -> ConvertRequest {
    var settings = PictureSettings(choices.settings.context)
    settings.photo = choices.settings
    settings.photo.sidecar.isStrict = input.strictness.strict
    let destination = try output.destination()
    settings.encoding = try output.coding.encoding(
      for: destination, sample: choices.depth, bits: picture.depth?.bits)
    try output.addLight(
      to: &settings.encoding, destination, bits: choices.depth?.rawValue,
      setsSpace: choices.sources["space"] != nil)
    let format = settings.encoding.format
    settings.photo.recipe.sample = choices.depth ?? settings.encoding.usualSample
    try output.checkProfile(settings)
    if settings.photo.recipe.sample != .uint8, choices.sources["dither"] != nil,
      settings.photo.recipe.dither == .all
    {
      throw UsageError(
        "--dither all has no effect on samples of \(settings.photo.recipe.sample.name); add --depth 8"
      )
    }
    if !format.keepsOrientation, settings.photo.recipe.orientation == .keep {
      throw UsageError(
        "--orientation keep does not apply to \(format.name), because browsers ignore its tag; remove it"
      )
    }
    if !format.carriesAlpha, !settings.photo.recipe.filters.isStandard(.opacity) {
      throw UsageError("--opacity: a \(format.name) has no alpha; write PNG or TIFF")
    }
    settings.metadata = output.metadata
    settings.copyright = output.copyright
    settings.artist = output.artist
    settings.changes = output.changes
    try border.apply(to: &settings)
    try watermark.apply(to: &settings)
    settings.dotsPerInch = picture.dpi == PictureSize.dotsPerInch ? nil : picture.dpi
    settings.photo.loading.damaged = input.damaged
    settings.photo.loading.rejectsGuessedColors = input.strictness.strict
    settings.photo.loading.instructionSet = work.isa.instructionSet
    settings.photo.loading.unpacker = work.unpack
    settings.photo.loading.lockedOptics = optics.optics.readings
    settings.photo.loading.headerless = try input.headerless.raw()
    let name = try output.name.map { name throws(NamingError) in try NameTemplate(name) }
    if let own = name?.format, own != format {
      throw UsageError(
        "--name “\(output.name ?? "")” ends as \(own.name), but the pictures are \(format.name); use --to \(own.rawValue)"
      )
    }
    var request = ConvertRequest(
      inputs: input.inputs, destination: destination,
      isRecursive: input.recursive,
      name: name ?? .stem,
      settings: settings, ifExists: output.existing.policy)
    request.rawOptions = rawOptions
    request.tree = output.tree
    request.choice = try choice.choice()
    if output.tree == .flat {
      guard case .folder = destination, input.recursive else {
        throw UsageError("--tree flat requires -r and -o FOLDER")
      }
    }
    return request
  }

  /// Options that work only on raws, as the user typed them.
  private var rawOptions: [String] {
    let picture = picture.flags.intersection(["demosaic", "crop-area"])
    let others: [(String, Bool)] = [
      ("levels", self.picture.levels != "own"), ("lens", optics.lens != nil),
      ("ca", optics.ca != nil), ("hot-pixels", optics.hotPixels != nil),
      ("capture-sharpen", optics.captureSharpen != nil), ("optics", optics.optics != .own),
      ("noise-reduction", optics.noiseReduction != nil), ("denoise", filters.noise != nil),
      ("lens-name", lens.lensName != nil), ("lens-names", lens.names.lensNames != nil),
    ]
    let color = color.flags.subtracting(["lut", "lut-space"])
    return color.union(picture).union(others.filter(\.1).map(\.0)).sorted().map { "--" + $0 }
  }

  /// The report, which a recipe must not replace.
  private var reportPlace: [PictureOutput] {
    output.report.map { $0 == "-" ? [] : [.file(FilePath(reversible: $0))] } ?? []
  }

  /// Warns about flags that recipes do not contain.
  private func warnAboutUnsaved(_ messages: Messages) {
    let flags = [
      ("--levels", picture.levels != "own"), ("--optics", optics.optics != .own),
      ("--focal-length", lens.focalLength != nil), ("--aperture", lens.aperture != nil),
      ("--lens-names", lens.names.lensNames != nil), ("--border", border.border != nil),
      ("--watermark", watermark.watermark != nil),
    ]
    for (flag, isSet) in flags where isSet {
      messages.warning("\(flag) is not saved in a recipe; set it again with --recipe")
    }
  }

  private func warnAboutBanding(_ messages: Messages, _ settings: PictureSettings) {
    let recipe = settings.photo.recipe
    guard recipe.sample == .uint8, recipe.space == .linearSRGB || recipe.space == .prophoto else {
      return
    }
    let remedy =
      settings.encoding.format == .jpeg ? "write a PNG with --depth 16" : "use --depth 16"
    messages.warning(
      "8 bits are too few for \(recipe.space.name): dark tones will show bands; \(remedy)")
  }
}
