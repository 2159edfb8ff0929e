internal import ArgumentParser
internal import BromideSystem

/// The script that completes arguments in a shell.
///
/// ArgumentParser does not support inputs next to subcommands: zsh rejects its script. So it
/// generates the script without the subcommands of `sample`, and this adds them.
enum CompletionScript {
  /// Whether the user requests a script.
  static var isRequested: Bool {
    ArgumentText.arguments.contains { $0.hasPrefix("--generate-completion-script") }
  }

  /// Returns ArgumentParser's script for any shell, with the subcommands of `sample`.
  static func completed(_ script: String) -> String {
    let names = PlaceOptions.tasks.compactMap { $0.configuration.commandName }
    let list = names.joined(separator: " ")
    if script.hasPrefix("#compdef") {
      // Both a subcommand and a file can be the first argument.
      let spec = inserting(
        "'1:inputs:__bromide_first_of_sample'\n        ", before: "'*:inputs:_files'", in: script)
      return spec.replacing(
        function,
        with: """

          __bromide_first_of_sample() {
              _alternative 'commands:command:(\(list))' 'files:file:_files'
          }
          \(function)
          """)
    }
    if script.contains("COMPREPLY") {
      return inserting(
        """
            1)
                __bromide_add_completions -W '\(names.joined(separator: "'$'\\n''"))'
                __bromide_add_completions -f
                return
                ;;

        """, before: "    *)\n", in: script)
    }
    let test = #"__bromide_should_offer_completions_for_positional "bromide sample" -eq 1"#
    return script + "\ncomplete -c 'bromide' -n '\(test)' -a '\(list)'"
  }

  /// The beginning of the function for `sample`.
  private static let function = "\n_bromide_sample() {"

  /// Inserts a text before the first place of another text in the function for `sample`.
  private static func inserting(
    _ text: String, before other: String, in script: String
  ) -> String {
    guard let start = script.firstRange(of: function)?.upperBound,
      let place = script[start...].firstRange(of: other)?.lowerBound
    else { return script }
    var script = script
    script.insert(contentsOf: text, at: place)
    return script
  }
}
