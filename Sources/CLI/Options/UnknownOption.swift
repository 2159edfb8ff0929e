internal import BromideSystem

/// Corrects ArgumentParser's messages about unknown options.
enum UnknownOption {
  /// Returns a message without the suggestion of a short name that differs in two or more letters.
  ///
  /// ArgumentParser suggests `--ca` for almost every unknown name of two letters.
  static func corrected(_ message: String) -> String {
    let parts = message.split(separator: "'", maxSplits: 4, omittingEmptySubsequences: false)
    guard parts.count == 5, parts[0].hasSuffix("Unknown option "), parts[2] == ". Did you mean "
    else { return message }
    let (typed, name) = (parts[1].drop { $0 == "-" }, parts[3].drop { $0 == "-" })
    guard name.count <= 3, Suggestion.distance(String(typed), String(name)) > 1 else {
      return message
    }
    return "\(parts[0])'\(parts[1])'" + parts[4].dropFirst()
  }
}
