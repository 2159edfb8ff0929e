internal import ArgumentParser
internal import BatchConversion
internal import Color
internal import Develop
internal import Outputs
internal import PhotoLoading
internal import PictureFiles
internal import Pixels
internal import Platform
internal import Sampling
internal import Scheduling
internal import SystemPackage

/// `bromide convert`.
struct ConvertCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "convert",
    abstract: "Develop raw photos into pictures, PNG, JPEG or TIFF.",
    discussion: """
      Examples:
        bromide convert ~/photos -o out
        bromide convert a.nef b.dng -o out --depth 16 --space display-p3 \\
          --exposure 0.7
        bromide convert shot.cr2 -o shot.jpg
        bromide convert shot.cr2 -o shot.tif --space prophoto
        bromide convert card -r -o out --to jpeg --quality 85 --size 2048
        find . -name '*.arw' | bromide convert - -o out --report report.jsonl

      Exit status: 0 all done, 1 some inputs failed, 64 wrong usage, 130 interrupted.
      """)

  @OptionGroup(title: "Input") var input: InputOptions
  @OptionGroup(title: "Output") var output: OutputOptions
  @OptionGroup(title: "Picture") var picture: PictureOptions
  @OptionGroup(title: "Colour") var color: ColorOptions
  @OptionGroup(title: "Filters") var filters: FilterOptions<PictureFilters>
  @OptionGroup(title: "Work") var work: WorkOptions

  mutating func validate() throws {
    try color.check(with: filters.settings)
  }

  mutating func run() throws {
    Machine.returnLargeBlocks()
    try end(after: convert)
  }

  private func convert() throws -> ExitStatus {
    var plan = try Plan(try request())
    switch picture.levels {
    case "own": break
    case "lock": try plan.lockLevels(to: nil)
    default: try plan.lockLevels(to: FilePath(reversible: picture.levels))
    }
    if output.dryRun { return forecast(plan) }
    if try Destination(output.output) == .standardOutput && Console.isTerminal(1) {
      throw UsageError("-o - would write a picture to the terminal; redirect standard output")
    }
    let report = try output.report.map { path throws(ReportError) in
      try Report(path: FilePath(reversible: path), beside: plan.jobs.map(\.output))
    }
    let messages = Messages(quiet: work.quiet, verbose: work.verbose)
    if let settings = plan.jobs.first?.settings { warnAboutBanding(messages, settings) }
    messages.begin(plan)
    let reporter = ProgressReporter(plan: plan, messages: messages, report: report)
    let runner = BatchRunner(
      plan,
      options: RunOptions(
        jobs: work.jobs ?? Machine.cores, memory: work.memory, interval: reporter.interval))
    let result = runner.run(observer: reporter)
    if result.isPipeClosed && ExitStatus(result) == .done { return .done }
    reporter.end(result)
    return ExitStatus(result).requiring(report)
  }

  /// The meaning of the arguments.
  func request() throws -> PlanRequest {
    var settings = PictureSettings()
    picture.apply(to: &settings.photo)
    color.apply(to: &settings.photo)
    settings.photo.recipe.filters = filters.settings
    settings.photo.recipe.space = output.space
    let destination = try Destination(output.output)
    settings.encoding = try output.coding.encoding(for: destination, sample: picture.depth)
    settings.photo.recipe.sample = picture.depth ?? settings.encoding.format.usualSample
    settings.metadata = output.metadata
    settings.copyright = output.copyright
    settings.artist = output.artist
    settings.photo.loading.damaged = input.damaged
    settings.photo.loading.refusesGuessedColors = input.strictness.strict
    settings.photo.loading.instructionSet = work.isa.instructionSet
    settings.photo.loading.unpacker = work.unpack
    return PlanRequest(
      inputs: input.inputs, destination: destination,
      isRecursive: input.recursive,
      name: try output.name.map { name throws(NamingError) in try NameTemplate(name) } ?? .stem,
      settings: settings, ifExists: output.existing.policy)
  }

  /// Prints the plan: a line for each photo with verb, input and output, separated by tabs.
  private func forecast(_ plan: Plan) -> ExitStatus {
    var isRefused = !plan.failures.isEmpty
    for failure in plan.failures.map(\.advised) {
      Console.message("\(failure.visibleInput): \(failure.reason ?? "")\n")
    }
    for job in plan.jobs {
      let (verb, reason, remedy) = plan.forecast(job)
      isRefused = isRefused || verb == "refuse"
      if let reason {
        Console.message("\(job.input): \(Remedy.advice(reason, remedy))\n")
      }
      if let status = ExitStatus.put("\(verb)\t\(job.input)\t\(job.output.name)\n") {
        if status == .done { break }
        return status
      }
    }
    return isRefused ? .inputsFailed : .done
  }

  private func warnAboutBanding(_ messages: Messages, _ settings: PictureSettings) {
    guard settings.photo.recipe.sample == .uint8,
      output.space == .linearSRGB || output.space == .prophoto
    else { return }
    let remedy =
      settings.encoding.format == .jpeg ? "write a PNG with --depth 16" : "use --depth 16"
    messages.warning(
      "8 bits are too few for \(output.space.name): dark tones will show bands; \(remedy)")
  }
}
