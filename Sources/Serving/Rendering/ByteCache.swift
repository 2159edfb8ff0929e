internal import Synchronization

/// Values by key, the least recently used of which go when together they take more than so many bytes.
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

  /// Bytes that values may take together.
  package let limit: Int
  private let state = Mutex(State())

  package init(limit: Int) { self.limit = limit }

  /// Bytes that values take.
  package var bytes: Int { state.withLock { $0.bytes } }
  package var count: Int { state.withLock { $0.entries.count } }

  /// The value of a key, which is then the most recently used.
  package func value(_ key: String) -> Value? {
    state.withLock { state in
      state.clock += 1
      state.entries[key]?.used = state.clock
      return state.entries[key]?.value
    }
  }

  /// Keeps a value, unless it alone takes more than the limit.
  package func keep(_ value: Value, for key: String, bytes: Int) {
    let dropped = state.withLock { state -> [Value] in
      var dropped = remove(key, &state)
      guard bytes <= limit else { return dropped }
      state.clock += 1
      state.entries[key] = Entry(value: value, bytes: bytes, used: state.clock)
      state.bytes += bytes
      if state.bytes > limit {
        // To nine tenths, so that a full cache is not sorted for each value.
        for (old, _) in state.entries.sorted(by: { $0.value.used < $1.value.used })
        where old != key && state.bytes > max(bytes, limit / 10 * 9) {
          dropped += remove(old, &state)
        }
      }
      return dropped
    }
    // Memory is given back without the lock.
    withExtendedLifetime(dropped) {}
  }

  /// Drops the value of a key.
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
