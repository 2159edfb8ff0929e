internal import FrameSequence
internal import Outputs
internal import Platform

/// Tells a person how the rendering goes: a bar on a terminal, and at the end what it came to.
final class RenderReporter: RenderObserver {
  /// Often enough to look alive.
  var interval: Double? { usesBar ? 0.3 : nil }

  private let total: Int
  private let talker: Talker
  private let report: Report?
  private let usesBar: Bool
  private var meter = UsageMeter()
  /// What measuring photos took before the first frame is no part of the frames' share.
  private let processorTimeBefore = Machine.processorTime()
  private var ended = 0
  private var isBarShown = false
  private var shownAt = -1.0
  /// What went wrong, in the order of frames at the end.
  private var troubles: [FrameOutcome] = []
  /// Frames in which a parameter was brought back into its range.
  private var clamped: [String: [Int]] = [:]

  init(total: Int, talker: Talker, report: Report?) {
    self.total = total
    self.talker = talker
    self.report = report
    usesBar = talker.isTerminal && !talker.quiet
  }

  func finished(_ outcome: FrameOutcome) {
    let outcome = outcome.advised
    report?.add(outcome)
    ended += 1
    for name in outcome.clamped { clamped[name, default: []].append(outcome.frame) }
    if outcome.status >= .damaged { troubles.append(outcome) }
    guard talker.verbose, outcome.status != .unmade else { return }
    hideBar()
    talker.detail(line(outcome))
  }

  func progress(_ tally: FrameTally, elapsed: Double) {
    guard usesBar, elapsed - shownAt >= 0.2 else { return }
    shownAt = elapsed
    meter.read(elapsed: elapsed)
    Console.message(
      "\r\u{1B}[2K"
        + ProgressBar(
          done: ended, total: total, made: tally.drawn, unit: "frames", elapsed: elapsed,
          usage: meter
        ).text)
    isBarShown = true
  }

  /// Removes the bar, and says what the run came to.
  func end(_ result: RenderResult) {
    hideBar()
    for (name, frames) in clamped.sorted(by: { $0.key < $1.key }) {
      talker.say("\(name) kept within its range in frames \(FrameRanges.text(frames))")
    }
    if let first = result.olderFrames.first {
      let count = result.olderFrames.count
      talker.say(
        "\(count) \(count == 1 ? "frame" : "frames") of an older timeline \(count == 1 ? "lies" : "lie") there too: \(first)\(count > 1 ? " … \(result.olderFrames[count - 1])" : "")"
      )
    }
    if let failure = report?.failure { talker.complain(failure) }
    talker.say(Self.summary(result))
    for outcome in troubles.sorted(by: { $0.frame < $1.frame }) {
      talker.complain((talker.quiet ? "" : "  ") + line(outcome))
    }
    if let failure = result.failure { talker.complain(failure) }
    if talker.verbose {
      let time = Machine.processorTime() - processorTimeBefore
      let cpu = Int((100 * time / max(result.seconds, 1e-3)).rounded())
      talker.detail("CPU \(cpu) %, peak memory \(Summary.bytes(Machine.peakMemory()))")
    }
  }

  /// `240 rendered, 60 current in 4.2 s, 57.1 frames/s`.
  private static func summary(_ result: RenderResult) -> String {
    let parts = FrameOutcome.Status.allCases.compactMap { status in
      let count = result.tally[status]
      return count > 0 || status == .rendered ? "\(count) \(status.rawValue)" : nil
    }
    let drawn = result.tally.drawn
    let rate = Double(drawn) / max(result.seconds, 1e-6)
    return "\(parts.joined(separator: ", ")) in \(Summary.seconds(result.seconds))"
      + (drawn > 1 ? ", \(Summary.decimal(rate, digits: 1)) frames/s" : "")
  }

  private func hideBar() {
    if isBarShown { Console.message("\r\u{1B}[2K") }
    isBarShown = false
  }

  private func line(_ outcome: FrameOutcome) -> String {
    let reason = outcome.reason.map { " (\($0))" } ?? ""
    guard outcome.status == .rendered else {
      let word = outcome.status.rawValue
      return
        "frame \(outcome.frame): \(outcome.status >= .damaged ? talker.emphasized(word, "31") : word)\(reason)"
    }
    let bytes = outcome.outputBytes.map { Summary.bytes($0) + ", " } ?? ""
    return
      "frame \(outcome.frame)\(outcome.visibleOutput.map { " → " + $0 } ?? "") (\(bytes)\(Summary.seconds(outcome.milliseconds / 1000)))"
  }
}

/// Frames as people write them: `3, 10-50`.
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
