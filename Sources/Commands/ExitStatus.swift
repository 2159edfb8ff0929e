internal import ArgumentParser
internal import BatchConversion
internal import Outputs
internal import Platform

/// The exit statuses of the process.
enum ExitStatus: Int32, Sendable {
  /// Everything was done, or there was nothing left to do.
  case done = 0
  /// An input failed, was damaged, or was missing.
  case inputsFailed = 1
  /// Wrong usage; nothing was written.
  case usage = 64
  case interrupted = 130

  init(_ result: RunResult<Outcome>) {
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

  /// This status, or that of a failure if everything was done but the report has not all of it.
  func requiring(_ report: Report?) -> ExitStatus {
    self == .done && report?.failure != nil ? .inputsFailed : self
  }

  /// Writes data to standard output.
  ///
  /// - Returns: nil if the data were written, otherwise the status to end with. A reader that has closed the pipe is
  ///   not a failure.
  static func put(_ text: String) -> ExitStatus? {
    guard let message = Console.output(text) else { return nil }
    guard !message.isEmpty else { return .done }
    reportOutputFailure(message)
    return .inputsFailed
  }

  /// Reports why standard output cannot be written.
  static func reportOutputFailure(_ message: String) {
    Console.message("cannot write standard output: \(message)\n")
  }

  /// The end of a command whose work failed, with the reason, which is said here.
  static func failure(_ reason: String) -> ExitCode {
    Console.message("\(reason)\n")
    return ExitStatus.inputsFailed.code
  }

  var code: ExitCode { ExitCode(rawValue) }
}

extension ParsableCommand {
  /// Does a command's work and throws its status unless everything was done.
  ///
  /// Wrong usage that the work detects is reported in the form of ArgumentParser's own errors. ArgumentParser cannot
  /// print it itself: after parsing it no longer knows the command.
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

/// A command below another one.
protocol SubordinateCommand {
  /// All of its names, such as `look fit`.
  static var fullName: String { get }
}
