internal import ArgumentParser

/// The command `bromide`.
struct BromideCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bromide",
    abstract: "Develop camera raws into PNG.",
    version: VersionText.text,
    subcommands: [ConvertCommand.self, FiltersCommand.self])
}
