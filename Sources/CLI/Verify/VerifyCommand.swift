internal import ArgumentParser
internal import BromideRuns
internal import BromideSystem
internal import SystemPackage

/// `bromide verify`.
struct VerifyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract: "List missing, damaged, stale and foreign pictures.",
    usage: "bromide verify [<options>] [<pictures> ...]",
    discussion: """
      Bromide reads each picture completely and compares the pixels with the checksum in the file. It also \
      compares photos with their pictures. The photos are from --inputs, from the same folders and from \
      a report.

      Examples:
        bromide verify out
        bromide verify out -r --inputs ~/photos
        bromide verify out --report report.jsonl --format json

      Exit status: 0 all intact, 1 something is missing, damaged, stale or foreign, 64 wrong usage, 130 interrupted.
      """)

  @Argument(
    help: "Pictures: files, folders, @list.txt, or @- for a list",
    completion: .file())
  var pictures: [String] = []

  @Flag(name: .shortAndLong, help: "Include subfolders")
  var recursive = false

  @Option(
    parsing: .upToNextOption,
    help: ArgumentHelp(
      "Photos that need pictures: files, folders, @list.txt", valueName: "path"),
    completion: .file())
  var inputs: [String] = []

  @Option(
    help: ArgumentHelp(
      "Check the pictures and photos of this report",
      valueName: "file"),
    completion: .file())
  var report: String?

  @Option(choice: "Format", standard: "text")
  var format = Format.text

  @Option(
    name: .shortAndLong, parsing: .unconditional,
    help: ArgumentHelp("Number of threads (default: one per processor core)", valueName: "n"),
    transform: WorkValue.jobs)
  var jobs: Int?

  @OptionGroup var isolation: IsolationOptions

  @OptionGroup var cost: CostOptions

  @Flag(name: .shortAndLong, help: "Do not print a summary")
  var quiet = false

  @Flag(name: .shortAndLong, help: "Also list intact pictures")
  var verbose = false

  enum Format: String, CaseIterable {
    case text, json
  }

  mutating func validate() throws {
    if quiet && verbose { throw ValidationError("-q and -v exclude each other") }
  }

  mutating func run() throws { try end(after: verify) }

  private func verify() throws -> ExitStatus {
    let threads = jobs ?? Machine.cores
    let context = isolation.context(
      severalFiles: report != nil || !inputs.isEmpty || IsolationOptions.mayNameSeveral(pictures),
      threads: threads, cameras: nil, memory: .max)
    var request = VerifyRequest(pictures: pictures, context: context)
    request.inputs = inputs
    request.report = report.map { FilePath(reversible: $0) }
    request.isRecursive = recursive
    let messages = Messages(quiet: quiet, verbose: verbose)
    let reporter = VerifyReporter(messages)
    let runner = try VerifyRunner(
      request, options: RunOptions(jobs: threads, interval: reporter.bar.interval))
    reporter.bar.total = runner.count
    var costs = try cost.begin(
      stages: ["read", "compare"], threads: threads,
      nextTo: [request.report].compactMap(\.self), gathers: true)
    let result = runner.run(observer: reporter)
    reporter.bar.hide()
    messages.note(skippedFolders: runner.skippedFolders)
    costs?.count = runner.count
    costs?.end(waiting: result.waitingSeconds)
    let status = ExitStatus.put(reporter.outcomes.filter(isListed).map(line).joined())
    messages.info(Formatted.summary(result.tally, seconds: result.seconds))
    let isReported = cost.end(costs, unit: "pictures", messages: messages)
    if let status, status != .done { return status }
    if result.wasInterrupted { return .interrupted }
    return !isReported || result.tally.worst?.isTrouble ?? false ? .inputsFailed : .done
  }

  private func isListed(_ outcome: VerifyOutcome) -> Bool {
    format == .json || verbose || outcome.status.isTrouble
  }

  /// Returns a line such as `damaged<TAB>out/a.png<TAB>a strip is damaged`.
  private func line(_ outcome: VerifyOutcome) -> String {
    switch format {
    case .json: JSONText.encode(outcome) + "\n"
    case .text:
      ([outcome.status.rawValue, outcome.visibleName] + (outcome.reason.map { [$0] } ?? []))
        .joined(separator: "\t") + "\n"
    }
  }
}

/// Collects the results of a verification, with a progress bar in a terminal.
final class VerifyReporter: RunObserver {
  var bar: RunBar
  /// In the order of the paths.
  var outcomes: [VerifyOutcome] {
    found.map { ($0.visibleName, $0) }.sorted { $0.0 < $1.0 }.map { $1 }
  }

  private var found: [VerifyOutcome] = []

  init(_ messages: Messages) { bar = RunBar(total: 0, unit: "pictures", messages: messages) }

  func finished(_ outcome: VerifyOutcome) {
    found.append(outcome.advised)
    bar.done += 1
  }

  func progress(_ tally: Tally<VerifyOutcome.Status>, elapsed: Double) {
    bar.show(made: bar.done, elapsed: elapsed)
  }
}
