internal import ArgumentParser
internal import BromideTimelines

/// Reads `--holy-grail`, which can have a window: `--holy-grail=12f`.
///
/// ArgumentParser does not support a flag with an optional value after `=`. An option would use the
/// folder as its value in `bromide render --holy-grail night/`. So we convert the window to a
/// separate option before parsing.
enum HolyGrailText {
  /// Returns the arguments, with each `--holy-grail=WINDOW` split into a flag and an option.
  static func parted(_ arguments: [String]) -> [String] {
    let options = arguments.prefix { $0 != "--" }
    return options.flatMap { argument in
      let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      return parts.count == 2 && parts[0] == "--holy-grail"
        ? ["--holy-grail", "--holy-grail-window", String(parts[1])] : [argument]
    } + arguments.dropFirst(options.count)
  }

  /// Reads `12f`, `12` or `2s`.
  static func window(_ text: String) throws -> TimePoint {
    switch TimePoint(Int(text) == nil ? text : text + "f") {
    case .frames(let count)? where count > 0: return .frames(count)
    case .seconds(let seconds)? where seconds > 0: return .seconds(seconds)
    default:
      throw ValidationError("--holy-grail=“\(text)”: expected photos (12f) or seconds (2s)")
    }
  }
}
