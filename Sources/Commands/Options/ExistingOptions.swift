internal import ArgumentParser
internal import BatchConversion

/// How a command treats outputs that already exist.
struct ExistingOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "How to treat outputs that already exist", of: Choice.names(ExistingPolicy.self),
      standard: "update"),
    completion: .list(Choice.names(ExistingPolicy.self)), transform: Choice.value)
  var ifExists: ExistingPolicy?

  @Flag(name: .customShort("y"), help: "Same as --if-exists overwrite.")
  var overwrites = false

  mutating func validate() throws {
    if overwrites, let ifExists, ifExists != .overwrite {
      throw ValidationError(
        "-y contradicts --if-exists \(ifExists.rawValue); give one of them")
    }
  }

  var policy: ExistingPolicy { overwrites ? .overwrite : ifExists ?? .update }
}
