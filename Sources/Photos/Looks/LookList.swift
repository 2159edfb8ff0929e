public import BromideValues

/// Looks of several cameras and camera settings, from a look file.
public struct LookList: Sendable, Hashable, Codable {
  /// The file's path as specified, for messages.
  public let path: String
  /// The curves. Their origins are the groups of photos, each once.
  public let curves: [LookCurve]

  /// Returns the look for a photo: the curve with its make, model, style and mode, or the standard
  /// look with the reason if the list does not contain one.
  public func look(of photo: OpenedPhoto) -> CameraLook { look(of: LookGroup(photo)) }

  /// Returns the look for photos of a group.
  public func look(of group: LookGroup) -> CameraLook {
    guard let curve = curves.first(where: { LookGroup($0.origin) == group }) else {
      return CameraLook(missing: group, in: path)
    }
    return CameraLook(.success(curve), origin: curve.origin)
  }
}

/// The contents of a look file.
public enum SavedLook: Sendable, Hashable, Codable {
  /// One look for all photos.
  case single(Look)
  /// A look for each group of photos.
  case list(LookList)
}
