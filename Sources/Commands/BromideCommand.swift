internal import ArgumentParser
internal import Platform

/// The command `bromide`.
struct BromideCommand: ParsableCommand {
  /// The commands below state it too, so that each can read what is typed by itself; see `typed`.
  static let name = "bromide"

  static let configuration = CommandConfiguration(
    commandName: name,
    abstract:
      "Develop camera raws into PNG; sample colours; render frames in which they change; lay out contact sheets; draw the curves of motion.",
    version: VersionText.text,
    subcommands: commands)

  private static let commands: [any ParsableCommand.Type] = [
    ConvertCommand.self, SampleCommand.self, RenderCommand.self, SheetCommand.self,
    CurvesCommand.self, FiltersCommand.self,
  ]
}

extension BromideCommand {
  /// What the process's arguments ask for.
  ///
  /// ArgumentParser makes all options of a command by reflection, four times over where it finds the command below
  /// another. What is typed is mostly right and names few filters, so it is first read by its own command alone, with
  /// options for those filters only, which takes 3 of 8.6 ms off the start. What that cannot read (help, completions,
  /// mistakes) is read again, from the top and with all options, and answered there.
  static func typed(_ arguments: [String] = ArgumentText.arguments) throws
    -> any ParsableCommand
  {
    if let type = commands.first(where: { $0.configuration.commandName == arguments.first }) {
      let command = FilterNames.limited(to: arguments) {
        try? type.parseAsRoot(Array(arguments.dropFirst()))
      }
      // Help is a command too.
      if let command, Swift.type(of: command) == type { return command }
    }
    if let name = arguments.first, !name.hasPrefix("-"), !names.contains(name) {
      throw ValidationError(
        "no command is called “\(name)”" + Suggestion.text(for: name, among: names))
    }
    return try parseAsRoot(arguments)
  }

  /// The first words that ArgumentParser knows.
  private static var names: [String] {
    commands.compactMap { $0.configuration.commandName } + ["help"]
  }
}
