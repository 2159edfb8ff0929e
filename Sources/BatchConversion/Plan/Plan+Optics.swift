internal import Outputs
public import PhotoLoading
public import Sampling

extension Plan {
  /// Gives every job what the first photo of its camera, lens, focal length and sensitivity tells of them.
  ///
  /// A photo that cannot be opened keeps what it has, and fails when it is its turn.
  /// - Returns: What was found, for each group in the order of its first photo.
  public mutating func lockOptics(by fitting: OpticsFitting) -> LockedOptics {
    var found: [LockedOptics.Entry] = []
    for (index, entry) in fitting.entries(of: jobs.map(\.input)).enumerated() {
      guard let entry else { continue }
      // Its own alone, so that a picture stays current when photos of other groups join.
      jobs[index].settings.photo.loading.lockedOptics = LockedOptics([entry])
      if !found.contains(entry) { found.append(entry) }
    }
    return LockedOptics(found)
  }
}
