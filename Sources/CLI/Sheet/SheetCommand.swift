internal import ArgumentParser
internal import BromideCodecs
internal import BromideDevelop
internal import BromideDrawing
internal import BromidePhotos
internal import BromideRuns
internal import BromideSampling
internal import BromideSystem
internal import BromideTimelines
internal import BromideValues
internal import SystemPackage

/// `bromide sheet`.
struct SheetCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sheet",
    abstract: "Create contact sheets, as pictures or animations.",
    discussion: """
      If the photos need several pages, Bromide writes sheet-1.png, sheet-2.png and so on. A marked \
      box replaces a photo that cannot be shown. From folders, Bromide takes raws, and also finished \
      pictures, such as JPEGs, that are not copies of a raw in the same folder.

      Examples:
        bromide sheet ~/photos -o sheet.png
        bromide sheet ~/photos -o sheet.png --columns 8 --captions name,exposure
        bromide sheet ~/photos -o sheet.jpg --from preview --title 'Iceland'
        bromide sheet ~/photos -o best.png --rating 3..
        bromide sheet ~/photos -o frames --animate 'radial(middle) fadeIn slide(up)'
        bromide sheet ~/photos -o frames \\
          --animate 'custom(exposure,3,0) fadeIn hold(2s) out random(7) contract'

      Exit status: 0 success, 1 some photos failed, 64 wrong usage, 130 interrupted.
      """)

  @OptionGroup(title: "Input") var input: InputOptions
  @OptionGroup(title: "Input") var choice: ChoiceOptions
  @OptionGroup(title: "Output") var output: SheetOutputOptions
  @OptionGroup(title: "Sheet") var sheet: SheetOptions
  @OptionGroup(title: "Motion") var motion: SheetMotionOptions
  @OptionGroup(title: "Recipes") var recipe: RecipeOptions
  @OptionGroup(title: "Recipes") var saving: SaveRecipeOptions
  @OptionGroup(title: "Colour") var color: ColorOptions
  @OptionGroup(title: "Filters") var filters: FilterOptions<PictureFilters>
  @OptionGroup(title: "Work") var work: WorkOptions
  @OptionGroup(title: "Work") var cost: CostOptions

  mutating func validate() throws {
    try color.check(with: filters.settings)
    try filters.rejectNoiseWords()
    if recipe.recipe.isEmpty { try color.checkLookSave() }
    let names = color.flags.union(filters.flags).intersection(Self.ofSensor)
    if sheet.from == .preview, let name = names.min() {
      throw ValidationError(
        "--\(name) cannot be combined with --from preview, which skips the sensor; remove one"
      )
    }
    if output.shard != nil {
      if motion.animate != nil {
        throw ValidationError("--shard cannot be combined with --animate; remove one")
      }
      if [.brightness, .hue].contains(sheet.order) {
        throw ValidationError(
          "--shard cannot be combined with --order \(sheet.order.rawValue); use another order"
        )
      }
    }
    guard recipe.sidecar == .auto else { return }
    if sheet.from == .preview {
      throw ValidationError(
        "--sidecar auto cannot be combined with --from preview, which skips the sensor; remove one"
      )
    }
    if motion.animate != nil {
      throw ValidationError("--sidecar auto cannot be combined with --animate; remove one")
    }
  }

  /// Settings for the sensor's values.
  private static let ofSensor: Set<String> = ["white-balance", "highlight-mode"]

  /// Returns the reason if a sheet does not support a key of a recipe, or `nil` if it does.
  private func rejection(_ key: String) -> String? {
    if ["orientation", "size", "fit", "enlarge"].contains(key) {
      return "a sheet's photos are upright and as large as --tile; take the key out"
    }
    if sheet.from == .preview, Self.ofSensor.union(["temperature", "tint"]).contains(key) {
      return "cannot be combined with --from preview, which skips the sensor"
    }
    return nil
  }

  mutating func run() throws {
    Machine.returnLargeBlocks()
    do {
      try end(after: make)
    } catch let error as DrawingError {
      throw ExitStatus.failure("\(error)")
    }
  }

  private func make() throws -> ExitStatus {
    let destination = try destination()
    if destination == .standardOutput {
      if Console.isTerminal(1) && !output.dryRun {
        throw UsageError("-o - would write a picture to the terminal; redirect standard output")
      }
    }
    let context = work.begin(input.inputs)
    let messages = Messages(quiet: work.quiet, verbose: work.verbose)
    let run = SheetRun(request: try request(destination, messages, context), messages: messages)
    let stills = StillChoice(context)
    let headerless = run.request.settings.photo.loading.headerless
    let search = try InputSearch(
      input.inputs, isRecursive: input.recursive, kind: "photo",
      choice: try choice.choice(), headerless: headerless, streams: .sheet,
      context: context,
      isOne: {
        OpenedPhoto.isRaw(path: $0, as: headerless, context: context) || stills.isPhoto($0)
      },
      isNamedSo: FileKind.isRawName)
    messages.note(skippedFolders: search.skippedFolders)
    messages.note(duplicates: search.duplicates, "shown once")
    choice.note(search.unchosen, left: search.paths.count, search.warnings, messages)
    if search.unchosen > 0, search.paths.isEmpty, search.failures.isEmpty {
      if !search.leftOut.isEmpty {
        messages.info(Messages.leftOutOfSequence(search.leftOut.count))
      }
      return .done
    }
    if !output.dryRun {
      run.costs = try cost.begin(
        stages: ["open", "decode", "develop", "draw", "encode", "write"], threads: work.threads,
        nextTo: search.paths
          + [output.output, motion.apng].compactMap { $0.map { FilePath(reversible: $0) } },
        gathers: true)
    }
    let status = try run.run(search)
    let isReported = cost.end(run.costs, unit: "photos", messages: messages)
    return status == .done && !isReported ? .inputsFailed : status
  }

  /// Returns the destination: the file of `--apng`, or the destination of `-o`.
  private func destination() throws -> Destination {
    if let path = motion.apng {
      guard output.output == nil else {
        throw UsageError("-o cannot be combined with --apng; remove one")
      }
      guard [".png", ".apng"].contains(where: { path.lowercased().hasSuffix($0) }) else {
        throw UsageError("--apng \(FilePath(reversible: path)): name a .png or .apng file")
      }
      return .file(FilePath(reversible: path))
    }
    guard let text = output.output else { throw UsageError("no output; add -o") }
    let destination = try Destination(text)
    if motion.animate != nil {
      switch destination {
      case .folder: break
      case .file, .standardOutput, .nextToInput:
        throw UsageError("-o \(text) is one picture; for --animate, use a folder or --apng FILE")
      }
    }
    return destination
  }

  /// Returns the request of the arguments.
  private func request(
    _ destination: Destination, _ messages: Messages, _ context: RunContext
  ) throws -> SheetRequest {
    var settings = PictureSettings(context)
    var choices = try DevelopChoices(
      recipe, isStrict: input.strictness.strict, context: context, rejected: rejection)
    messages.show(choices.warnings)
    try choices.apply(color, filters)
    choices.apply(space: output.space, depth: output.depth)
    settings.photo = choices.settings
    settings.photo.recipe.optics = .none
    settings.photo.sidecar.isStrict = input.strictness.strict
    if settings.photo.recipe.sample == .float32 {
      throw UsageError("the recipe's depth: float32 does not apply to a sheet; expected 8 or 16")
    }
    if motion.apng != nil {
      try output.coding.check(stream: "--apng", isPNG: true)
      settings.encoding = .png(try output.coding.effort ?? .balanced)
    } else {
      settings.encoding = try output.coding.encoding(for: destination, sample: choices.depth)
    }
    let format = settings.encoding.format
    settings.photo.recipe.sample = choices.depth ?? settings.encoding.usualSample
    if sheet.background.color == nil, !format.carriesAlpha {
      throw UsageError(
        "--background none: a \(format.name) does not support alpha; use a colour or PNG")
    }
    settings.photo.loading.damaged = input.damaged
    settings.photo.loading.rejectsGuessedColors = input.strictness.strict
    settings.photo.loading.headerless = try input.headerless.raw()
    settings.photo.loading.instructionSet = work.isa.instructionSet
    settings.photo.loading.unpacker = work.unpack
    return SheetRequest(
      destination: destination, policy: output.existing.policy, settings: settings,
      color: try choices.colors(color),
      sheet: sheet,
      motion: motion, isDryRun: output.dryRun, report: output.report,
      saving: RecipeSaving(
        saving, choices, policy: output.existing.policy, arguments: input.inputs),
      jobs: work.threads, memory: work.memory.bytes(free: Machine.freeMemory()),
      shard: output.shard)
  }
}
