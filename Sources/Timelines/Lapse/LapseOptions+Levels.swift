public import BromidePhotos
public import BromideRaw

extension LapseOptions.Levels {
  /// Returns the levels to develop all photos of a sequence with, or `nil` if each photo uses its
  /// recorded levels.
  ///
  /// `lock` uses the levels of the first photo that decodes completely. If that photo has no
  /// mosaic, the result is `nil`.
  /// - Throws: `RawError` if the named photo cannot be decoded or has no mosaic.
  public func locked(
    for photos: [SequencePhoto], context: RunContext
  ) throws(RawError) -> LockedLevels? {
    switch self {
    case .own: return nil
    case .lock:
      for path in photos.filter({ $0.facts?.isStill != true }).map(\.path) {
        do throws(RawError) {
          return try LockedLevels.read(path: path, context: context)
        } catch { continue }
      }
      return nil
    case .file(let path):
      guard let levels = try LockedLevels.read(path: path, context: context) else {
        throw .unsupported(
          path: path, reason: "it does not have a mosaic, so its levels cannot be locked")
      }
      return levels
    }
  }
}
