/// The settings of a run's schedule.
package struct ScheduleOptions: Sendable, Hashable {
  /// Whether items are delivered in order.
  package enum Order: Sendable, Hashable {
    /// Items are done when they end, in any order.
    case free
    /// Each item is delivered after the previous items.
    ///
    /// An item begins only when all items before it are delivered, except for `lookAhead` of them.
    /// So at most that many results are in memory. `lookAhead` is at least 1.
    case inOrder(lookAhead: Int)
  }

  /// The number of threads, and the maximum number of items in progress. At least 1.
  package var jobs: Int
  /// The total memory of all items in progress, in bytes. A single item can always start.
  package var memory: Int
  /// Whether items are delivered in order, and how far they can be apart.
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

  /// The maximum number of finished bands of one item that wait for an earlier band.
  var mostWaitingBands: Int { 4 * jobs }
}
