internal import BromideRaw
// Compares Bromide's unpackers with LibRaw's on generated, damaged and given files.
internal import Foundation

var arguments = Array(CommandLine.arguments.dropFirst())
if arguments.first == "--describe" {
  Describe(
    unpacker: arguments[1] == "libraw" ? .libraw : .auto,
    stackFill: UInt8(arguments.last!) ?? 0
  ).run()
} else if let job = SampleJob(arguments) {
  try job.perform()
} else if let run = FuzzRun(arguments) {
  exit(try run.perform() ? 0 : 1)
} else {
  print(FuzzRun.usage)
  exit(arguments == ["--help"] ? 0 : 64)
}
