internal import Outputs
internal import PhotoLoading
public import Platform
internal import RawDecoding
internal import Sampling
public import SystemPackage

extension Plan {
  /// Gives all jobs the levels of one photo: of `path`, or of the first that decodes whole.
  ///
  /// - Throws: `UsageError` where no photo gives levels.
  public mutating func lockLevels(to path: FilePath?) throws(UsageError) {
    var reason = "there is no photo"
    for candidate in path.map({ [$0] }) ?? jobs.map(\.input) {
      do throws(RawError) {
        guard let locked = try LockedLevels(path: candidate) else {
          reason = "\(candidate) has no mosaic"
          continue
        }
        for index in jobs.indices { jobs[index].settings.photo.loading.lockedLevels = locked }
        return
      } catch {
        reason = "\(candidate): \(error.reason)"
      }
    }
    if path == nil && jobs.isEmpty { return }
    throw UsageError(
      "no levels to lock: \(reason)"
        + (path == nil ? "" : "; accepted are own, lock and a raw photo with a mosaic"))
  }
}
