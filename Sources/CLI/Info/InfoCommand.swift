internal import ArgumentParser
internal import BromidePhotos
internal import BromideRaw
internal import BromideRuns
internal import BromideSystem
internal import SystemPackage

/// `bromide info`.
struct InfoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "info", _superCommandName: "bromide",
    abstract: "Show format, camera, exposure and sensor readings.",
    discussion: """
      Bromide reads pixels only for --histogram. For damaged files, it prints the fields that it can read.

      Examples:
        bromide info photo.nef
        bromide info night -r --format csv --fields time,exposure,altitude,heading
        bromide info a.nef b.dng --format json
        bromide info night -r --rating 3.. --format csv
        bromide info photo.nef --histogram --plot histogram.png
        bromide info camera/a.dng --save-preview preview.jpg
        bromide info trip -r --track trip.geojson
        bromide info ride.mp4 --sensors ride.csv

      Exit status: 0 success, 1 some inputs failed or are damaged, 64 wrong usage, 130 interrupted.
      """)

  @Argument(
    help: ArgumentHelp(
      "Files, folders, @list.txt, or @- for a list on standard input",
      discussion: "Use - to read one file from standard input."),
    completion: .file())
  var inputs: [String] = []

  @Flag(
    name: .shortAndLong,
    help: ArgumentHelp(
      "Include subfolders", discussion: "Bromide skips hidden files and folders."))
  var recursive = false

  @OptionGroup(title: "Input") var headerless: HeaderlessOptions
  @OptionGroup(title: "Input") var choice: ChoiceOptions
  @OptionGroup(title: "Input") var share: ShardOptions
  @OptionGroup(title: "Output") var answer: InfoOptions
  @OptionGroup(title: "Work") var work: InfoWorkOptions
  @OptionGroup(title: "Work") var cost: CostOptions

  mutating func run() throws { try end(after: inform) }

  private func inform() throws -> ExitStatus {
    guard !inputs.isEmpty else {
      throw UsageError("no inputs; name files or folders")
    }
    let messages = Messages(quiet: work.quiet, verbose: work.verbose)
    let context = work.begin(inputs)
    let format = try headerless.raw()
    let search = try InputSearch(
      inputs, isRecursive: recursive, kind: "photo, picture or clip",
      shard: try share.value(), choice: try choice.choice(), headerless: format,
      streams: .info, context: context,
      isOne: { InfoReader.isKnown($0, headerless: format, context: context) },
      isNamedSo: FileKind.isRawName)
    messages.note(search.failures)
    messages.note(skippedFolders: search.skippedFolders)
    messages.note(duplicates: search.duplicates, "printed once")
    choice.note(search.unchosen, left: search.paths.count, search.warnings, messages)
    let status = try inform(search, format, messages, context)
    if !search.leftOut.isEmpty { messages.info(Self.leftOut(search.leftOut, messages)) }
    return search.failures.isEmpty || status == .interrupted ? status : .inputsFailed
  }

  /// Prints the files of a search.
  private func inform(
    _ search: InputSearch, _ format: HeaderlessRaw?, _ messages: Messages,
    _ context: RunContext
  ) throws -> ExitStatus {
    if search.paths.isEmpty, search.unchosen > 0 {
      let header = InfoWriter(format: answer.format, fields: answer.fields).header
      return ExitStatus.put(header) ?? .done
    }
    try answer.check(search.paths)
    let run = InfoRun(
      options: answer, messages: messages, jobs: work.threads, memory: work.memory,
      headerless: format, context: context, shown: search.shown)
    var costs = try cost.begin(
      stages: ["open", "decode"], threads: work.threads,
      nextTo: search.paths + [answer.track, answer.sensors, answer.savePreview].compactMap(\.self)
        + (answer.plot.map { [FilePath(reversible: $0)] } ?? []))
    var status = try run.run(search.paths, &costs)
    if !cost.end(costs, unit: "files", messages: messages), status == .done {
      status = .inputsFailed
    }
    return status
  }

  private static func leftOut(_ paths: [FilePath], _ messages: Messages) -> String {
    for path in paths { messages.detail("  skipped: \(path)") }
    return "skipped \(paths.count) \(paths.count == 1 ? "file" : "files") of other kinds"
  }
}
