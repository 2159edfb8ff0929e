/// One item of a run, cut into what threads do.
///
/// A run calls `open`, `prepare`, `releaseInputs`, `append`, `finish`, `end` and `deliver` from one
/// thread at a time, `deliver` alone beside the others; `makeScratch` and `makeBand` from many
/// threads at once, between `prepare` and `releaseInputs`. So an item's fields may change in every
/// stage but those two, without a lock.
///
/// An item ends with `open` returning nil, with `finish`, or with `end`. Work without bands does
/// everything in `prepare`, which returns 0.
package protocol StagedWork: AnyObject, Sendable {
  /// Why an item fails.
  associatedtype Failure: Error
  /// A part of the result, made by any thread and appended in order.
  associatedtype Band: Sendable = Never
  /// The memory in which one thread makes bands of one item.
  associatedtype Scratch = Void

  /// Looks at the input.
  ///
  /// - Returns: The bytes of memory that the later stages need, or nil if there is nothing to do.
  func open() throws(Failure) -> Int?

  /// Makes everything ready for bands, with the memory reserved.
  ///
  /// - Returns: The number of bands.
  func prepare(_ context: StageContext) throws(Failure) -> Int

  /// Working memory for one thread.
  func makeScratch() -> Scratch

  /// Makes one band.
  func makeBand(_ index: Int, scratch: Scratch) throws(Failure) -> Band

  /// All bands are made: nothing else is needed from here on.
  func releaseInputs() throws(Failure)

  /// What `releaseInputs` set free, to be let go of by the run: that may take time, while which other threads append and
  /// finish.
  func takeReleased() -> (any AnyObject & Sendable)?

  /// Takes the bands in order.
  func append(_ band: Band) throws(Failure)

  /// All bands were appended.
  func finish() throws(Failure)

  /// The item ends early: it failed, or, if `failure` is nil, the run was stopped.
  func end(_ failure: Failure?)

  /// Hands on what there is to hand on; called in ordered runs only, in the order of the items.
  ///
  /// It is called once after each item's end, however it ended, and before that whenever the
  /// oldest item has announced something (``StageContext/announce()``).
  ///
  /// - Returns: Whether the run goes on. After false it stops; later items still have their turn.
  func deliver() -> Bool
}

extension StagedWork {
  package func releaseInputs() throws(Failure) {}
  package func takeReleased() -> (any AnyObject & Sendable)? { nil }
  package func finish() throws(Failure) {}
  package func end(_ failure: Failure?) {}
  package func deliver() -> Bool { true }
}

extension StagedWork where Scratch == Void {
  package func makeScratch() {}
}

extension StagedWork where Band == Never {
  package func makeBand(_ index: Int, scratch: Scratch) throws(Failure) -> Never {
    preconditionFailure("work without bands")
  }
  package func append(_ band: Never) throws(Failure) {}
}

/// The run, as a stage sees it.
package struct StageContext: Sendable {
  /// The threads that are free, before they begin another band or item.
  package let crew: Crew
  /// The threads that have nothing else to do: no band, and no item to begin. For sharing what would otherwise be one thread's
  /// at the end of a run.
  package let idleCrew: Crew
  private let announcement: @Sendable () -> Void

  package init(
    crew: Crew, idleCrew: Crew, announcement: @escaping @Sendable () -> Void = {}
  ) {
    self.crew = crew
    self.idleCrew = idleCrew
    self.announcement = announcement
  }

  /// Says that the item has something to deliver before it ends.
  ///
  /// In an ordered run, if this is the oldest item, it is delivered before this returns, or by the
  /// thread that is delivering at the moment; else when its turn comes. Elsewhere nothing happens.
  package func announce() { announcement() }
}
