internal import Outputs
internal import PhotoLoading
internal import Platform
internal import Sampling
public import SystemPackage

/// Which finished pictures of a folder are photos of their own.
///
/// Those are none that a camera made beside a raw, which have its name, and none that Bromide drew: frames, contact sheets,
/// plots. Pictures that it converted from photos count.
public final class StillChoice {
  /// The names of raws in each folder, without extensions, in lower case.
  private var raws: [FilePath: Set<String>] = [:]

  /// Nothing known yet; one choice serves the files of a run.
  public init() {}

  /// Whether a file of a folder is a finished picture and a photo of its own.
  public func isPhoto(_ path: FilePath) -> Bool {
    guard StillPhoto.isStill(path), !isBesideRaw(path) else { return false }
    guard let made = ExistingOutput.fingerprint(of: path) else { return true }
    return Fingerprint.photo(in: made) != nil
  }

  /// Whether a file is a frame that Bromide rendered.
  package static func isFrame(_ path: FilePath) -> Bool {
    StillPhoto.isStill(path)
      && ExistingOutput.fingerprint(of: path).map { isFrame(text: $0) } ?? false
  }

  /// Whether the text of a picture is that of a frame, by any version: `v1 frame HASH with VERSION on v3`, with the demosaics of raws at
  /// its end: `by cells,rcd`.
  package static func isFrame(text: String) -> Bool {
    let words = text.split(separator: " ")
    return (words.count == 7 || words.count == 9 && words[7] == "by")
      && ["frame", Fingerprint.draft[...]].contains(words[1])
  }

  private func isBesideRaw(_ path: FilePath) -> Bool {
    let folder = path.removingLastComponent()
    let known = raws[folder] ?? stems(of: folder)
    raws[folder] = known
    return known.contains(path.reversibleStem.lowercased())
  }

  private func stems(of folder: FilePath) -> Set<String> {
    let names = (try? FileSystem.entries(of: folder.isEmpty ? "." : folder)) ?? []
    return Set(
      names.map { folder.appending($0) }.filter { FileKind.isRawName($0) }
        .map { $0.reversibleStem.lowercased() })
  }
}
