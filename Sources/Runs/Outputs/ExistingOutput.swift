internal import BromideCodecs
package import BromidePhotos
internal import BromideSystem
package import SystemPackage

/// Chooses whether to write, skip or protect an existing output.
package enum ExistingOutput {
  package enum Decision: Sendable, Hashable {
    case write
    case skip(String)
    /// The output must stay, or its folder cannot be created, for this reason. The fix, if any, is
    /// for a person to choose.
    case reject(String, Remedy?)
  }

  /// Chooses the action for a picture of one input.
  ///
  /// - Parameters:
  ///   - input: The photo of the picture, or `nil` if the picture depends only on settings.
  ///   - context: The means with which the output is read.
  ///   - fingerprint: The new fingerprint, without the checksum of the input.
  ///   - origin: Returns the `PictureOrigin` of the input, or `nil` if it is unknown. This is
  ///     called only if the input's content
  ///     differs from the picture's content.
  package static func decide(
    input: FilePath?, output: FilePath, policy: ExistingPolicy, context: RunContext,
    fingerprint: String, origin: () -> String? = { nil }
  ) -> Decision {
    decide(
      inputs: input.map { [$0] } ?? [], output: output, policy: policy, context: context,
      readsInputs: policy == .verify, content: Fingerprint.photo(in: fingerprint)?.content,
      origin: origin
    ) { made, _ in
      guard Fingerprint.quick(made) == fingerprint else { return false }
      guard policy == .verify, let input else { return true }
      guard let whole = Fingerprint.photo(in: made)?.whole else { return false }
      return (try? Fingerprint.whole(input))?.digits == whole
    }
  }

  /// Chooses the action for a picture of several inputs.
  ///
  /// - Parameters:
  ///   - inputs: The files that the picture depends on. If one is newer, the picture is out of
  ///     date.
  ///   - context: The means with which the output is read.
  ///   - readsInputs: Whether `isCurrent` compares the complete files, so that their times do not
  ///     matter.
  ///   - content: The content of the photo in the new fingerprint, or `nil` if the picture does not
  ///     depend on a single photo.
  ///   - origin: Returns the `PictureOrigin` of the photo, or `nil` if it is unknown.
  ///   - isCurrent: Returns whether an existing fingerprint and byte count match the new picture.
  package static func decide(
    inputs: [FilePath], output: FilePath, policy: ExistingPolicy, context: RunContext,
    readsInputs: Bool = false, content: String? = nil, origin: () -> String? = { nil },
    isCurrent: (_ fingerprint: String, _ byteCount: Int) -> Bool
  ) -> Decision {
    Temporaries.tidy(output.removingLastComponent())
    guard let existing = try? FileSystem.status(output) else {
      let error = FileSystem.folderError(output.removingLastComponent())
      return error.map { .reject($0.description, nil) } ?? .write
    }
    guard existing.kind == .file else { return .reject("\(output) is not an ordinary file", nil) }
    if let reason = photoReason(output, inputs, context) { return .reject(reason, nil) }
    if [.overwrite, .update, .verify].contains(policy), isCamerasOwn(output, of: inputs, context) {
      return .reject(
        "\(output) is next to its raw, and Bromide did not make it",
        .goElsewhere)
    }
    switch policy {
    case .overwrite: return .write
    case .skip: return .skip("\(output) exists")
    case .fail: return .reject("\(output) exists", nil)
    case .update, .verify: break
    }
    // Replace empty files. An interrupted run can leave one, and no data is lost.
    guard existing.size > 0 else { return .write }
    guard let made = PictureFile.fingerprint(of: output, context: context) else {
      return .reject("\(output) exists and Bromide did not make it", .overwriteOrRename)
    }
    if let photo = Fingerprint.photo(in: made), photo.content != content {
      guard content != nil else {
        return .reject("\(output) is the picture of a photo", .overwriteOrRename)
      }
      // An edited photo in the same folder still belongs to the picture.
      guard let known = PictureOrigin.kept(of: output, showing: photo) else {
        return .reject("\(output) shows another photo, or its photo has changed since", .keepBoth)
      }
      guard known == origin() else { return .reject("\(output) shows another photo", .keepBoth) }
    }
    guard PictureFile.isWhole(output, size: existing.size) else { return .write }
    // If a photo has changed after its picture was made, replace the picture. The fingerprint
    // samples the photo and could miss the edit.
    let isOlder =
      readsInputs
      || inputs.allSatisfy { input in
        ((try? FileSystem.status(input))?.modified).map { $0 < existing.modified } ?? false
      }
    guard isOlder, isCurrent(made, existing.size), policy == .update || isSound(output, context)
    else {
      return .write
    }
    return .skip("\(output) is current")
  }

  /// Returns the reason why a file must stay under every policy: it is an input, or a camera raw.
  private static func photoReason(
    _ output: FilePath, _ inputs: [FilePath], _ context: RunContext
  ) -> String? {
    if let problem = InputKeys(inputs).problem(with: [output]) { return problem.description }
    // Most outputs are known by their first bytes. Raws can be TIFFs, and their headers take longer.
    guard [nil, .tiff].contains(PictureFile.format(of: output)),
      PictureFile.fingerprint(of: output, context: context) == nil,
      FileKind.of(output, context: context).reading == .raw
    else { return nil }
    return "\(output) is a raw, and Bromide never replaces raws"
  }

  /// Returns whether a picture is intact, as far as its checksum shows.
  private static func isSound(_ output: FilePath, _ context: RunContext) -> Bool {
    guard let finding = (try? PictureCheck(output, context: context))?.finding else { return false }
    return [.whole, .unchecked].contains(finding)
  }

  /// Returns whether an output is a JPEG with a raw's name, but not written by Bromide.
  ///
  /// It may be the camera's only JPEG of the photo, so every policy protects it.
  private static func isCamerasOwn(
    _ output: FilePath, of inputs: [FilePath], _ context: RunContext
  ) -> Bool {
    inputs.contains { input in
      input.reversibleStem == output.reversibleStem
        && FileSystem.resolved(input.parent) == FileSystem.resolved(output.parent)
    } && PictureFile.format(of: output) == .jpeg
      && PictureFile.fingerprint(of: output, context: context) == nil
  }
}
