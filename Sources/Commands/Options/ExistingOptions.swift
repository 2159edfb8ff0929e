internal import ArgumentParser
internal import Outputs

/// What becomes of outputs that exist, wherever a command writes files.
struct ExistingOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Outputs that exist", of: Choice.names(ExistingPolicy.self), standard: "update"),
    completion: .list(Choice.names(ExistingPolicy.self)), transform: Choice.value)
  var ifExists: ExistingPolicy?

  @Flag(name: .customShort("y"), help: "The same as --if-exists overwrite.")
  var overwrites = false

  mutating func validate() throws {
    if overwrites, let ifExists, ifExists != .overwrite {
      throw ValidationError(
        "-y overwrites, --if-exists \(ifExists.rawValue) does not; give one of them")
    }
  }

  var policy: ExistingPolicy { overwrites ? .overwrite : ifExists ?? .update }
}
