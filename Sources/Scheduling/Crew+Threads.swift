extension Crew {
  /// Threads of its own, started when a body is run.
  ///
  /// - Parameter threads: The calling one among them; at least 1. Where the system gives fewer, those do.
  public init(threads: Int) {
    self.init(size: max(1, threads)) { helpers, body in
      // Compared without a sum, which may overflow.
      let others = min(helpers, threads - 1)
      guard others > 0 else { return body() }
      let options = ScheduleOptions(jobs: others + 1)
      _ = Scheduler<Item>(count: 1, options: options) { _ in Item(body) }.run()
    }
  }

  /// The one item of such a run.
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
