internal import ArgumentParser
internal import PhotoLoading
internal import Platform

if let bytes = Machine.shareScarceHeap() {
  if ArgumentText.arguments == [PhotoWorker.argument] { PhotoWorker.endForLackOfMemory() }
  Console.message("bromide serve: \(MemoryShortage.words(bytes))\n")
  ServeCommand.exit(withError: ExitCode(1))
}
if ArgumentText.arguments == [PhotoWorker.argument], let status = PhotoWorker.run() {
  ServeCommand.exit(withError: ExitCode(status))
}
if ArgumentText.arguments.first == PreviewCommand.word {
  PreviewCommand.main(Array(ArgumentText.arguments.dropFirst()))
} else {
  ServeCommand.main(ArgumentText.arguments)
}
