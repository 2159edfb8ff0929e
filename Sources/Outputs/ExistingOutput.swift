internal import PictureFiles
internal import Platform
package import SystemPackage

/// Decides whether an output that may exist is written, skipped or refused.
package enum ExistingOutput {
  package enum Decision: Sendable, Hashable {
    case write
    case skip(String)
    /// It must not be written, for this reason; the remedy, if any, is up to a person.
    case refuse(String, Remedy?)
  }

  /// - Parameters:
  ///   - input: The file that the picture is made from; nil if it is made from settings alone.
  ///   - fingerprint: The fingerprint that the picture will carry, without the sum of the input.
  ///   - origin: Reads the `PictureOrigin` of the input; nil if it cannot. It is called only for an input whose content is not
  ///     the picture's.
  package static func decide(
    input: FilePath?, output: FilePath, policy: ExistingPolicy, fingerprint: String,
    origin: () -> String? = { nil }
  ) -> Decision {
    decide(
      inputs: input.map { [$0] } ?? [], output: output, policy: policy,
      readsInputs: policy == .verify, content: Fingerprint.photo(in: fingerprint)?.content,
      origin: origin
    ) { made, _ in
      guard Fingerprint.quick(made) == fingerprint else { return false }
      guard policy == .verify, let input else { return true }
      guard let whole = Fingerprint.photo(in: made)?.whole else { return false }
      return (try? Fingerprint.whole(input))?.digits == whole
    }
  }

  /// - Parameters:
  ///   - inputs: The files that the picture is made from. If one is newer, the picture is made again.
  ///   - readsInputs: Whether `isCurrent` compares all of the files, so that their times do not matter.
  ///   - content: The content of the photo that the picture is made from, as its fingerprint has it; nil if it is not made from
  ///     one photo.
  ///   - origin: Reads the `PictureOrigin` of that photo; nil if it is not known.
  ///   - isCurrent: Whether a picture with this fingerprint and byte count equals the one that would be made.
  package static func decide(
    inputs: [FilePath], output: FilePath, policy: ExistingPolicy, readsInputs: Bool = false,
    content: String? = nil, origin: () -> String? = { nil },
    isCurrent: (_ fingerprint: String, _ byteCount: Int) -> Bool
  ) -> Decision {
    Temporaries.tidy(output.removingLastComponent())
    guard let existing = try? FileSystem.status(output) else { return .write }
    guard existing.kind == .file else { return .refuse("\(output) is not an ordinary file", nil) }
    if [.overwrite, .update, .verify].contains(policy), isCamerasOwn(output, of: inputs) {
      return .refuse(
        "\(output) is next to its raw, and Bromide did not make it",
        .goElsewhere)
    }
    switch policy {
    case .overwrite: return .write
    case .skip: return .skip("\(output) exists")
    case .fail: return .refuse("\(output) exists", nil)
    case .update, .verify: break
    }
    // A run that was killed while it took the name may leave an empty file, in which nothing can be lost.
    guard existing.size > 0 else { return .write }
    guard let made = self.fingerprint(of: output) else {
      return .refuse("\(output) exists and Bromide did not make it", .overwriteOrRename)
    }
    if policy == .update, let photo = Fingerprint.photo(in: made), photo.content != content {
      guard content != nil else {
        return .refuse("\(output) is the picture of a photo", .overwriteOrRename)
      }
      // A photo that was edited where it lies is no other one.
      guard let known = PictureOrigin.kept(of: output, showing: photo) else {
        return .refuse("\(output) shows another photo, or its photo has changed since", .keepBoth)
      }
      guard known == origin() else { return .refuse("\(output) shows another photo", .keepBoth) }
    }
    guard isWhole(output, size: existing.size) else { return .write }
    // A photo that changed after its picture was made is new, whatever the fingerprint sampled of it.
    let isOlder =
      readsInputs
      || inputs.allSatisfy { input in
        ((try? FileSystem.status(input))?.modified).map { $0 < existing.modified } ?? false
      }
    guard isOlder, isCurrent(made, existing.size), policy == .update || isSound(output) else {
      return .write
    }
    return .skip("\(output) is current")
  }

  /// Whether all of a picture is as it was written, as far as it can tell.
  private static func isSound(_ output: FilePath) -> Bool {
    guard let finding = (try? PictureCheck(output))?.finding else { return false }
    return [.whole, .unchecked].contains(finding)
  }

  /// Whether an output is a JPEG that a camera, or another program, wrote beside one of the raws and under its name. It may
  /// be the only one of its kind, so that no policy replaces it.
  private static func isCamerasOwn(_ output: FilePath, of inputs: [FilePath]) -> Bool {
    inputs.contains { input in
      input.reversibleStem == output.reversibleStem
        && FileSystem.resolved(input.parent) == FileSystem.resolved(output.parent)
    } && PictureFile.format(of: output) == .jpeg && fingerprint(of: output) == nil
  }

  /// The fingerprint that a picture carries; nil for other files.
  package static func fingerprint(of path: FilePath) -> String? {
    PictureFile.fingerprint(of: path)
  }

  /// Whether a picture ends as its format does. A copy that was cut short does not.
  package static func isWhole(_ path: FilePath, size: Int) -> Bool {
    PictureFile.isWhole(path, size: size)
  }
}
