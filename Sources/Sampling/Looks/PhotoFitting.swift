public import BromidePhotos

/// Measures photos before they are developed: fits looks to previews, and finds exposures, lenses
/// and sensors, once for all photos of a group.
///
/// The results depend on the order of all inputs. They do not depend on threads or on the part of
/// the inputs that a process works on.
public struct PhotoFitting: Sendable {
  let loading: LoadSettings
  let jobs: Int
  let memory: Int
  let isStopped: @Sendable () -> Bool

  /// - Parameters:
  ///   - loading: Settings for decoding photos.
  ///   - jobs: Threads to use.
  ///   - memory: The maximum bytes for all decoded photos while looks are fitted. One photo can
  ///     always be decoded.
  ///   - isStopped: Called before each photo. Return true to skip the rest.
  public init(
    loading: LoadSettings, jobs: Int, memory: Int = .max,
    isStopped: @escaping @Sendable () -> Bool = { false }
  ) {
    self.loading = loading
    self.jobs = jobs
    self.memory = memory
    self.isStopped = isStopped
  }
}
