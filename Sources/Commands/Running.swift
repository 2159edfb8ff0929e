internal import ArgumentParser
internal import Platform

extension ParsableCommand {
  /// Does a command's work and ends the process with its status. Wrong usage that the work finds is told
  /// as ArgumentParser tells what it finds itself, which here no longer knows the command.
  func end(after work: () throws -> ExitStatus) throws {
    ignoreClosedPipes()
    occupyClosedStreams()
    do {
      let status = try work()
      // Nothing thrown is nothing looked up: ArgumentParser makes a parser anew to end with an error, even with 0.
      if status != .done { throw status.code }
    } catch let error as UsageError {
      Console.message(
        "Error: \(error.message)\n  See 'bromide \(Self._commandName) --help' for more information.\n"
      )
      throw ExitStatus.usage.code
    }
  }
}
