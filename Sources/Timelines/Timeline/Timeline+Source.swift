internal import BromideDevelop
internal import BromideSystem
public import SystemPackage

extension Timeline {
  /// Creates the timeline for a single photo, folder or clip, at its natural speed.
  ///
  /// A single photo is one frame with its end state.
  ///
  /// - Parameter path: A folder for a sequence of its photos sorted by time, a name ending in
  ///   `.y4m` for a clip, or a photo.
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

  /// Returns whether a path is a document, which ends in `.yaml`, `.yml` or `.json`.
  public static func isDocument(_ path: FilePath) -> Bool {
    ["yaml", "yml", "json"].contains(path.lowercasedExtension)
  }

  /// Returns the conflicts of flags with tracks: one problem for each flag that sets a moving
  /// parameter, with the track's line.
  ///
  /// - Parameter flags: Names of the flags, without dashes. Include `white-balance` only if it is
  ///   numeric.
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
