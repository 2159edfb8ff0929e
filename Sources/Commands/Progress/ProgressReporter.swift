internal import BatchConversion
internal import Outputs
internal import Platform
internal import Sampling

/// Tells a person how a run goes: one bar over the batch on a terminal, a plain line a file elsewhere.
final class ProgressReporter: BatchObserver {
  /// Often enough to look alive; CPU and memory figures move too fast to be read at more.
  var interval: Double? { usesBar ? 0.3 : nil }

  private let plan: Plan
  private let talker: Talker
  private let report: Report?
  private let total: Int
  private let usesBar: Bool
  /// Whether balances are taken from the photos, and so worth telling.
  private let tellsBalance: Bool
  private var meter = UsageMeter()
  private var ended = 0
  private var isBarShown = false
  private var endedShown = 0
  private var elapsedShown = 0.0

  init(plan: Plan, talker: Talker, report: Report?) {
    self.plan = plan
    self.talker = talker
    self.report = report
    total = plan.jobs.count + plan.failures.count
    tellsBalance = plan.jobs.contains { $0.settings.photo.balancePlace != nil }
    usesBar = talker.isTerminal && !talker.quiet
  }

  func finished(_ outcome: Outcome) {
    let outcome = outcome.advised
    report?.add(outcome)
    ended += 1
    // A photo skipped while it was written: the reader of standard output went away, and wants no word of it.
    if outcome.status == .skipped && outcome.stage == .write { return }
    let isTrouble = outcome.status >= .damaged
    if usesBar {
      // Failures are listed at the end; the bar need not be torn for them.
      if talker.verbose || tellsBalance { interrupt { talker.say(line(outcome)) } }
    } else if outcome.status != .interrupted && !(isTrouble && total == 1) {
      talker.say(line(outcome))
    }
  }

  func progress(_ tally: Tally, elapsed: Double) {
    guard usesBar else { return }
    // Threads that wake each other bring it here far more often than a person can read.
    guard !isBarShown || ended > endedShown || elapsed - elapsedShown >= 0.2 else { return }
    (endedShown, elapsedShown) = (ended, elapsed)
    meter.read(elapsed: elapsed)
    let made = tally[.converted] + tally[.damaged]
    Console.message(
      "\r\u{1B}[2K"
        + ProgressBar(done: ended, total: total, made: made, elapsed: elapsed, usage: meter).text)
    isBarShown = true
  }

  /// Removes the bar, and says what the run came to.
  func end(_ result: RunResult) {
    interrupt {}
    let kept = plan.keptExtensions
    if let first = kept.first {
      talker.say(
        "\(kept.count) pictures keep their photos' extension, because stems are equal: \(first)\(kept.count > 1 ? " …" : "")"
      )
    }
    let unbalanced = result.outcomes.filter { $0.whiteBalanceFrom != nil }
    if let first = unbalanced.first {
      talker.say(
        "developed for daylight, as no white balance is recorded: \(first.visibleInput)\(unbalanced.count > 1 ? " and \(unbalanced.count - 1) more" : "")"
      )
    }
    if let failure = report?.failure { talker.complain(failure) }
    talker.say(Summary.text(result.tally, seconds: result.seconds))
    for outcome in result.outcomes where outcome.status >= .damaged {
      talker.complain((talker.quiet ? "" : "  ") + line(outcome.advised))
    }
    if talker.verbose {
      let cpu = Int((100 * Machine.processorTime() / max(result.seconds, 1e-3)).rounded())
      talker.detail("CPU \(cpu) %, peak memory \(Summary.bytes(Machine.peakMemory()))")
    }
  }

  private func interrupt(_ body: () -> Void) {
    if isBarShown { Console.message("\r\u{1B}[2K") }
    isBarShown = false
    body()
  }

  /// `a.nef → out/a.png (24.1 MB, 0.21 s)`, or what went wrong.
  private func line(_ outcome: Outcome) -> String {
    let status = outcome.status.rawValue
    let reason = outcome.reason.map { " (\($0))" } ?? ""
    switch outcome.status {
    case .converted:
      var facts: [String] = []
      if let bytes = outcome.outputBytes { facts.append(Summary.bytes(bytes)) }
      facts.append(Summary.seconds(outcome.milliseconds.total / 1000))
      if talker.verbose, let light = outcome.whiteBalanceFrom {
        facts.append("no white balance recorded, \(light) instead")
      }
      if tellsBalance || talker.verbose, let balance = balance(outcome) { facts.append(balance) }
      if talker.verbose { facts.append(stages(outcome)) }
      return "\(outcome.visibleInput) → \(outcome.visibleOutput) (\(facts.joined(separator: ", ")))"
    case .skipped, .interrupted:
      return "\(outcome.visibleInput): \(status)\(reason)"
    case .damaged, .failed:
      return "\(outcome.visibleInput): \(talker.emphasized(status, "31"))\(reason)"
    }
  }

  /// `white balance 2.105, 1, 1.552: 5210 K, tint 3`.
  private func balance(_ outcome: Outcome) -> String? {
    guard let multipliers = outcome.multipliers, let temperature = outcome.temperature,
      let tint = outcome.tint
    else { return nil }
    return "white balance " + BalanceWords.text(multipliers, temperature: temperature, tint: tint)
  }

  private func stages(_ outcome: Outcome) -> String {
    let times = outcome.milliseconds
    let stages = [
      ("open", times.open), ("decode", times.decode), ("develop", times.develop),
      ("encode", times.encode), ("write", times.write),
    ]
    return stages.map { "\($0.0) \(Int($0.1.rounded())) ms" }.joined(separator: " ")
  }
}
