internal import BromideSystem
internal import Synchronization

/// A progress bar for the photos of a sheet, shown in terminals.
final class SheetProgress: Sendable {
  private struct Values {
    var done = 0
    var shown = 0.0
  }
  private let total: Int
  private let isShown: Bool
  private let watch = Stopwatch()
  private let values = Mutex(Values())

  init(total: Int, messages: Messages) {
    self.total = total
    isShown = messages.isTerminal && !messages.quiet
  }

  /// Counts one more photo. Any thread can call this.
  func step() {
    guard isShown else { return }
    values.withLock { values in
      values.done += 1
      let elapsed = watch.seconds
      guard elapsed - values.shown >= 0.2 else { return }
      values.shown = elapsed
      var meter = UsageMeter()
      meter.read(elapsed: elapsed)
      let bar = ProgressBar(
        done: values.done, total: total, made: values.done, elapsed: elapsed, usage: meter)
      bar.show()
    }
  }

  /// Removes the bar.
  func end() {
    values.withLock { if $0.shown > 0 { ProgressBar.remove() } }
  }
}
