package import BromideValues
internal import Synchronization

/// The memory of an encoded band. When it is released, it returns to its pool.
///
/// The memory is allocated once for the worst case, then reused. Pages stay after their first use,
/// which saves page faults (about 0.25 µs each, 9000 for a 36 MB picture). Pages after the
/// compressed data are never touched.
package final class BandMemory: Sendable {
  /// At least the requested bytes.
  package let memory: PixelMemory
  private let pool: BandPool

  init(memory: PixelMemory, pool: BandPool) {
    self.memory = memory
    self.pool = pool
  }

  deinit { pool.put(memory) }
}

/// Reusable memory from bands that were written.
package final class BandPool: Sendable {
  /// The maximum number of unused memories. Further ones are freed.
  private static let capacity = 8

  private let free = Mutex<[PixelMemory]>([])

  /// Creates an empty pool.
  package init() {}

  /// Returns memory for a band, reused or new.
  ///
  /// - Parameter allocate: Allocates new memory.
  /// - Throws: `PixelShortage` if there is not enough memory.
  package func take(
    byteCount: Int, _ allocate: PixelAllocator = PixelMemory.init(attempting:)
  ) throws(PixelShortage) -> BandMemory {
    let kept = free.withLock { free -> PixelMemory? in
      free.lastIndex { unsafe $0.bytes.count >= byteCount }.map { free.remove(at: $0) }
    }
    guard let memory = kept ?? allocate(byteCount) else { throw PixelShortage(bytes: byteCount) }
    return BandMemory(memory: memory, pool: self)
  }

  func put(_ memory: PixelMemory) {
    free.withLock { free in
      if free.count < Self.capacity { free.append(memory) }
    }
  }
}
