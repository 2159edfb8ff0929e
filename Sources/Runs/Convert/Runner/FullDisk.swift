internal import BromideSystem
internal import Synchronization
internal import SystemPackage

/// The folders whose disk has no space left for a run's pictures, or accepts none. All photos of a
/// run share them, because decoding more photos for such a folder would only repeat the failure.
final class FullDisk: Sendable {
  private struct State {
    var failures: [FilePath: String] = [:]
    var untried = 0
    /// The first failure.
    var first = ""
  }

  private let state = Mutex(State())

  /// The sentence about the photos that were not tried, or `nil` if there are none.
  var summary: String? {
    state.withLock {
      guard $0.untried > 0 else { return nil }
      return "\($0.untried) \($0.untried == 1 ? "photo was" : "photos were") not tried: \($0.first)"
    }
  }

  /// Returns the failure of an earlier picture in the folder of `output`, and counts the photo as
  /// not tried, or returns `nil` if there is no failure.
  func refuses(_ output: FilePath) -> String? {
    state.withLock { state in
      guard let failure = state.failures[output.removingLastComponent()] else { return nil }
      state.untried += 1
      return failure
    }
  }

  /// Records the failure of a picture if later pictures in its folder would have it too.
  func note(_ failure: String, code: Int32, output: FilePath) {
    guard SystemError.isFullDisk(code) else { return }
    let folder = output.removingLastComponent()
    state.withLock { state in
      if state.failures.isEmpty { state.first = failure }
      if state.failures[folder] == nil { state.failures[folder] = failure }
    }
  }
}
