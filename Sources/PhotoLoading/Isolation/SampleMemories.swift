internal import Platform
internal import RawDecoding
internal import Synchronization

/// Shared memory for samples, passed on from photo to photo: its first touch costs more than all else that a worker adds.
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
  /// Kept while no photo uses them.
  private let mostSpare: Int

  init(mostSpare: Int) { self.mostSpare = mostSpare }

  /// Memory of at least that size.
  func take(_ size: Int) throws(SystemError) -> SharedSamples {
    // Sizes in steps, so that photos of one camera fit each other's whatever their borders.
    let step = 4 << 20
    let size = max(step, (size + step - 1) / step * step)
    let (found, number) = state.withLock { state -> (Spare?, Int) in
      // One that is much too large would only fill memory.
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

/// A photo's samples in shared memory, which goes to another photo when this one is done with.
final class SharedSamples: SampleStore {
  let memory: SharedMemory
  /// Tells memories apart.
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
