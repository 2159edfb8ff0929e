internal import ArgumentParser
internal import BatchConversion

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

  var code: ExitCode { ExitCode(rawValue) }
}
