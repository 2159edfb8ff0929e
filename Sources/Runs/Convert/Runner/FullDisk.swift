internal import BromideSystem
internal import Synchronization

/// The end of the space for a run's pictures. All photos of a run share it, because decoding more of
/// them would only repeat the failure.
final class FullDisk: Sendable {
  private let first = Mutex<String?>(nil)

  /// The first failure, or `nil` if the disk accepts pictures.
  var failure: String? { first.withLock { $0 } }

  /// Records the failure of a picture if later pictures would have it too.
  func note(_ failure: String, code: Int32) {
    guard SystemError.isFullDisk(code) else { return }
    first.withLock { $0 = $0 ?? failure }
  }
}
