internal import ArgumentParser
internal import BromideDevelop
internal import Synchronization

/// Parses a subcommand without the work that only help and errors need.
///
/// ArgumentParser creates and reflects all declarations at least twice for each parse. This takes
/// longer than a sample: of 103 million instructions of `bromide sample`, the parser used 89, and
/// help for the filters 20 of these. If a quick parse fails for any reason, the caller parses the
/// arguments again without it.
enum QuickParse {
  private final class Parse: Sendable {
    let namesFilter: Bool
    /// How often ArgumentParser has reflected the command.
    let reflections = Atomic<Int>(0)

    init(_ arguments: [String]) {
      namesFilter = arguments.contains { argument in
        guard argument.hasPrefix("--") else { return false }
        let name = argument.dropFirst(2).prefix { $0 != "=" }
        return name == "bw" || ParameterTable.all.contains { $0.name == name }
      }
    }
  }

  /// The quick parse on this thread, or `nil` outside.
  @TaskLocal private static var current: Parse?

  /// Whether ArgumentParser can print the help that it requests.
  static var needsHelp: Bool { current == nil }

  /// Returns the command of the arguments after its name, or `nil` if they are wrong or request
  /// help.
  static func command(
    _ type: any ParsableCommand.Type, _ arguments: [String]
  ) -> (any ParsableCommand)? {
    $current.withValue(Parse(arguments)) {
      guard let command = try? type.parseAsRoot(arguments), Swift.type(of: command) == type else {
        return nil
      }
      return command
    }
  }

  /// Returns the groups of options that ArgumentParser sees in a command.
  ///
  /// - Parameters:
  ///   - groups: All groups and the names of their properties, in order.
  ///   - filters: The property with `FilterOptions`. Its values are optional, so ArgumentParser
  ///     does not need their declarations if no flag is set.
  static func groups(
    _ groups: [(label: String?, value: Any)], filters: String
  ) -> [(label: String?, value: Any)] {
    guard let current else { return groups }
    // The second time, ArgumentParser looks for arguments that capture unknown options. Bromide has
    // none.
    guard current.reflections.add(1, ordering: .relaxed).newValue == 1 else { return [] }
    return current.namesFilter ? groups : groups.filter { $0.label != filters }
  }
}
