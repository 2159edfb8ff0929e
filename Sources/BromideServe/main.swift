internal import ArgumentParser
internal import PhotoLoading
internal import Platform

if ArgumentText.arguments == [PhotoWorker.argument], let status = PhotoWorker.run() {
  ServeCommand.exit(withError: ExitCode(status))
}
ServeCommand.main(ArgumentText.arguments)
