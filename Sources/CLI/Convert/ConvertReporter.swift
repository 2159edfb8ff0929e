internal import BromideDevelop
internal import BromideRuns
internal import BromideSampling
internal import BromideSystem
internal import BromideValues

/// Reports progress of a batch: one bar in a terminal, otherwise one line per file.
final class ConvertReporter: RunObserver {
  /// Seconds between updates.
  var interval: Double? { bar.interval }

  /// Resource usage, or `nil` without `--costs`.
  var costs: RunCosts?

  /// Whether the user did not set the format. Then the summary can suggest a smaller one.
  var choosesFormat = false

  private let plan: Plan
  private let messages: Messages
  private let report: Report?
  private var bar: RunBar
  /// Whether the summary lists damaged and failed photos. Otherwise, as in a log, their lines come
  /// when they end.
  private var listsTroubles: Bool { bar.isUsed || messages.quiet || bar.total == 1 }
  /// Whether white balances are measured, so that they are worth printing.
  private let reportsBalance: Bool
  /// Outcomes to list in the summary.
  private var remarkable: [Outcome] = []
  private var sidecars = SidecarSummary()
  /// Photos without enough bright light for the requested gain map.
  private var withoutGainMap: [String] = []
  /// The number of arguments and list entries without a usable file.
  private var unusable = 0
  /// The bytes of the converted pictures, and their number.
  private var written = (bytes: 0, count: 0)

  init(plan: Plan, messages: Messages, report: Report?) {
    self.plan = plan
    self.messages = messages
    self.report = report
    bar = RunBar(total: plan.jobs.count + plan.failures.count, messages: messages)
    reportsBalance = plan.jobs.contains { $0.settings.photo.balancePlace != nil }
  }

  func finished(_ outcome: Outcome) {
    let outcome = outcome.advised
    report?.add(outcome)
    count(outcome)
    if outcome.status == .converted, let bytes = outcome.outputBytes {
      written = (written.bytes + bytes, written.count + 1)
    }
    if outcome.facts.gainMap == 0 { withoutGainMap.append(outcome.visibleInput) }
    bar.done += 1
    if outcome.stage == .input {
      unusable += 1
      if unusable > Messages.mostListed { return }
    }
    if outcome.status >= .damaged || outcome.facts.whiteBalanceReason != nil {
      remarkable.append(outcome)
    }
    // If a photo was skipped while writing, the reader of standard output has closed it and does
    // not expect a message.
    if outcome.status == .skipped && outcome.stage == .write { return }
    messages.show(outcome.warnings ?? []) { bar.hide() }
    if let warning = sidecars.take(outcome) {
      bar.hide()
      messages.warning(warning)
    }
    if listsTroubles, outcome.status >= .damaged { return }
    if bar.isUsed {
      guard messages.verbose || reportsBalance else { return }
      bar.hide()
      messages.info(line(outcome))
    } else if outcome.status != .interrupted {
      messages.info(line(outcome))
    }
  }

  func progress(_ tally: Tally<Outcome.Status>, elapsed: Double) {
    bar.show(made: tally[.converted] + tally[.damaged], elapsed: elapsed)
  }

  /// Removes the bar and prints the summary.
  func end(_ result: RunResult<Outcome>) {
    bar.hide()
    let kept = plan.keptExtensions
    if let first = kept.first {
      messages.info(
        "\(kept.count) pictures keep their photo's extension because stems are equal: \(first)\(kept.count > 1 ? " …" : "")"
      )
    }
    let outcomes = inPlanOrder(remarkable)
    for line in BalanceSummary.lines(outcomes) { messages.info(line) }
    if let line = sidecars.line { messages.info(line) }
    if let warning = sidecars.warning { messages.warning(warning) }
    if let first = withoutGainMap.sorted().first {
      let count = withoutGainMap.count
      messages.info(
        "written without a gain map, because highlights exceed white by less than 0.1 stop: \(first)"
          + (count > 1 ? " and \(count - 1) more" : ""))
    }
    if let failure = report?.failure { messages.error(failure) }
    messages.info(Formatted.summary(result.tally, seconds: result.seconds))
    if choosesFormat, messages.isTerminal, written.count > 0 {
      let size = Formatted.bytes(written.bytes / written.count)
      messages.info("PNG, \(size) each; --to jpeg makes them about 7 times smaller")
    }
    for outcome in outcomes where listsTroubles && outcome.status >= .damaged {
      messages.error((messages.quiet ? "" : "  ") + line(outcome))
    }
    if unusable > Messages.mostListed {
      messages.error(Messages.more(unusable - Messages.mostListed))
    }
    if let failure = result.failure { messages.error(failure) }
    messages.detailUsage(seconds: result.seconds)
  }

  /// Adds the resource usage of an input.
  private func count(_ outcome: Outcome) {
    guard costs != nil else { return }
    let times = outcome.milliseconds
    for (stage, time) in ConvertCosts.stages.map({ ($0.name, times[keyPath: $0.time]) }) {
      costs?.add(time / 1000, to: stage)
    }
    if outcome.status == .converted || outcome.status == .damaged { costs?.count += 1 }
    costs?.megapixels += Double(outcome.facts.size?.area ?? 0) / 1e6
  }

  /// Sorts outcomes into the order of the plan.
  private func inPlanOrder(_ outcomes: [Outcome]) -> [Outcome] {
    let inputs = plan.failures.map(\.input) + plan.jobs.map(\.shown.data)
    let positions = Dictionary(
      zip(inputs, inputs.indices), uniquingKeysWith: { first, _ in first })
    return outcomes.sorted { positions[$0.input] ?? 0 < positions[$1.input] ?? 0 }
  }

  /// Returns the line for a photo, such as `a.nef → out/a.png (24.1 MB, 0.21 s)`.
  private func line(_ outcome: Outcome) -> String {
    let status = outcome.status.rawValue
    let reason = outcome.reason.map { " (\($0))" } ?? ""
    switch outcome.status {
    case .converted:
      var facts: [String] = []
      if let bytes = outcome.outputBytes { facts.append(Formatted.bytes(bytes)) }
      facts.append(Formatted.seconds(outcome.milliseconds.total / 1000))
      if messages.verbose, let light = outcome.facts.whiteBalanceFrom {
        facts.append(
          (outcome.facts.whiteBalanceReason == nil
            ? "white balance \(light)" : "no white balance recorded, \(light) instead")
            + (outcome.facts.whiteBalanceConfidence.map {
              ", confidence \($0.text(decimals: 2))"
            } ?? ""))
      }
      if reportsBalance || messages.verbose, let balance = balance(outcome) {
        facts.append(balance)
      }
      if messages.verbose, let method = outcome.facts.demosaic {
        facts.append("demosaic \(method)")
      }
      if messages.verbose, let optics = outcome.facts.optics {
        facts += corrections(optics)
        if let photo = outcome.facts.opticsFrom { facts.append("optics of \(photo)") }
      }
      if messages.verbose { facts.append(stages(outcome)) }
      return "\(outcome.visibleInput) → \(outcome.visibleOutput) (\(facts.joined(separator: ", ")))"
    case .skipped, .interrupted:
      return "\(outcome.visibleInput): \(status)\(reason)"
    case .damaged, .failed:
      return "\(outcome.visibleInput): \(messages.colored(status, "31"))\(reason)"
    }
  }

  /// Returns the white balance, such as `white balance 2.105,1.000,1.552: 5210 K, tint 3.0`.
  private func balance(_ outcome: Outcome) -> String? {
    guard let multipliers = outcome.facts.multipliers, let temperature = outcome.facts.temperature,
      let tint = outcome.facts.tint
    else { return nil }
    return "white balance "
      + RawFacts.whiteBalance(multipliers, temperature: temperature, tint: tint)
  }

  /// Returns lens and sensor corrections, such as `lateral colour of red -0.99, blue 0.16 px`
  /// (along the radius, at 9/10 of the radius).
  private func corrections(_ optics: OpticsReport) -> [String] {
    var facts: [String] = []
    if let names = optics.embedded { facts.append("the file's " + names.joined(separator: ", ")) }
    if let parts = optics.lensfun {
      facts.append("lensfun's \(parts.joined(separator: ", ")) of \(optics.lens ?? "its lens")")
    }
    if let reason = optics.lensUnknown { facts.append("lens not corrected: \(reason)") }
    if let ignored = optics.ignored {
      facts.append("without " + ignored.joined(separator: ", "))
    }
    if let color = optics.lateralColor {
      facts.append(color.text)
    }
    if let hot = optics.hotPixels, let dead = optics.deadPixels, hot + dead > 0 {
      facts.append("\(hot) hot and \(dead) dead pixels")
    }
    if let noise = optics.denoise {
      facts.append(
        "denoise \(noise)" + (optics.denoiseAt == "output" ? " at the picture's size" : ""))
    }
    if let amount = optics.captureSharpening {
      facts.append(
        "capture-sharpen \(amount.text(decimals: 1))"
          + (optics.radius.map { " of radius \($0.text(decimals: 2))" } ?? ""))
    }
    if let amount = optics.outputSharpening {
      facts.append("output-sharpen \(amount.text(decimals: 2))")
    }
    return facts
  }

  private func stages(_ outcome: Outcome) -> String {
    ConvertCosts.stages.map { stage in
      "\(stage.name) \(Int(outcome.milliseconds[keyPath: stage.time].rounded())) ms"
    }.joined(separator: " ")
  }
}
