public import Pixels
internal import Scheduling
internal import Synchronization
public import SystemPackage

/// Makes tiles on some threads within a limit of memory.
public struct TileCrew: Sendable {
  private let threads: Int
  private let gate: MemoryGate
  private let isStopped: @Sendable () -> Bool

  /// - Parameters:
  ///   - threads: At least 1.
  ///   - memoryLimit: Bytes that decoded photos take together; one always may be decoded.
  ///   - isStopped: Asked before each photo: whether to leave the rest.
  public init(
    threads: Int, memoryLimit: Int, isStopped: @escaping @Sendable () -> Bool = { false }
  ) {
    self.threads = threads
    gate = MemoryGate(limit: memoryLimit)
    self.isStopped = isStopped
  }

  /// Opens photos for what they say of themselves, in the order of the paths.
  public func look(at paths: [FilePath]) -> [TilePhoto] {
    FrameWorkers.map(paths, threads: threads, until: isStopped, TileMaker.look).compactMap(\.self)
  }

  /// Makes tiles, in the order of the requests; nil where it was stopped before.
  ///
  /// - Parameters:
  ///   - requests: A photo and what its tile fits into.
  ///   - ended: Called on any thread, for one tile at a time.
  public func tiles(
    _ requests: [(photo: TilePhoto, box: Size)], by maker: TileMaker,
    ended: @escaping @Sendable (Int, Result<Tile, TileFailure>) -> Void = { _, _ in }
  ) -> [Result<Tile, TileFailure>?] {
    let speaker = Mutex(())
    return FrameWorkers.map(Array(requests.indices), threads: threads, until: isStopped) { index in
      let (photo, box) = requests[index]
      let result: Result<Tile, TileFailure>
      if let failure = photo.failure {
        result = .failure(TileFailure(failure))
      } else {
        result = Result { () throws(TileFailure) in
          try maker.tile(photo.path, box: box, gate: gate)
        }
      }
      speaker.withLock { _ in ended(index, result) }
      return result
    }
  }
}
