internal import Costs
internal import PhotoLoading
public import Pixels
public import Sampling
public import Scheduling
internal import Synchronization
public import SystemPackage

/// Makes tiles on some threads within a limit of memory.
public struct TileRun: Sendable {
  private let crew: Crew
  private let memoryLimit: Int
  private let isStopped: @Sendable () -> Bool

  /// - Parameters:
  ///   - crew: The threads that work.
  ///   - memoryLimit: Bytes that decoded photos take together; one always may be decoded.
  ///   - isStopped: Asked before each photo: whether to leave out the rest.
  public init(
    crew: Crew, memoryLimit: Int = .max, isStopped: @escaping @Sendable () -> Bool = { false }
  ) {
    self.crew = crew
    self.memoryLimit = memoryLimit
    self.isStopped = isStopped
  }

  /// Opens photos for what they say of themselves, in the order of the paths.
  ///
  /// - Parameter settings: Whether sidecars are read, and what they may change.
  public func look(
    at paths: [FilePath], settings: PhotoSettings = PhotoSettings()
  ) -> [TilePhoto] {
    crew.map(paths, until: isStopped) { TileMaker.look(at: $0, settings: settings) }
      .compactMap(\.self)
  }

  /// Makes tiles, in the order of the requests; nil for those that were left out.
  ///
  /// - Parameters:
  ///   - requests: A photo and what its tile fits into.
  ///   - ended: Called on any thread, for one tile at a time.
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

/// One photo's way to a tile. The rules of `StagedWork` keep its fields safe.
private final class TileWork: StagedWork, @unchecked Sendable {
  private enum State {
    /// Not begun, or left out.
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

  /// The tile, or why there is none; nil if it was left out.
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
