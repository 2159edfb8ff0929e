public import BromidePhotos
internal import BromideSampling
internal import BromideSystem
public import SystemPackage

/// Selects the finished pictures of a folder that are photos themselves.
///
/// It skips pictures that a camera stored next to a raw with the same name, and pictures that
/// Bromide rendered: frames, contact sheets, plots. Pictures that Bromide converted from photos are
/// included.
public final class StillChoice {
  /// The names of raws in each folder, without extensions, in lower case.
  private var raws: [FilePath: Set<String>] = [:]

  private let context: RunContext

  /// Creates an empty choice. Use one choice for all files of a run.
  public init(_ context: RunContext) { self.context = context }

  /// Returns whether a file in a folder is a finished picture and a photo itself.
  public func isPhoto(_ path: FilePath) -> Bool {
    guard StillPhoto.isStill(path, context: context), !isNextToRaw(path) else { return false }
    guard let made = PictureFile.fingerprint(of: path, context: context) else { return true }
    return Fingerprint.photo(in: made) != nil
  }

  /// Whether a file is a frame that Bromide rendered.
  package static func isFrame(_ path: FilePath, context: RunContext) -> Bool {
    StillPhoto.isStill(path, context: context)
      && PictureFile.fingerprint(of: path, context: context).map { isFrame(text: $0) } ?? false
  }

  /// Returns whether a picture's fingerprint text is from a frame, of any version.
  ///
  /// The text is `v1 frame HASH with VERSION on v3`. For raws, the demosaics follow: `by
  /// cells,rcd`.
  package static func isFrame(text: String) -> Bool {
    let words = text.split(separator: " ")
    return (words.count == 7 || words.count == 9 && words[7] == "by")
      && ["frame", Fingerprint.draft[...]].contains(words[1])
  }

  private func isNextToRaw(_ path: FilePath) -> Bool {
    let folder = path.removingLastComponent()
    let known = raws[folder] ?? stems(of: folder)
    raws[folder] = known
    return known.contains(path.reversibleStem.lowercased())
  }

  private func stems(of folder: FilePath) -> Set<String> {
    let names = (try? FileSystem.entries(of: folder)) ?? []
    return Set(
      names.map { folder.appending($0) }.filter { FileKind.isRawName($0) }
        .map { $0.reversibleStem.lowercased() })
  }
}
