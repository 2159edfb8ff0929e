internal import ArgumentParser
internal import BromideRuns
internal import BromideSystem

/// The exit statuses of the process.
enum ExitStatus: Int32, Sendable {
  /// Success, or no work to do.
  case done = 0
  /// An input failed, was damaged, or was missing.
  case inputsFailed = 1
  /// Wrong usage. No files were written.
  case usage = 64
  case interrupted = 130

  init(_ result: RunResult<Outcome>) {
    self = result.wasInterrupted ? .interrupted : ExitStatus(worst: result.tally.worst)
  }

  /// The status for the worst outcome of a run, or `nil` without outcomes.
  init(worst: Outcome.Status?) {
    self =
      switch worst {
      case nil, .converted, .skipped: .done
      case .damaged, .failed: .inputsFailed
      case .interrupted: .interrupted
      }
  }

  /// Returns this status, or a failure if everything succeeded but the report is incomplete.
  func requiring(_ report: Report?) -> ExitStatus {
    self == .done && report?.failure != nil ? .inputsFailed : self
  }

  /// Writes data to standard output.
  ///
  /// - Returns: `nil` on success, otherwise the status to end with. If the reader has closed the
  ///   pipe, this is not a failure.
  static func put(_ text: String) -> ExitStatus? {
    guard let message = Console.output(text) else { return nil }
    guard !message.isEmpty else { return .done }
    reportOutputFailure(message)
    return .inputsFailed
  }

  /// Prints the error of writing to standard output.
  static func reportOutputFailure(_ message: String) {
    Console.message("cannot write standard output: \(message)\n")
  }

  /// Prints the reason of a failure, and returns its exit code.
  static func failure(_ reason: String) -> ExitCode {
    Console.message("\(reason)\n")
    return ExitStatus.inputsFailed.code
  }

  var code: ExitCode { ExitCode(rawValue) }
}

extension ParsableCommand {
  /// Does a command's work, and throws its status unless it succeeded.
  ///
  /// If the work detects a usage error, this prints it in ArgumentParser's format. ArgumentParser
  /// cannot print it itself, because it does not know the command after parsing.
  func end(after work: () throws -> ExitStatus) throws {
    ignoreWritingSignals()
    occupyClosedStreams()
    do {
      let status = try work()
      if status != .done { throw status.code }
    } catch {
      guard let usage = UsageError(describing: error) else { throw error }
      let fullName = (Self.self as? any SubordinateCommand.Type)?.fullName ?? Self._commandName
      Console.message(
        "Error: \(usage.message)\n  See 'bromide \(fullName) --help' for more information.\n"
      )
      throw ExitStatus.usage.code
    }
  }
}

/// A subcommand of another command.
protocol SubordinateCommand {
  /// The complete name, such as `look fit`.
  static var fullName: String { get }
}
