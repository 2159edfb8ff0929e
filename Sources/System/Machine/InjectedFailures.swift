internal import BromideLibc
internal import Synchronization

/// Failures of the system that tests inject: `BROMIDE_FAIL=thread:2` in the environment.
///
/// With it, tests check a run in which the k-th allocation, thread or write fails.
package enum InjectedFailures {
  package enum Resource: String, Sendable, CaseIterable {
    /// The complete memory of a photo or picture.
    case memory
    /// Creating a thread.
    case thread
    /// Writing to a file, as on a full disk.
    case write
  }

  private static let injected: (resource: Resource, turn: Int)? = {
    guard let text = unsafe getenv("BROMIDE_FAIL").map({ unsafe String(cString: $0) }) else {
      return nil
    }
    let parts = text.split(separator: ":")
    guard parts.count == 2, let resource = Resource(rawValue: String(parts[0])),
      let turn = Int(parts[1])
    else { return nil }
    return (resource, turn)
  }()
  private static let requests = Atomic<Int>(0)

  /// Whether a failure is set.
  package static var areSet: Bool { injected != nil }

  /// Returns whether this request should fail.
  package static func occurs(_ resource: Resource) -> Bool {
    guard let injected, injected.resource == resource else { return false }
    return requests.add(1, ordering: .relaxed).newValue == injected.turn
  }
}
