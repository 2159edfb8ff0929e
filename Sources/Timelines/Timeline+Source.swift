internal import Develop
internal import Platform
public import SystemPackage

extension Timeline {
  /// The timeline that a bare photo, folder or clip stands for: itself as the only source, in natural speed.
  ///
  /// A photo alone is one frame, its end state.
  ///
  /// - Parameter path: A folder is a sequence of its photos by time; a name ending in `.y4m` is a clip; all else a photo.
  public init(source path: FilePath) {
    self.init()
    if FileSystem.isFolder(path) {
      sources = [TimelineSource(.sequence(PhotoList([path])))]
    } else if path.lowercasedExtension == "y4m" {
      sources = [TimelineSource(.clip(path))]
    } else {
      var source = TimelineSource(.photo(path))
      source.duration = .frames(1)
      sources = [source]
    }
  }

  /// Whether a path names a document: one ending in `.yaml`, `.yml` or `.json`.
  public static func isDocument(_ path: FilePath) -> Bool {
    ["yaml", "yml", "json"].contains(path.lowercasedExtension)
  }

  /// What is wrong where flags set what tracks move: a problem for each such flag, at the track's line.
  ///
  /// - Parameter flags: Names of the flags that were given, without dashes; `white-balance` only where it states numbers.
  public func problems(ofFlags flags: Set<String>) -> [TimelineProblem] {
    sources.flatMap(\.tracks).compactMap { track in
      let name = track.parameter.name
      let isBalance = ["temperature", "tint"].contains(name) && flags.contains("white-balance")
      guard flags.contains(name) || isBalance else { return nil }
      let flag = flags.contains(name) ? name : "white-balance"
      return TimelineProblem(
        path: path ?? "", line: track.line, key: name,
        reason: "moves here, so --\(flag) is refused; change the track or leave the flag out")
    }
  }
}
