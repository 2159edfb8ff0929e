internal import BromidePhotos
internal import BromideRaw
internal import BromideSampling
public import BromideSystem
public import SystemPackage

/// The values that a plan measures on some photos, and sets for all of them.
public struct ConvertLocks: Sendable {
  /// The photo with the black and white levels of all photos.
  public enum Levels: Sendable, Hashable {
    /// Each photo has its own levels.
    case own
    /// The first photo that decodes without damage.
    case first
    /// One photo.
    case of(FilePath)
  }

  /// The source of the levels.
  public var levels = Levels.own
  /// Whether the first photo with a camera, lens, focal length and ISO sets the optics of the
  /// others.
  public var optics = false
  /// Whether all photos of a camera model share an exposure, if the files and the table of models
  /// do not contain it.
  public var exposures = false
  /// Whether to fit one look per camera and camera setting.
  public var looks = false
  /// The threads and the memory for measuring.
  public var run = RunOptions()

  /// Creates locks that do not measure any photos.
  public init() {}

  /// Returns jobs with the locked values. Each measurement uses the values before it.
  ///
  /// If a photo cannot be opened, its settings stay unchanged, and it fails later.
  /// - Parameters:
  ///   - inputs: The photos of all shards, which share their exposures.
  ///   - context: The means with which photos are opened.
  /// - Throws: `PlanError.noLevels`.
  func locked(
    _ jobs: [ConvertJob], of inputs: [FilePath], context: RunContext
  ) throws(PlanError) -> [ConvertJob] {
    var jobs = jobs
    if let levels = try lockedLevels(of: jobs, context) {
      for index in jobs.indices { jobs[index].settings.photo.loading.lockedLevels = levels }
    }
    guard !jobs.isEmpty else { return [] }
    // The settings for measuring, with the values so far.
    var photo: PhotoSettings { jobs[0].settings.photo }
    if optics {
      for (index, entry) in fitting(photo).optics(of: jobs.map(\.input)).enumerated() {
        guard let entry else { continue }
        // Include only the group of this photo. So pictures stay current when you add photos of
        // other groups.
        jobs[index].settings.photo.loading.lockedOptics = LockedOptics([entry])
      }
    }
    if exposures {
      let exposure = photo.lockingExposures(of: inputs, [photo.recipe], by: fitting(photo))
        .loading.unknownExposure
      for index in jobs.indices { jobs[index].settings.photo.loading.unknownExposure = exposure }
    }
    if looks {
      let raws = jobs.map(\.input).filter { !FileKind.of($0, context: context).isStill }
      let looks = fitting(photo).lookGroups(of: raws)
      for index in jobs.indices { jobs[index].settings.photo.cameraLooks = .fitted(looks) }
    }
    return jobs
  }

  private func fitting(_ photo: PhotoSettings) -> PhotoFitting {
    PhotoFitting(
      loading: photo.loading, jobs: run.jobs, memory: run.memory.bytes(free: Machine.freeMemory()))
  }

  /// Returns the levels of one photo, or `nil` if each photo has its own or there are no photos.
  private func lockedLevels(
    of jobs: [ConvertJob], _ context: RunContext
  ) throws(PlanError) -> LockedLevels? {
    let path: FilePath?
    switch levels {
    case .own: return nil
    case .first: path = nil
    case .of(let photo): path = photo
    }
    var reason = "no photos"
    for candidate in path.map({ [$0] }) ?? jobs.map(\.input) {
      do throws(RawError) {
        let headerless = jobs.first?.settings.photo.loading.headerless
        if let locked = try LockedLevels.read(path: candidate, as: headerless, context: context) {
          return locked
        }
        reason = "\(candidate) has no mosaic"
      } catch {
        reason = "\(candidate): \(error.reason)"
      }
    }
    if path == nil && jobs.isEmpty { return nil }
    throw .noLevels(photo: path, reason: reason)
  }
}
