internal import ArgumentParser
internal import BatchConversion
internal import Outputs
internal import Platform

/// What the process ends with.
enum ExitStatus: Int32, Sendable {
  /// All done, or nothing left to do.
  case done = 0
  /// An input failed, was damaged or missing.
  case inputsFailed = 1
  /// Wrong usage; nothing was written.
  case usage = 64
  case interrupted = 130

  init(_ result: RunResult) {
    if result.wasInterrupted {
      self = .interrupted
      return
    }
    self =
      switch result.tally.worst {
      case nil, .converted, .skipped: .done
      case .damaged, .failed: .inputsFailed
      case .interrupted: .interrupted
      }
  }

  /// Writes data to standard output. Nil where all went well; a reader that went away is no failure.
  static func put(_ text: String) -> ExitStatus? {
    guard let reason = Console.output(text) else { return nil }
    guard !reason.isEmpty else { return .done }
    tell(outputFailure: reason)
    return .inputsFailed
  }

  /// Says why standard output takes no more.
  static func tell(outputFailure reason: String) {
    Console.message("cannot write standard output: \(reason)\n")
  }

  var code: ExitCode { ExitCode(rawValue) }
}
