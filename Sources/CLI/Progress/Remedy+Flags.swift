internal import BromideRuns
internal import BromideSystem

extension Remedy {
  /// The flags for this fix.
  private var flags: String {
    switch self {
    case .keepDamaged: "use --damaged keep for the part that can be decoded"
    case .overwrite: "-y overwrites it"
    case .overwriteOrRename: "-y overwrites it, --name chooses another name"
    case .goElsewhere: "--name or -o puts the picture elsewhere"
    case .keepBoth: "--name '{folder}-{stem}' keeps both, -y overwrites it"
    case .searchSubfolders: "add -r to look into its folders"
    case .nameOutput(let path): "to write it, use -o \(path.visible)"
    }
  }

  /// Returns a reason, followed by the flags of a fix.
  static func advice(_ reason: String, _ remedy: Remedy?) -> String {
    remedy.map { "\(reason); \($0.flags)" } ?? reason
  }
}

extension FilmComplaint {
  /// The sentence with flags instead of settings.
  var advice: String {
    switch self {
    case .setting(let sentence): "--\(sentence)"
    case .value(let problem, let setting, let values): "\(problem); use --\(setting) \(values)"
    case .sound: description
    case .noProgram(_, let arguments):
      "\(self), or pipe into one elsewhere: --y4m - | ffmpeg \(arguments)"
    }
  }
}

extension RunOutcome {
  /// The outcome with the fix added to its reason, for reports and messages.
  var advised: Self {
    var outcome = self
    outcome.reason = reason.map { Remedy.advice($0, remedy) }
    outcome.remedy = nil
    return outcome
  }
}
