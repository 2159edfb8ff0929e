internal import Synchronization

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// What the system refuses on purpose, so that tests see what becomes of a run when the k-th piece of memory, thread or write cannot
/// be had: `BROMIDE_REFUSE=thread:2` in the environment.
package enum Refusals {
  package enum Resource: String, Sendable, CaseIterable {
    /// Memory of a photo or picture as a whole.
    case memory
    /// A thread.
    case thread
    /// A write to a file, as on a full disk.
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

  /// Whether anything is to be refused.
  package static var areWished: Bool { wish != nil }

  /// Whether what is about to be asked for is the one that is refused.
  package static func strikes(_ resource: Resource) -> Bool {
    guard let wish, wish.resource == resource else { return false }
    return asked.add(1, ordering: .relaxed).newValue == wish.turn
  }
}
