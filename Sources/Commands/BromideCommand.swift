internal import ArgumentParser

/// The command `bromide`.
struct BromideCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bromide", abstract: "Develops camera raws into PNG.")

}
