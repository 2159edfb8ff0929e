internal import Synchronization

/// A cache with a limit of bytes. When it is full, it removes the least recently used values.
package final class ByteCache<Value: Sendable>: Sendable {
  private struct Entry {
    var value: Value
    var bytes: Int
    var used: Int
  }
  private struct State {
    var entries: [String: Entry] = [:]
    var bytes = 0
    var clock = 0
  }

  /// Maximum bytes of all values.
  package let limit: Int
  private let state = Mutex(State())

  package init(limit: Int) { self.limit = limit }

  /// Bytes of all values.
  package var bytes: Int { state.withLock { $0.bytes } }
  package var count: Int { state.withLock { $0.entries.count } }

  /// Returns the value of a key and marks it as the most recently used.
  package func value(_ key: String) -> Value? {
    state.withLock { state in
      state.clock += 1
      state.entries[key]?.used = state.clock
      return state.entries[key]?.value
    }
  }

  /// Stores a value, unless its size exceeds the limit.
  package func keep(_ value: Value, for key: String, bytes: Int) {
    let dropped = state.withLock { state -> [Value] in
      var dropped = remove(key, &state)
      guard bytes <= limit else { return dropped }
      state.clock += 1
      state.entries[key] = Entry(value: value, bytes: bytes, used: state.clock)
      state.bytes += bytes
      if state.bytes > limit {
        // Reduce to 90 %, so that a full cache does not need a sort for each value.
        for (old, _) in state.entries.sorted(by: { $0.value.used < $1.value.used })
        where old != key && state.bytes > max(bytes, limit / 10 * 9) {
          dropped += remove(old, &state)
        }
      }
      return dropped
    }
    // Free the memory after releasing the lock.
    withExtendedLifetime(dropped) {}
  }

  /// Removes the value of a key.
  package func drop(_ key: String) {
    let dropped = state.withLock { remove(key, &$0) }
    withExtendedLifetime(dropped) {}
  }

  private func remove(_ key: String, _ state: inout State) -> [Value] {
    guard let entry = state.entries.removeValue(forKey: key) else { return [] }
    state.bytes -= entry.bytes
    return [entry.value]
  }
}
