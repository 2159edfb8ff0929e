internal import BromideRaw
internal import BromideSystem
internal import Synchronization

/// Reuses shared memory for samples, because touching new memory costs more than all other work of
/// isolation.
final class SampleMemories: Sendable {
  private struct Spare {
    let number: Int
    let memory: SharedMemory
  }

  private struct State {
    var spare: [Spare] = []
    var made = 0
  }

  private let state = Mutex(State())
  /// Maximum number of unused memories to keep.
  private let mostSpare: Int

  init(mostSpare: Int) { self.mostSpare = mostSpare }

  /// Returns memory of at least this size.
  func take(_ size: Int) throws(SystemError) -> SharedSamples {
    // Round sizes up, so that photos from one camera can share memory although their borders
    // differ.
    let step = 4 << 20
    let size = max(step, (size + step - 1) / step * step)
    let (found, number) = state.withLock { state -> (Spare?, Int) in
      // Memory that is much too large would waste space.
      if let index = state.spare.lastIndex(where: {
        $0.memory.size >= size && $0.memory.size / 2 <= size
      }) {
        return (state.spare.remove(at: index), 0)
      }
      if state.spare.count >= mostSpare { state.spare.removeFirst() }
      state.made += 1
      return (nil, state.made)
    }
    if let found { return SharedSamples(found.memory, number: found.number, of: self) }
    return SharedSamples(try SharedMemory(size: size), number: number, of: self)
  }

  fileprivate func giveBack(_ memory: SharedMemory, number: Int) {
    state.withLock { state in
      state.spare.append(Spare(number: number, memory: memory))
      if state.spare.count > mostSpare { state.spare.removeFirst() }
    }
  }
}

/// A photo's samples in shared memory. Another photo can reuse the memory after this is released.
final class SharedSamples: SampleStore {
  let memory: SharedMemory
  /// Identifies the memory.
  let number: Int
  private let owner: SampleMemories

  fileprivate init(_ memory: SharedMemory, number: Int, of owner: SampleMemories) {
    self.memory = memory
    self.number = number
    self.owner = owner
  }

  deinit { owner.giveBack(memory, number: number) }

  var hasLostSamples: Bool { false }
}
