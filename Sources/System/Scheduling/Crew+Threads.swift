extension Crew {
  /// Creates a crew with new threads, which start when a body runs.
  ///
  /// - Parameter threads: The number of threads including the calling one, at least 1. If the
  ///   system cannot create all of them, the crew uses fewer.
  public init(threads: Int) {
    self.init(size: max(1, threads)) { helpers, body in
      // Compare without a sum, which could overflow.
      let others = min(helpers, threads - 1)
      guard others > 0 else { return body() }
      let options = ScheduleOptions(jobs: others + 1)
      _ = Scheduler<Item>(count: 1, options: options) { _ in Item(body) }.run()
    }
  }

  /// The only item of this run.
  private final class Item: StagedWork {
    private let body: Crew.Body

    init(_ body: @escaping Crew.Body) { self.body = body }

    func open() throws(Never) -> Int? { 0 }

    func prepare(_ context: StageContext) throws(Never) -> Int {
      context.crew(body)
      return 0
    }
  }
}
