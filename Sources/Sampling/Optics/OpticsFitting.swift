internal import Develop
public import PhotoLoading
internal import Scheduling
public import SystemPackage

/// Finds what photos tell of lenses and sensors, once for all photos of a group.
///
/// The first photo of a group in the order of all inputs decides, so that the result does not depend on threads.
public struct OpticsFitting: Sendable {
  private let loading: LoadSettings
  private let jobs: Int
  private let isStopped: @Sendable () -> Bool

  /// - Parameters:
  ///   - loading: How photos are decoded.
  ///   - jobs: Threads to use.
  ///   - isStopped: Asked before each photo: whether to leave out the rest.
  public init(
    loading: LoadSettings, jobs: Int, isStopped: @escaping @Sendable () -> Bool = { false }
  ) {
    self.loading = loading
    self.jobs = jobs
    self.isStopped = isStopped
  }

  /// A reading for each photo, equal for those of a group; nil for photos that cannot be opened, and where no photo of a group
  /// can be decoded or has a mosaic.
  ///
  /// One photo is decoded at a time, and measured by all threads.
  public func entries(of paths: [FilePath]) -> [LockedOptics.Entry?] {
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

  /// The reading of the first photo that has one; it is for all that its group takes.
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
