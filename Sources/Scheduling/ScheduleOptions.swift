/// How a run goes about its items.
package struct ScheduleOptions: Sendable, Hashable {
  /// Whether items are delivered in their order.
  package enum Order: Sendable, Hashable {
    /// Items are done when they end, in any order.
    case free
    /// Each item is delivered after those before it.
    ///
    /// No item begins before all but `lookAhead` items before it are delivered, so that no more
    /// than that many results lie in memory; at least 1.
    case inOrder(lookAhead: Int)
  }

  /// Threads, and the most items in flight; at least 1.
  package var jobs: Int
  /// Bytes that all items in flight may need together; one item alone is always let in.
  package var memory: Int
  /// Whether items are delivered, and how far apart.
  package var order: Order
  /// Whether the first failure stops the run.
  package var stopsAtFailure: Bool

  package init(
    jobs: Int, memory: Int = .max, order: Order = .free, stopsAtFailure: Bool = false
  ) {
    self.jobs = max(1, jobs)
    self.memory = memory
    self.order = order
    self.stopsAtFailure = stopsAtFailure
  }

  /// Finished bands of one item that may wait for an earlier one.
  var mostWaitingBands: Int { 4 * jobs }
}
