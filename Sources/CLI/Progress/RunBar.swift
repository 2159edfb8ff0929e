/// The progress bar of a run in a terminal. Elsewhere, and if the run is quiet, it is never shown.
struct RunBar {
  /// The number of items.
  var total: Int
  /// The number of items that ended.
  var done = 0
  /// Whether the bar can be shown.
  let isUsed: Bool
  private let unit: String
  private var meter = UsageMeter()
  private var isShown = false
  private var shownAt = 0.0

  /// Seconds between updates. This is fast enough for progress and slow enough to read the figures.
  var interval: Double? { isUsed ? 0.3 : nil }

  /// - Parameter unit: The plural name of the items.
  init(total: Int, unit: String = "photos", messages: Messages) {
    self.total = total
    self.unit = unit
    isUsed = messages.isTerminal && !messages.quiet
  }

  /// Shows the bar, unless it was shown a moment ago.
  ///
  /// - Parameters:
  ///   - made: The number of items with a result, which sets the speed.
  ///   - elapsed: Seconds since the run began.
  mutating func show(made: Int, elapsed: Double) {
    // Threads call this much more often than a person can read.
    guard isUsed, !isShown || elapsed - shownAt >= 0.2 else { return }
    (isShown, shownAt) = (true, elapsed)
    meter.read(elapsed: elapsed)
    ProgressBar(
      done: min(done, total), total: total, made: made, unit: unit, elapsed: elapsed, usage: meter
    ).show()
  }

  /// Removes the bar, for example to print a message.
  mutating func hide() {
    if isShown { ProgressBar.remove() }
    isShown = false
  }
}
