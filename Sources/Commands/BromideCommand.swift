internal import ArgumentParser

/// The command `bromide`.
struct BromideCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bromide",
    abstract:
      "Develop camera raws into PNG; sample colours; lay out contact sheets; draw the curves of motion.",
    version: VersionText.text,
    subcommands: [
      ConvertCommand.self, SampleCommand.self, SheetCommand.self, CurvesCommand.self,
      FiltersCommand.self,
    ])
}
