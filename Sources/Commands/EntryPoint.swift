internal import ArgumentParser

/// Runs the command with the process's arguments and ends the process with its exit status.
public func runBromide() -> Never {
  BromideCommand.main()
  BromideCommand.exit()
}
