internal import ArgumentParser

/// The command `bromide`.
struct BromideCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bromide",
    abstract:
      "Develop camera raws into PNG; sample colours; render frames in which they change; lay out contact sheets; draw the curves of motion.",
    version: VersionText.text,
    subcommands: [
      ConvertCommand.self, SampleCommand.self, RenderCommand.self, SheetCommand.self,
      CurvesCommand.self,
      FiltersCommand.self,
    ])
}
