public import BromidePhotos
public import SystemPackage

/// The looks of photos that are known before they are developed.
extension LookList {
  /// Returns the look of the first photo that can be opened, for all photos.
  ///
  /// - Parameter loading: The settings for opening photos.
  public func first(of paths: [FilePath], _ loading: LoadSettings) -> FittedLooks {
    for path in paths {
      guard let photo = try? OpenedPhoto(path: path, settings: loading) else { continue }
      return FittedLooks([(look(of: photo), paths)])
    }
    return FittedLooks([])
  }

  /// Returns the look of each photo. Photos that cannot be opened are skipped.
  ///
  /// - Parameter loading: The settings for opening photos.
  public func groups(of paths: [FilePath], _ loading: LoadSettings) -> FittedLooks {
    var order: [LookGroup] = []
    var members: [LookGroup: [FilePath]] = [:]
    for path in paths {
      guard let photo = try? OpenedPhoto(path: path, settings: loading) else { continue }
      let group = LookGroup(photo)
      if members[group] == nil { order.append(group) }
      members[group, default: []].append(path)
    }
    return FittedLooks(order.map { (look(of: $0), members[$0] ?? []) })
  }
}
