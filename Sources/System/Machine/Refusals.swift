internal import Synchronization

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// Failures of the system that tests inject: `BROMIDE_REFUSE=thread:2` in the environment.
///
/// With it, tests check a run in which the k-th allocation, thread or write fails.
package enum Refusals {
  package enum Resource: String, Sendable, CaseIterable {
    /// The complete memory of a photo or picture.
    case memory
    /// Creating a thread.
    case thread
    /// Writing to a file, as on a full disk.
    case write
  }

  private static let wish: (resource: Resource, turn: Int)? = {
    guard let text = unsafe getenv("BROMIDE_REFUSE").map({ unsafe String(cString: $0) }) else {
      return nil
    }
    let parts = text.split(separator: ":")
    guard parts.count == 2, let resource = Resource(rawValue: String(parts[0])),
      let turn = Int(parts[1])
    else { return nil }
    return (resource, turn)
  }()
  private static let asked = Atomic<Int>(0)

  /// Whether a failure is set.
  package static var areWished: Bool { wish != nil }

  /// Returns whether this request should fail.
  package static func strikes(_ resource: Resource) -> Bool {
    guard let wish, wish.resource == resource else { return false }
    return asked.add(1, ordering: .relaxed).newValue == wish.turn
  }
}
