internal import BromideRuns
internal import BromideSystem

extension ConvertCommand {
  /// Prints the plan. Each photo is a line with verb, input and output, separated by tabs.
  func forecast(_ plan: Plan) -> ExitStatus {
    var isRejected = !plan.failures.isEmpty
    for failure in plan.failures.prefix(Messages.mostListed).map(\.advised) {
      Console.message("\(failure.visibleInput): \(failure.reason ?? "")\n")
    }
    let others = plan.failures.count - Messages.mostListed
    if others > 0 { Console.message(Messages.more(others) + "\n") }
    for job in plan.jobs {
      let (verb, reason, remedy) = plan.forecast(job)
      isRejected = isRejected || verb == "reject"
      if let reason {
        Console.message("\(job.shown): \(Remedy.advice(reason, remedy))\n")
      }
      if let status = ExitStatus.put("\(verb)\t\(job.shown)\t\(job.output.name)\n") {
        if status == .done { break }
        return status
      }
    }
    return isRejected ? .inputsFailed : .done
  }
}
