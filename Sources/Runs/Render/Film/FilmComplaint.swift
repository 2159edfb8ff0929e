public import SystemPackage

/// The reason why a video is not supported, with a fix.
///
/// The text names settings as timelines do. A command can name its flags instead.
public enum FilmComplaint: Error, Sendable, Hashable {
  /// A setting cannot be used. The sentence starts with the setting's name.
  case setting(String)
  /// A setting needs another value.
  case value(String, setting: String, values: String)
  /// The sound begins after its end.
  case sound(String)
  /// ffmpeg is missing. The arguments encode Y4M from standard input.
  case noProgram(FilePath, arguments: String)
}

extension FilmComplaint: CustomStringConvertible {
  /// A sentence without a full stop.
  public var description: String {
    switch self {
    case .setting(let sentence), .sound(let sentence): sentence
    case .value(let problem, let setting, let values): "\(problem); use \(setting) \(values)"
    case .noProgram(let film, _): "\(film) needs ffmpeg, which is not on the path; install it"
    }
  }
}
