/// Rejects words such as `-photo.dng`, which a pattern of the shell can produce.
///
/// ArgumentParser finds the `h` of `-h` in them: it would print the help with exit status 0, and
/// the run would skip all photos.
enum DashedName {
  /// Returns an error for the first word with an `h` that is not a row of short flags, or `nil`.
  static func rejection(_ arguments: [String]) -> String? {
    let options = arguments.prefix { $0 != "--" }
    let name = options.first { word in
      word.hasPrefix("-") && !word.hasPrefix("--") && word.contains("h")
        && !word.dropFirst().allSatisfy(shortFlags.contains)
    }
    return name.map { "unknown option '\($0)'; if it is the name of a file, write ./\($0)" }
  }

  /// The short flags of all commands.
  private static let shortFlags: Set<Character> = ["h", "j", "n", "o", "q", "r", "v", "y"]
}
