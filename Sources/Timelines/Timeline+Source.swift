internal import Develop
internal import Platform
public import SystemPackage

extension Timeline {
  /// Creates the timeline that a bare photo, folder or clip stands for, with the source itself at
  /// its natural speed.
  ///
  /// A single photo is one frame: its end state.
  ///
  /// - Parameter path: A folder for a sequence of its photos by time, a name ending in `.y4m` for a
  ///   clip, or else a photo.
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

  /// The conflicts of flags with tracks: a problem for each flag that sets a moving parameter, at
  /// the track's line.
  ///
  /// - Parameter flags: Names of the given flags, without dashes; `white-balance` only if it states
  ///   numbers.
  public func problems(ofFlags flags: Set<String>) -> [TimelineProblem] {
    sources.flatMap(\.tracks).compactMap { track in
      let name = track.parameter.name
      let isBalance = ["temperature", "tint"].contains(name) && flags.contains("white-balance")
      guard flags.contains(name) || isBalance else { return nil }
      let flag = flags.contains(name) ? name : "white-balance"
      return TimelineProblem(
        path: path ?? "", line: track.line, key: name,
        reason: "moves here, so --\(flag) is not possible; change the track or remove the flag")
    }
  }
}
