internal import BromideRuns
internal import BromideSystem

/// Reports progress of a rendering: a bar in a terminal, and a summary at the end.
final class RenderReporter: RunObserver {
  /// Seconds between updates.
  var interval: Double? { bar.interval }

  private var bar: RunBar
  private let messages: Messages
  private let report: Report?
  /// Processor time before the first frame, which is not part of the frames' time.
  private let processorTimeBefore = Machine.processorTime()
  /// Frames with problems, listed by number at the end.
  private var troubles: [FrameOutcome] = []
  /// Frames in which a parameter was clamped to its range, per parameter.
  private var clamped: [String: [Int]] = [:]

  init(total: Int, messages: Messages, report: Report?) {
    bar = RunBar(total: total, unit: "frames", messages: messages)
    self.messages = messages
    self.report = report
  }

  func finished(_ outcome: FrameOutcome) {
    let outcome = outcome.advised
    report?.add(outcome)
    bar.done += 1
    messages.show(outcome.warnings ?? []) { bar.hide() }
    for name in outcome.clamped { clamped[name, default: []].append(outcome.frame) }
    if outcome.status >= .damaged {
      troubles.append(outcome)
      return
    }
    guard messages.verbose, outcome.status != .unmade else { return }
    bar.hide()
    messages.detail(line(outcome))
  }

  func progress(_ tally: Tally<FrameOutcome.Status>, elapsed: Double) {
    bar.show(made: tally.drawn, elapsed: elapsed)
  }

  /// Removes the bar and prints the summary.
  func end(_ result: RunResult<FrameOutcome>) {
    bar.hide()
    for (name, frames) in clamped.sorted(by: { $0.key < $1.key }) {
      messages.info("\(name) kept within its range in frames \(FrameRanges.text(frames))")
    }
    if let first = result.leftovers.first {
      let count = result.leftovers.count
      messages.info(
        "\(count) \(count == 1 ? "frame" : "frames") of an older timeline \(count == 1 ? "remains" : "remain") in the folder: \(first)\(count > 1 ? " … \(result.leftovers[count - 1])" : "")"
      )
    }
    if let failure = report?.failure { messages.error(failure) }
    messages.info(Self.summary(result))
    for outcome in troubles.sorted(by: { $0.frame < $1.frame }) {
      messages.error((messages.quiet ? "" : "  ") + line(outcome))
    }
    if let failure = result.failure {
      messages.error(Remedy.advice(failure, result.failureRemedy))
    }
    messages.detailUsage(since: processorTimeBefore, seconds: result.seconds)
  }

  /// Returns a summary such as `240 rendered, 60 current in 4.2 s, 57.1 frames/s`.
  private static func summary(_ result: RunResult<FrameOutcome>) -> String {
    let drawn = result.tally.drawn
    let rate = Double(drawn) / max(result.seconds, 1e-6)
    return Formatted.summary(result.tally, seconds: result.seconds)
      + (drawn > 1 ? ", \(Formatted.decimal(rate, digits: 1)) frames/s" : "")
  }

  private func line(_ outcome: FrameOutcome) -> String {
    let reason = outcome.reason.map { " (\($0))" } ?? ""
    guard outcome.status == .rendered else {
      let word = outcome.status.rawValue
      return
        "frame \(outcome.frame): \(outcome.status >= .damaged ? messages.colored(word, "31") : word)\(reason)"
    }
    let bytes = outcome.outputBytes.map { Formatted.bytes($0) + ", " } ?? ""
    let demosaic = outcome.demosaic.map { ", demosaic " + $0.joined(separator: ", ") } ?? ""
    return
      "frame \(outcome.frame)\(outcome.visibleOutput.map { " → " + $0 } ?? "") (\(bytes)\(Formatted.seconds(outcome.milliseconds / 1000))\(demosaic))"
  }
}

/// Formats frame numbers as ranges, such as `3, 10-50`.
enum FrameRanges {
  static func text(_ frames: [Int]) -> String {
    var ranges: [ClosedRange<Int>] = []
    for frame in Set(frames).sorted() {
      if let last = ranges.last, frame == last.upperBound + 1 {
        ranges[ranges.count - 1] = last.lowerBound...frame
      } else {
        ranges.append(frame...frame)
      }
    }
    return ranges.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)-\($0.upperBound)" }
      .joined(separator: ", ")
  }
}
