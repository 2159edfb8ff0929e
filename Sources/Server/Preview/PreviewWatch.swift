internal import BromidePhotos
internal import BromideRuns
internal import BromideSystem
internal import BromideTimelines
internal import SystemPackage

/// Opens the subject on a separate thread, and reopens it when one of its files changes.
final class PreviewWatch: @unchecked Sendable {
  private let reading: PreviewReading
  private let monitor = Monitor()
  /// The previous measurements, because most edits do not change them. Only the thread uses this.
  private var measured: [LapseAnalysis] = []
  // The monitor guards these.
  private var current = PreviewMoment()
  private var isEnding = false
  private var waiting = 0

  init(_ subject: PreviewSubject, threads: Int, context: RunContext) {
    reading = PreviewReading(subject: subject, threads: threads, context: context)
  }

  /// The current state.
  var moment: PreviewMoment { monitor.locked { current } }

  /// Waits until the version changes, or until a time limit.
  ///
  /// - Returns: The current version. This returns at once if too many threads wait.
  func version(after version: Int, seconds: Double) -> Int {
    monitor.locked {
      guard waiting < Self.mostWaiting else { return current.version }
      waiting += 1
      defer { waiting -= 1 }
      let watch = Stopwatch()
      while current.version == version, !isEnding, watch.seconds < seconds {
        monitor.wait(seconds: seconds - watch.seconds)
      }
      return current.version
    }
  }

  /// The number of threads that wait for a change.
  var waitingCount: Int { monitor.locked { waiting } }

  /// Maximum number of waiting threads, because each one is blocked.
  static let mostWaiting = 4

  /// Ends the thread soon, and wakes waiting threads.
  func end() {
    monitor.locked {
      isEnding = true
      monitor.broadcast()
    }
  }

  /// Watches until `end` is called.
  func run() {
    let events = FolderEvents(listens: true)
    while !hasEnded {
      var files = WatchedFiles()
      // Check the file before reading it, so that you notice changes during the read.
      files.add([reading.subject.path])
      let isListening = read(&files, events)
      measure(files)
      wait(for: files, events, isListening: isListening)
    }
  }

  private var hasEnded: Bool { monitor.locked { isEnding } }

  private func publish(_ change: (inout PreviewMoment) -> Void) {
    monitor.locked {
      change(&current)
      current.version += 1
      monitor.broadcast()
    }
  }

  /// Reads the subject.
  ///
  /// - Returns: Whether the system will report changes.
  private func read(_ files: inout WatchedFiles, _ events: FolderEvents) -> Bool {
    guard reading.subject.kind != .photo else {
      publish { _ in }
      return events.watch(files.folders)
    }
    let result = reading.opened(&files)
    let isListening = events.watch(files.folders)
    publish { moment in
      switch result {
      case .success(let (timeline, notes)):
        moment.opened = timeline
        moment.analyses = []
        moment.isMeasuring = timeline.timeline.sources.indices.contains {
          timeline.lapseSettings(of: $0) != nil
        }
        moment.problems = []
        moment.isStale = false
        moment.notes = notes
      case .failure(let failure):
        moment.problems = failure.problems
        moment.isStale = moment.opened != nil
        moment.isMeasuring = false
      }
    }
    return isListening
  }

  /// Measures the photos, and stops if a file changes.
  private func measure(_ files: WatchedFiles) {
    let moment = moment
    guard moment.isMeasuring, let opened = moment.opened else { return }
    var analyses: [LapseAnalysis?] = []
    var problems: [PreviewMoment.Problem] = []
    for index in opened.timeline.sources.indices {
      // Reserve one thread for drawing frames.
      do throws(RenderError) {
        let file = opened.analysisFile(of: index, nextTo: reading.subject.path)
        let result = try opened.analysis(
          of: index, file: file, earlier: measured, threads: max(1, reading.threads - 1),
          proceed: { [self] in !hasEnded && !files.haveChanged })
        if result == nil, opened.lapseSettings(of: index) != nil { return }
        analyses.append(result?.analysis)
      } catch {
        analyses.append(nil)
        problems.append(PreviewMoment.Problem(reason: error.description))
      }
    }
    measured = analyses.compactMap(\.self)
    publish { moment in
      moment.analyses = analyses
      moment.isMeasuring = false
      moment.problems = problems
    }
  }

  /// Waits until a file has changed, and its writer has finished.
  private func wait(for files: WatchedFiles, _ events: FolderEvents, isListening: Bool) {
    var looked = Stopwatch()
    while !hasEnded {
      let waited = Stopwatch()
      events.wait(seconds: 0.2)
      let isWoken = isListening && waited.seconds < 0.19
      guard isWoken || looked.seconds > Self.pause else { continue }
      looked = Stopwatch()
      guard files.haveChanged else { continue }
      return settle(files)
    }
  }

  /// Waits for editors that write a file in several steps.
  private func settle(_ files: WatchedFiles) {
    var last = files
    repeat {
      last = last.renewed
      Self.pause(seconds: 0.05)
    } while last.haveChanged && !hasEnded
  }

  private static func pause(seconds: Double) {
    let monitor = Monitor()
    monitor.locked { monitor.wait(seconds: seconds) }
  }

  /// Seconds between two checks without an event, because network folders do not report changes.
  private static let pause = 2.0
}
