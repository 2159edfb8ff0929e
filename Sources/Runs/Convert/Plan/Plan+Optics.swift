public import BromidePhotos
public import BromideSampling

extension Plan {
  /// Sets the optics of each job from the first photo with the same camera, lens, focal length and
  /// ISO.
  ///
  /// If a photo cannot be opened, its settings stay unchanged, and it fails later.
  /// - Returns: The measurements for each group, in the order of its first photo.
  public mutating func lockOptics(by fitting: PhotoFitting) -> LockedOptics {
    var found: [LockedOptics.Entry] = []
    for (index, entry) in fitting.optics(of: jobs.map(\.input)).enumerated() {
      guard let entry else { continue }
      // Include only the group of this photo. So pictures stay current when you add photos of other
      // groups.
      jobs[index].settings.photo.loading.lockedOptics = LockedOptics([entry])
      if !found.contains(entry) { found.append(entry) }
    }
    return LockedOptics(found)
  }
}
