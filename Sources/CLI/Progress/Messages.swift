internal import BromidePhotos
internal import BromideRuns
internal import BromideSystem
internal import Synchronization
internal import SystemPackage

/// Prints messages on standard error, depending on `--quiet` and `--verbose`.
struct Messages {
  let quiet: Bool
  let verbose: Bool
  /// Whether progress bars and cursor movements work.
  let isTerminal: Bool
  let hasColor: Bool
  private let shown = ShownWarnings()

  init(quiet: Bool, verbose: Bool) {
    self.quiet = quiet
    self.verbose = verbose
    isTerminal = Console.isTerminal(2) && Console.environment("TERM") != "dumb"
    hasColor = Console.hasColor(2)
  }

  /// Whether standard output is a terminal that supports 24-bit colour.
  static var showsAllColors: Bool {
    let term = Console.environment("COLORTERM")
    return Console.hasColor(1) && (term == "truecolor" || term == "24bit")
  }

  /// Prints a message unless the run is quiet.
  func info(_ text: String) { if !quiet { Self.note(text) } }

  /// Prints a message if the run is verbose.
  func detail(_ text: String) { if verbose { Self.note(text) } }

  /// Prints the processor time and the memory of a run, if the run is verbose.
  ///
  /// - Parameter before: The processor time at the start of the run.
  func detailUsage(since before: Double = 0, seconds: Double) {
    let time = Machine.processorTime() - before
    let cpu = Int((100 * time / max(seconds, 1e-3)).rounded())
    detail("CPU \(cpu) %, peak memory \(Formatted.bytes(Machine.peakMemory()))")
  }

  /// Prints a warning unless the run is quiet.
  func warning(_ text: String) {
    if !quiet { Self.note(colored("warning: ", "33") + text) }
  }

  /// Prints warnings of results, for example about guessed colours. Each is printed once.
  ///
  /// - Parameter prepare: This is called before the first warning, to clear a progress bar.
  func show(_ warnings: [Warning], after prepare: () -> Void = {}) {
    let added = shown.new(warnings)
    if !added.isEmpty { prepare() }
    for each in added { warning(each.text) }
  }

  /// Prints a problem, even in a quiet run.
  func error(_ text: String) { Self.note(text) }

  /// Prints a single line. Line ends in the text, which can come from a file, are escaped.
  private static func note(_ text: String) {
    Console.message(text.replacing("\n", with: "\\x0a") + "\n")
  }

  /// Colours text with ECMA-48's SGR if standard error supports colours.
  func colored(_ text: String, _ code: String) -> String {
    hasColor
      ? Console.sequence("\u{1B}[\(code)m") + text + Console.sequence("\u{1B}[0m") : text
  }

  /// Reports the files that the plan skips.
  ///
  /// - Parameter choice: The choice of the plan's photos.
  func begin(_ plan: Plan, _ choice: ChoiceOptions) {
    if !plan.leftOut.isEmpty {
      info(Self.leftOut(plan.leftOut.count))
      for path in plan.leftOut { detail("  skipped: \(path)") }
    }
    noteSkipped(by: plan, choice)
    note(duplicates: plan.duplicates, "converted once")
  }

  /// Prints how many folders and photos the plan skips, and warns if no photo is left.
  func noteSkipped(by plan: Plan, _ choice: ChoiceOptions) {
    note(skippedFolders: plan.skippedFolders)
    choice.note(plan.unchosen, left: plan.jobs.count, plan.warnings, self)
  }

  /// Prints how many subfolders were not searched.
  ///
  /// - Parameter remedy: The beginning of the advice how to use them.
  func note(skippedFolders folders: [FilePath], remedy: String = "add -r to read") {
    guard let remark = InputSearch.remark(skippedFolders: folders, remedy: remedy) else { return }
    info(remark)
    for path in folders { detail("  skipped: \(path)") }
  }

  /// Prints how many photos the flags of the choice skip.
  func note(unchosen count: Int, by flags: [String]) {
    guard count > 0 else { return }
    let names = flags.joined(separator: " and ")
    info("skipped \(count) \(count == 1 ? "photo" : "photos") by \(names)")
  }

  /// Prints inputs without a usable file. For lists, the number of messages is limited.
  func note(_ failures: [InputFailure]) {
    var listed = 0
    for failure in failures {
      if failure.isListed {
        listed += 1
        if listed > Self.mostListed { continue }
      }
      error("\(failure.input): \(Outcome(failure).advised.reason ?? "")")
    }
    if listed > Self.mostListed { error(Self.more(listed - Self.mostListed)) }
  }

  /// Maximum number of messages about paths in lists. After that, only the number of other problems
  /// is printed.
  static let mostListed = 20

  /// Returns the message for the other problems.
  static func more(_ count: Int) -> String {
    "and \(count) more \(count == 1 ? "path" : "paths") of lists that cannot be used"
  }

  /// Checks the report of a dry run as the run would, and prints that it is not written.
  func skip(report: String?, nextTo outputs: [PictureOutput]) throws(ReportError) {
    guard let report else { return }
    let path = FilePath(reversible: report)
    try Report.check(path, nextTo: outputs)
    info("a dry run does not write --report \(path.visible)")
  }

  /// Reports inputs that were named twice, directly or through a link.
  ///
  /// - Parameter done: The consequence, such as `converted once`.
  func note(duplicates: [FilePath], _ done: String) {
    guard !duplicates.isEmpty else { return }
    info("\(duplicates.count) named twice, \(done)")
    for path in duplicates { detail("  named twice: \(path)") }
  }

  /// Returns the message about skipped files in a sequence.
  static func leftOutOfSequence(_ count: Int) -> String {
    "skipped \(count) \(count == 1 ? "file" : "files"): not photos, copies of raws, or drawn by Bromide"
  }

  /// Explains the treatment of finished pictures, once per run.
  func note(stills count: Int) {
    guard count > 0 else { return }
    info(
      "\(count == 1 ? "1 finished picture" : "\(count) finished pictures"): filters work on \(count == 1 ? "it" : "them"); looks, white balance and lens corrections are for raws"
    )
  }

  /// Returns the message about files that are not raws.
  static func leftOut(_ count: Int) -> String {
    "skipped \(count) "
      + (count == 1 ? "file that is not a raw photo" : "files that are not raw photos")
  }
}

/// The warnings that a command printed. Copies of `Messages` share it, and any thread can use it.
private final class ShownWarnings: Sendable {
  private let keys = Mutex<Set<String>>([])
  /// Maximum number of warnings, because files can contain any number of invented models.
  private static let most = 1000

  /// Returns the warnings that were not printed before.
  func new(_ warnings: [Warning]) -> [Warning] {
    keys.withLock { keys in
      warnings.filter { keys.count < Self.most && keys.insert($0.key).inserted }
    }
  }
}
