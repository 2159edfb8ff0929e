internal import ArgumentParser
internal import Inputs

/// The share of the inputs that a task takes.
struct ShardOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Take a share of the inputs, by a hash of their names: I/N, auto for what Slurm, AWS Batch, LSF or SGE say, auto/N for Kubernetes and PBS.",
      valueName: "share"))
  var shard: String?

  /// The share; nil for all inputs.
  func value() throws(UsageError) -> InputShare? {
    guard let shard else { return nil }
    do throws(InputShare.Problem) { return try InputShare(shard) } catch {
      throw UsageError("--shard: \(error.reason)")
    }
  }
}
