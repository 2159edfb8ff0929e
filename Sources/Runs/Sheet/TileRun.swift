internal import BromidePhotos
public import BromideSampling
public import BromideSystem
public import BromideValues
internal import Synchronization
public import SystemPackage

/// Creates tiles on several threads within a memory limit.
public struct TileRun: Sendable {
  private let crew: Crew
  private let memoryLimit: Int
  private let isStopped: @Sendable () -> Bool

  /// Creates a run.
  ///
  /// - Parameters:
  ///   - crew: The threads.
  ///   - memoryLimit: Maximum bytes of decoded photos. A single photo may exceed it.
  ///   - isStopped: Returns whether to skip the remaining photos. This is called before each photo.
  public init(
    crew: Crew, memoryLimit: Int = .max, isStopped: @escaping @Sendable () -> Bool = { false }
  ) {
    self.crew = crew
    self.memoryLimit = memoryLimit
    self.isStopped = isStopped
  }

  /// Reads the facts of photos, in the order of the paths.
  ///
  /// - Parameter settings: Set whether to read sidecars, and the settings that sidecars can change.
  public func look(
    at paths: [FilePath], settings: PhotoSettings
  ) -> [TilePhoto] {
    crew.map(paths, until: isStopped) { TileMaker.look(at: $0, settings: settings) }
      .compactMap(\.self)
  }

  /// Creates tiles in the order of the requests, with `nil` for skipped tiles.
  ///
  /// - Parameters:
  ///   - requests: Photos with the maximum sizes of their tiles.
  ///   - ended: Called on any thread, but never for two tiles in parallel.
  public func make(
    _ requests: [(photo: TilePhoto, box: Size)], by maker: TileMaker,
    ended: @escaping @Sendable (Int, Result<Tile, TileFailure>) -> Void = { _, _ in }
  ) -> [Result<Tile, TileFailure>?] {
    let speaker = Mutex(())
    let options = ScheduleOptions(jobs: crew.size, memory: memoryLimit)
    let scheduler = Scheduler<TileWork>(count: requests.count, options: options) { index in
      TileWork(index, requests[index].photo, box: requests[index].box, maker, until: isStopped) {
        result in speaker.withLock { _ in ended(index, result) }
      }
    }
    var made = [Result<Tile, TileFailure>?](repeating: nil, count: requests.count)
    for work in scheduler.run(on: crew) { made[work.index] = work.result }
    StageSeconds.add(nanoseconds: Int(scheduler.idleSeconds * 1e9), to: "waiting")
    return made
  }
}

/// Creates the tile of one photo. The rules of `StagedWork` make it thread-safe.
private final class TileWork: StagedWork, @unchecked Sendable {
  private enum State {
    /// Not started, or skipped.
    case waiting
    case opened(PhotoFile)
    case made(Result<Tile, TileFailure>)
  }

  let index: Int
  private let photo: TilePhoto
  private let box: Size
  private let maker: TileMaker
  private let isStopped: @Sendable () -> Bool
  private let ended: @Sendable (Result<Tile, TileFailure>) -> Void
  private var state = State.waiting

  init(
    _ index: Int, _ photo: TilePhoto, box: Size, _ maker: TileMaker,
    until isStopped: @escaping @Sendable () -> Bool,
    ended: @escaping @Sendable (Result<Tile, TileFailure>) -> Void
  ) {
    self.index = index
    self.photo = photo
    self.box = box
    self.maker = maker
    self.isStopped = isStopped
    self.ended = ended
  }

  /// The tile or its error, or `nil` if it was skipped.
  var result: Result<Tile, TileFailure>? {
    if case .made(let result) = state { result } else { nil }
  }

  func open() throws(TileFailure) -> Int? {
    if isStopped() { return nil }
    if let failure = photo.failure { throw TileFailure(failure) }
    switch try maker.own(photo).open(photo.path, box: box) {
    case .tile(let tile):
      end(with: .success(tile))
      return nil
    case .photo(let photo):
      state = .opened(photo)
      return maker.own(self.photo).expectedMemory(photo, box: box)
    }
  }

  func prepare(_ context: StageContext) throws(TileFailure) -> Int {
    guard case .opened(let photo) = state else {
      preconditionFailure("a photo is opened before its tile is made")
    }
    state = .waiting
    end(with: .success(try maker.own(self.photo).develop(photo, box: box)))
    return 0
  }

  func end(_ failure: TileFailure?) {
    if let failure { end(with: .failure(failure)) }
  }

  private func end(with result: Result<Tile, TileFailure>) {
    state = .made(result)
    ended(result)
  }
}
