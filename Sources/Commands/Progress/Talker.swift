internal import BatchConversion
internal import Platform
internal import SystemPackage

/// Says things on standard error, as loud as was asked for.
struct Talker {
  let quiet: Bool
  let verbose: Bool
  /// Whether bars and cursor movements make sense.
  let isTerminal: Bool
  let hasColor: Bool

  init(quiet: Bool, verbose: Bool) {
    self.quiet = quiet
    self.verbose = verbose
    isTerminal = Console.isTerminal(2) && Console.environment("TERM") != "dumb"
    hasColor = Console.hasColor(2)
  }

  /// Whether standard output is a terminal that shows every colour and is wanted to.
  static var showsAllColors: Bool {
    let term = Console.environment("COLORTERM")
    return Console.hasColor(1) && (term == "truecolor" || term == "24bit")
  }

  func say(_ text: String) { if !quiet { Console.message(text + "\n") } }

  func detail(_ text: String) { if verbose { Console.message(text + "\n") } }

  func warn(_ text: String) {
    if !quiet { Console.message(emphasized("warning: ", "33") + text + "\n") }
  }

  /// What went wrong, said even when quiet.
  func complain(_ text: String) { Console.message(text + "\n") }

  /// `text` in a colour of ECMA-48's SGR, where colours are wanted.
  func emphasized(_ text: String, _ code: String) -> String {
    hasColor ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }

  /// What the plan left out or renamed.
  func begin(_ plan: Plan) {
    if !plan.leftOut.isEmpty {
      say(
        "left out \(plan.leftOut.count) \(plan.leftOut.count == 1 ? "file that is" : "files that are") no raw photo"
      )
      for path in plan.leftOut { detail("  left out: \(path)") }
    }
    if !plan.duplicates.isEmpty {
      say("\(plan.duplicates.count) named twice, converted once")
      for path in plan.duplicates { detail("  named twice: \(path)") }
    }
  }
}
