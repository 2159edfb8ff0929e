internal import ArgumentParser
internal import BromideRuns

/// The share of the inputs for a task.
struct ShardOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Process only share I of N: I/N, auto or auto/N",
      discussion: """
        A hash of its name selects the share of an input.
        auto reads I and N from Slurm, AWS Batch, LSF or SGE.
        auto/N reads I from Kubernetes or PBS.
        """,
      valueName: "share"))
  var shard: String?

  /// Returns the share, or `nil` to use all inputs.
  func value() throws(UsageError) -> InputShare? {
    guard let shard else { return nil }
    do throws(InputShare.Problem) { return try InputShare(shard) } catch {
      throw UsageError("--shard: \(error.reason)")
    }
  }

  /// Reads a share of frames or pages.
  static func share(_ text: String) throws -> InputShare {
    do throws(InputShare.Problem) { return try InputShare(text) } catch {
      throw ValidationError(error.reason)
    }
  }
}

extension InputShare {
  /// Returns whether the share contains a frame or page, counted from 0. Each share takes every Nth
  /// frame, so that the shares take similar time.
  func takes(number: Int) -> Bool { number % count == index - 1 }
}
