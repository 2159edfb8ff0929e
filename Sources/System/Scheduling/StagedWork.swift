/// One item of a run, divided into stages that threads perform.
///
/// A run calls `open`, `prepare`, `releaseInputs`, `append`, `finish`, `end` and `deliver` from one
/// thread at the same time. Only `deliver` can run in parallel with the others. Many threads call
/// `makeScratch` and `makeBand` in parallel, between `prepare` and `releaseInputs`. So an item can
/// change its properties without a lock in all stages except these two.
///
/// An item ends when `open` returns `nil`, or with `finish` or `end`. Work without bands does
/// everything in `prepare`, which returns 0.
package protocol StagedWork: AnyObject, Sendable {
  /// The reason why an item fails.
  associatedtype Failure: Error
  /// A part of the result. Any thread can make it. Bands are appended in order.
  associatedtype Band: Sendable = Never
  /// The memory that one thread uses to make bands of one item.
  associatedtype Scratch = Void

  /// Reads the input.
  ///
  /// - Returns: The bytes of memory that the later stages need, or `nil` if the item needs no work.
  func open() throws(Failure) -> Int?

  /// Prepares the bands, after the memory has been reserved.
  ///
  /// - Returns: The number of bands.
  func prepare(_ context: StageContext) throws(Failure) -> Int

  /// Returns scratch memory for one thread.
  func makeScratch() -> Scratch

  /// Makes one band.
  func makeBand(_ index: Int, scratch: Scratch) throws(Failure) -> Band

  /// Releases the inputs after all bands are made.
  func releaseInputs() throws(Failure)

  /// Returns the objects that `releaseInputs` no longer needs. The run frees them, which can take
  /// time, while other threads append and finish.
  func takeReleased() -> (any AnyObject & Sendable)?

  /// Receives the bands in order.
  func append(_ band: Band) throws(Failure)

  /// Completes the item after all bands were appended.
  func finish() throws(Failure)

  /// Ends the item early because it failed, or because the run was stopped (`failure` is `nil`).
  func end(_ failure: Failure?)

  /// Delivers the available results. It is called only in ordered runs, in the order of the items.
  ///
  /// It is called once after each item's end, for any kind of end. Before that, it is called when
  /// the oldest item announces something (``StageContext/announce()``).
  ///
  /// - Returns: Whether to continue the run. After false, the run stops, but later items are still
  ///   delivered.
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
  /// The threads that cannot work on a band or begin an item. Use them to share the work of a
  /// single thread at the end of a run.
  package let idleCrew: Crew
  private let announcement: @Sendable () -> Void

  package init(
    crew: Crew, idleCrew: Crew, announcement: @escaping @Sendable () -> Void = {}
  ) {
    self.crew = crew
    self.idleCrew = idleCrew
    self.announcement = announcement
  }

  /// Announces that the item has something to deliver before its end.
  ///
  /// If this is the oldest item of an ordered run, it is delivered before this call returns, or by
  /// the thread that is currently delivering. Otherwise, it is delivered later. In other runs, this
  /// has no effect.
  package func announce() { announcement() }
}
