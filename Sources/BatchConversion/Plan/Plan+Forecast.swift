public import Outputs
internal import Platform

extension Plan {
  /// What each job would do if it ran now, as text: `convert`, `skip` or `refuse`, input, output and reason.
  public func forecast(_ job: ConvertJob) -> (verb: String, reason: String?, remedy: Remedy?) {
    guard case .file(let path) = job.output else { return ("convert", nil, nil) }
    let fingerprint = (try? Fingerprint.text(input: job.input, settings: job.settings)) ?? ""
    return
      switch ExistingOutput.decide(
        input: job.input, output: path, policy: job.ifExists, fingerprint: fingerprint)
    {
    case .write: (FileSystem.exists(path) ? "replace" : "convert", nil, nil)
    case .skip(let reason): ("skip", reason, nil)
    case .refuse(let reason, let remedy): ("refuse", reason, remedy)
    }
  }
}
