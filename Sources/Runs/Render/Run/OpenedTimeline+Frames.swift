internal import BromideSystem
internal import BromideTimelines
public import SystemPackage

extension OpenedTimeline {
  /// The differences between the frames in a folder and its manifest.
  public struct FrameGap: Sendable, Hashable {
    /// The folder.
    public let folder: FilePath
    /// The number of frames that the folder lacks, for example of other machines.
    public let missing: Int
    /// The number of frames of the timeline that was rendered.
    public let total: Int
    /// The names of shown frames that the manifest lacks. An older timeline left them.
    public let older: [String]
  }

  /// Returns the differences between the frames that a source shows and their manifest, or `nil` if
  /// they agree, the source does not show a folder of frames, or the folder has no manifest.
  public func frameGap(of source: Int) -> FrameGap? {
    guard showsFrames[source], unchosen == 0,
      case .sequence(let list) = timeline.sources[source].content,
      list.paths.count == 1, FileSystem.isFolder(list.paths[0]),
      let manifest = Manifest.read(in: list.paths[0])
    else { return nil }
    let listed = Set(manifest.frames.map(\.name))
    let shown = photos[source].map(\.path.reversibleName)
    let older = shown.filter { !listed.contains($0) }
    let missing = manifest.header.frames - (shown.count - older.count)
    guard missing > 0 || !older.isEmpty else { return nil }
    return FrameGap(
      folder: list.paths[0], missing: missing, total: manifest.header.frames, older: older)
  }
}
