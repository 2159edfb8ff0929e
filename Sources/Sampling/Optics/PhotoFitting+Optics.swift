internal import BromideDevelop
public import BromidePhotos
internal import BromideSystem
public import SystemPackage

/// Measures lenses and sensors on photos, once for all photos of a group.
///
/// The reading comes from the first photo of a group in the order of all inputs, so that it does
/// not depend on threads.
extension PhotoFitting {
  /// Returns a reading for each photo, which is the same for all photos of a group.
  ///
  /// An entry is `nil` if the photo cannot be opened, or if no photo of its group can be decoded or
  /// has a mosaic. Photos are decoded one after the other, and all threads measure each.
  public func optics(of paths: [FilePath]) -> [LockedOptics.Entry?] {
    let loading = loading
    let crew = Crew(threads: jobs)
    let groups = crew.map(paths, until: isStopped) { path -> LockedOptics.Group? in
      (try? OpenedPhoto(path: path, settings: loading)).map {
        LockedOptics.Group($0.metadata, size: $0.size)
      }
    }
    var firsts: [LockedOptics.Group] = []
    var members: [[Int]] = []
    for (index, group) in groups.enumerated() {
      guard let group = group ?? nil else { continue }
      if let known = firsts.firstIndex(where: { $0.takes(group) }) {
        members[known].append(index)
      } else {
        firsts.append(group)
        members.append([index])
      }
    }
    var entries = [LockedOptics.Entry?](repeating: nil, count: paths.count)
    for (group, indices) in zip(firsts, members) {
      let entry = first(of: indices.map { paths[$0] }, group, crew)
      for index in indices { entries[index] = entry }
    }
    return entries
  }

  /// Returns the reading of the first photo that has one. All photos of the group use it.
  private func first(
    of paths: [FilePath], _ group: LockedOptics.Group, _ crew: Crew
  ) -> LockedOptics.Entry? {
    for path in paths {
      if isStopped() { return nil }
      guard
        let photo = try? LoadedPhoto(path: path, settings: loading, crew: { crew($0) }),
        let reading = photo.source.opticsReading(loading.effectiveInstructionSet, crew: crew)
      else { continue }
      return LockedOptics.Entry(
        group, photo: path.lastComponent?.string ?? path.string, reading: reading)
    }
    return nil
  }
}
