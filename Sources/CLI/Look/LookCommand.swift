internal import ArgumentParser
internal import BromidePhotos
internal import BromideRuns
internal import BromideSampling
internal import BromideSystem

/// `bromide look`.
struct LookCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "look",
    abstract: "Measure the looks of cameras.",
    subcommands: [LookFitCommand.self])
}

/// `bromide look fit`.
struct LookFitCommand: ParsableCommand, SubordinateCommand {
  static let fullName = "look fit"

  static let configuration = CommandConfiguration(
    commandName: "fit",
    abstract: "Print the exposure of camera models against the standard look.",
    discussion: """
      Bromide compares each photo with its camera preview. A row is Make|Model|EV, the format of \
      Bromide's table of camera models. Each row requires two photos of the model.

      Examples:
        bromide look fit ~/photos
        bromide look fit a.cr2 b.cr2 --format json

      Exit status: 0 success, 1 some photos failed, 64 wrong usage, 130 interrupted.
      """)

  @OptionGroup(title: "Input") var input: InputOptions

  @Option(choice: "Format", standard: "text")
  var format = ExposureRows.Format.text

  @OptionGroup(title: "Work") var work: WorkOptions

  mutating func run() throws { try end(after: fit) }

  private func fit() throws -> ExitStatus {
    let messages = Messages(quiet: work.quiet, verbose: work.verbose)
    let context = work.begin(input.inputs)
    let search = try InputSearch(
      input.inputs, isRecursive: input.recursive, kind: "raw photo", context: context,
      isOne: { OpenedPhoto.isRaw(path: $0, context: context) }, isNamedSo: FileKind.isRawName)
    guard !search.paths.isEmpty || !search.failures.isEmpty else {
      throw UsageError("no photos; name files, folders, @list.txt or @-")
    }
    messages.note(search.failures)
    messages.note(skippedFolders: search.skippedFolders)
    messages.note(duplicates: search.duplicates, "fitted once")
    var loading = LoadSettings(context)
    loading.damaged = input.damaged
    loading.rejectsGuessedColors = input.strictness.strict
    loading.headerless = try input.headerless.raw()
    loading.instructionSet = work.isa.instructionSet
    loading.unpacker = work.unpack
    Interruption.watch(cleaningBy: Temporaries.removeAll) {}
    defer { Interruption.unwatch() }
    let measured = work.fitting(loading).measuredExposures(of: search.paths)
    if Interruption.hasCome { return .interrupted }
    var rows = ExposureRows()
    var hasFailed = !search.failures.isEmpty
    for photo in measured {
      guard let camera = photo.camera, let stops = photo.stops else {
        hasFailed = true
        messages.error("\(photo.path): no exposure can be measured, because \(photo.obstacle)")
        continue
      }
      rows.add(make: camera.make, model: camera.model, stops: stops)
      messages.detail("\(photo.path): \(Formatted.stops(stops))")
    }
    for sentence in rows.shortcomings { messages.info(sentence) }
    if let status = ExitStatus.put(rows.text(format)), status != .done { return status }
    return hasFailed ? .inputsFailed : .done
  }
}
