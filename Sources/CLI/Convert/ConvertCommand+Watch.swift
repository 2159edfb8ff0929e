internal import BromideRuns
internal import BromideSystem
internal import SystemPackage

extension ConvertCommand {
  /// Converts new photos until Ctrl-C, and reports them.
  func watchFolders(_ request: ConvertRequest, _ messages: Messages) throws -> ExitStatus {
    try watching.check(input.inputs, output: output.output)
    let report = try output.report.map { path throws(ReportError) in
      try Report(path: FilePath(reversible: path), nextTo: [])
    }
    var costs = try cost.begin(
      stages: ConvertCosts.stages.map(\.name), threads: work.threads,
      nextTo: output.report.map { [FilePath(reversible: $0)] } ?? [])
    Interruption.watch(cleaningBy: Temporaries.removeAll) {}
    defer { Interruption.unwatch() }
    messages.info("watching \(input.inputs.joined(separator: ", ")); Ctrl-C ends it")
    let watch = Stopwatch()
    var tally = Tally<Outcome.Status>()
    var waiting = 0.0
    var stoppedBatch = false
    let options = RunOptions(
      jobs: work.threads, memory: work.memory, interval: messages.isTerminal ? 0.3 : nil)
    HotFolderWatch(request, options: watching.options, run: options).run(
      isStopped: { Interruption.hasCome },
      problem: { messages.error($0) },
      batch: { plan in
        messages.show(plan.warnings)
        let reporter = ConvertReporter(plan: plan, messages: messages, report: report)
        reporter.costs = costs
        let result = BatchRunner(plan, options: options).run(observer: reporter)
        Interruption.watch(cleaningBy: Temporaries.removeAll, {})
        reporter.end(result)
        costs = reporter.costs
        stoppedBatch = stoppedBatch || result.wasInterrupted && result.tally[.interrupted] > 0
        waiting += result.waitingSeconds
        tally.add(result.tally)
      })
    costs?.end(waiting: waiting)
    if let costs { report?.add(costs: costs.json) }
    let parts = Outcome.Status.allCases.compactMap { status in
      tally.counts[status].map { "\($0) \(status.rawValue)" }
    }
    messages.info(
      "watched for \(Formatted.seconds(watch.seconds)): "
        + (parts.isEmpty ? "no new photos" : parts.joined(separator: ", ")))
    let isReported = cost.end(costs, unit: "photos", messages: messages)
    // Ctrl-C is the normal way to stop. The status is interrupted only if it stopped a batch.
    if stoppedBatch { return .interrupted }
    return isReported ? ExitStatus(worst: tally.worst).requiring(report) : .inputsFailed
  }
}
