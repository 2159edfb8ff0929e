internal import BromidePhotos
internal import BromideSystem
public import SystemPackage

/// Fits looks to the previews of photos, one for all photos of a camera with the same settings.
///
/// The look comes from the first photo of a group in the order of all inputs, so that the result
/// does not depend on threads or on the part of the inputs that a process works on.
extension PhotoFitting {
  /// Fits one look per group. Photos that cannot be opened are skipped.
  ///
  /// The look comes from the first photo of a group that can be decoded. If the group has no such
  /// photo, or if that photo has no usable preview, the group uses the standard look.
  public func lookGroups(of paths: [FilePath]) -> FittedLooks {
    let keys = Crew(threads: jobs).map(paths, until: isStopped) { path in
      (try? OpenedPhoto(path: path, settings: loading)).map(LookGroup.init)
    }
    var order: [LookGroup] = []
    var members: [LookGroup: [FilePath]] = [:]
    for (path, key) in zip(paths, keys) {
      guard let key = key ?? nil else { continue }
      if members[key] == nil { order.append(key) }
      members[key, default: []].append(path)
    }
    let groups = order.map { members[$0] ?? [] }
    return FittedLooks(zip(looks(of: groups), groups).map { ($0, $1) })
  }

  /// Fits one look to the first photo that can be decoded, for all photos.
  public func firstLook(of paths: [FilePath]) -> FittedLooks {
    FittedLooks(looks(of: [paths]).map { ($0, paths) })
  }

  private func looks(of groups: [[FilePath]]) -> [CameraLook] {
    let options = ScheduleOptions(jobs: jobs, memory: memory)
    let works = Scheduler<LookWork>(count: groups.count, options: options) { index in
      LookWork(index, groups[index], loading, isStopped)
    }.run()
    var looks = groups.map { photos in
      CameraLook(
        obstacle: "the run was interrupted", camera: "",
        photo: photos.first?.lastComponent?.string ?? "")
    }
    for work in works {
      if let look = work.look { looks[work.index] = look }
    }
    return looks
  }
}

/// One group's way to its look. The rules of `StagedWork` keep its fields safe.
private final class LookWork: StagedWork, @unchecked Sendable {
  let index: Int
  private(set) var look: CameraLook?
  private let paths: [FilePath]
  private let loading: LoadSettings
  private let isStopped: @Sendable () -> Bool

  init(
    _ index: Int, _ paths: [FilePath], _ loading: LoadSettings,
    _ isStopped: @escaping @Sendable () -> Bool
  ) {
    self.index = index
    self.paths = paths
    self.loading = loading
    self.isStopped = isStopped
  }

  func open() throws(LookStopped) -> Int? {
    if isStopped() { return nil }
    for path in paths {
      if let photo = try? OpenedPhoto(path: path, settings: loading) {
        return photo.expectedMemory
      }
    }
    return 0
  }

  func prepare(_ context: StageContext) throws(LookStopped) -> Int {
    var failure: PhotoError?
    let crew = context.crew
    for path in paths {
      if isStopped() { throw LookStopped() }
      do throws(PhotoError) {
        let photo = try OpenedPhoto(path: path, settings: loading)
        look = photo.cameraLook(of: try photo.load(crew: { crew($0) }))
        return 0
      } catch { failure = failure ?? error }
    }
    look = CameraLook(
      obstacle: failure.map { "it cannot be decoded: \($0.reason)" } ?? "the photo is missing",
      camera: "", photo: paths.first?.lastComponent?.string ?? "")
    return 0
  }

  func end(_ failure: LookStopped?) {}
}

/// The end of a run that was interrupted.
private struct LookStopped: Error {}
