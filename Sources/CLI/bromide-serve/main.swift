internal import ArgumentParser
internal import BromidePhotos
internal import BromideSystem

if let bytes = Machine.shareScarceHeap() {
  if ArgumentText.arguments == [PhotoWorker.argument] { PhotoWorker.endForLackOfMemory() }
  Console.message("bromide serve: \(MemoryShortage.words(bytes))\n")
  ServeCommand.exit(withError: ExitCode(1))
}
if ArgumentText.arguments == [PhotoWorker.argument], let status = PhotoWorker.run() {
  ServeCommand.exit(withError: ExitCode(status))
}
if ArgumentText.arguments.first == PreviewCommand.word {
  run(PreviewCommand.self, Array(ArgumentText.arguments.dropFirst()))
} else {
  run(ServeCommand.self, ArgumentText.arguments)
}

/// Runs a command, or prints its help in the length that the arguments request.
private func run(_ type: any ParsableCommand.Type, _ arguments: [String]) -> Never {
  do {
    var command = try type.parseAsRoot(arguments)
    try command.run()
    type.exit()
  } catch {
    Console.widen(to: HelpText.leastColumns)
    guard type.exitCode(for: error) == .success else { type.exit(withError: error) }
    _ = Console.output(HelpText.printed(type.fullMessage(for: error), for: arguments) + "\n")
    type.exit()
  }
}
