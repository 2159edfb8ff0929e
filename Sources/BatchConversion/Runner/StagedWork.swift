internal import RawDecoding

/// One photo's way from file to file, cut into what threads do.
///
/// The scheduler calls `open`, `prepare`, `append`, `finish` and `end` from one thread at a time and in that
/// order; `makeScratch` and `makeBand` from many threads at once, between `prepare` and `releasePixels`.
protocol StagedWork: AnyObject, Sendable {
  associatedtype Scratch
  associatedtype Band: Sendable

  /// Looks at the input. Returns the bytes of memory that it will need, or nil where there is nothing to do.
  func open() throws(StageFailure) -> Int?
  /// Makes everything ready for bands. Returns their number, at least 1.
  ///
  /// - Parameter crew: Runs a body here and on each thread that comes free meanwhile; returns when all have returned.
  func prepare(crew: @escaping Unpacking.Crew) throws(StageFailure) -> Int
  /// What one thread works in on this photo.
  func makeScratch() -> Scratch
  func makeBand(_ index: Int, scratch: Scratch) throws(StageFailure) -> Band
  /// Every band is made: nothing but bands is needed from here on.
  func releasePixels() throws(StageFailure)
  /// Takes the bands in order.
  func append(_ band: Band) throws(StageFailure)
  /// Every band was appended.
  func finish() throws(StageFailure)
  /// It ends early, by a failure or (nil) because the run was stopped.
  func end(_ failure: StageFailure?)
}
