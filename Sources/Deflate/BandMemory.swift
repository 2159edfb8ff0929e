package import Pixels
internal import Synchronization

/// The memory of an encoded band, which returns to its pool with its last user.
///
/// The memory is allocated once for the worst case and reused. Pages once touched stay, which saves
/// page faults (about 0.25 µs each, 9000 for a 36 MB picture), and pages beyond the compressed size
/// are never touched.
package final class BandMemory: Sendable {
  /// At least the bytes that were asked for.
  package let memory: PixelMemory
  private let pool: BandPool

  init(memory: PixelMemory, pool: BandPool) {
    self.memory = memory
    self.pool = pool
  }

  deinit { pool.put(memory) }
}

/// Memory of bands that have been written.
package final class BandPool: Sendable {
  /// Largest number of unused memories kept; further ones are freed.
  private static let capacity = 8

  private let free = Mutex<[PixelMemory]>([])

  /// Creates an empty pool.
  package init() {}

  /// Memory for a band, used before or new.
  ///
  /// - Parameter allocate: Gives what is new.
  /// - Throws: `PixelShortage` if it cannot be had.
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
