internal import ArgumentParser
internal import Platform
internal import RawDecoding

/// Runs the command with the process's arguments and ends the process with its exit status.
public func runBromide() -> Never {
  if let mismatch = LibRawVersion.mismatch {
    Console.message("bromide: \(mismatch)\n")
    BromideCommand.exit(withError: ExitStatus.inputsFailed.code)
  }
  do {
    var command = try BromideCommand.typed()
    try command.run()
    BromideCommand.exit()
  } catch {
    BromideCommand.exit(withError: error)
  }
}
