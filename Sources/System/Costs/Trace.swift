internal import BromideLibc
internal import Synchronization

/// A timeline of all threads, for viewers of Chrome's trace events (Perfetto, chrome://tracing).
///
/// There is one trace per process. All work records its spans, which is free of cost until a trace
/// begins. The stage times of a run's costs use the same spans. If two spans of a thread overlap,
/// one contains the other. The time of the inner span counts only for the inner span.
public enum Trace {
  private struct Span {
    let name: StaticString
    let subject: String
    let thread: Int
    /// Nanoseconds since the trace began.
    let start: Int
    let duration: Int
  }

  private struct State {
    var spans: [Span] = []
    var lost = 0
    var threads: [UInt: Int] = [:]
    /// The last spans of each thread, without nested ones.
    var recent: [UInt: [(start: Int, duration: Int)]] = [:]

    /// Returns the nanoseconds of a span that ends now, without the spans inside it.
    mutating func own(_ thread: UInt, start: Int, duration: Int) -> Int {
      var spans = recent[thread, default: []]
      var within = 0
      while let last = spans.last, last.start >= start {
        within += last.duration
        spans.removeLast()
      }
      if spans.count == 64 { spans.removeFirst() }
      spans.append((start, duration))
      recent[thread] = spans
      return max(0, duration - within)
    }
  }

  private static let isOn = Atomic<Bool>(false)
  private static let began = Mutex(Stopwatch())
  private static let state = Mutex(State())
  /// The limit needs about 100 MB of memory.
  private static let mostSpans = 1 << 20

  /// Begins to record spans.
  public static func begin() {
    state.withLock { $0 = State() }
    began.withLock { $0 = Stopwatch() }
    isOn.store(true, ordering: .releasing)
  }

  /// Whether spans are recorded.
  public static var isKept: Bool { isOn.load(ordering: .acquiring) }

  /// Records a span of this thread that ends now.
  ///
  /// - Parameters:
  ///   - name: The kind of work.
  ///   - subject: The file that the work was for.
  ///   - watch: A stopwatch created at the start of the work.
  package static func note(
    _ name: StaticString, _ subject: @autoclosure () -> String, _ watch: Stopwatch
  ) {
    let isTraced = isOn.load(ordering: .relaxed)
    guard isTraced || StageSeconds.isGathered else { return }
    let start = began.withLock { watch.nanoseconds(after: $0) }
    let duration = watch.nanoseconds
    #if canImport(Darwin)
      let thread = UInt(bitPattern: pthread_self())
    #else
      let thread = UInt(pthread_self())
    #endif
    let own = state.withLock { $0.own(thread, start: start, duration: duration) }
    StageSeconds.add(nanoseconds: own, to: "\(name)")
    guard isTraced else { return }
    let subject = subject()
    state.withLock { state in
      guard state.spans.count < mostSpans else {
        state.lost += 1
        return
      }
      let number = state.threads[thread] ?? state.threads.count + 1
      state.threads[thread] = number
      state.spans.append(
        Span(
          name: name, subject: subject, thread: number, start: max(0, start),
          duration: duration))
    }
  }

  /// Ends the trace.
  ///
  /// - Returns: The document in JSON, with one event per line, and the number of spans over the
  ///   limit.
  public static func end() -> (json: String, lost: Int) {
    isOn.store(false, ordering: .releasing)
    let ended = state.withLock { state in
      defer { state = State() }
      return state
    }
    var lines = [
      #"{"name":"process_name","ph":"M","pid":1,"tid":0,"args":{"name":"bromide"}}"#
    ]
    for number in ended.threads.values.sorted() {
      lines.append(
        #"{"name":"thread_name","ph":"M","pid":1,"tid":\#(number),"args":{"name":"thread \#(number)"}}"#
      )
    }
    for span in ended.spans {
      let subject = JSONValue.text(span.subject).text
      lines.append(
        "{\"name\":\"\(span.name)\",\"cat\":\"stage\",\"ph\":\"X\",\"pid\":1,\"tid\":\(span.thread),"
          + "\"ts\":\(micro(span.start)),\"dur\":\(micro(span.duration)),\"args\":{\"file\":\(subject)}}"
      )
    }
    return (
      "{\"displayTimeUnit\":\"ms\",\"traceEvents\":[\n" + lines.joined(separator: ",\n") + "\n]}\n",
      ended.lost
    )
  }

  /// Nanoseconds as microseconds.
  private static func micro(_ nanoseconds: Int) -> String {
    "\(nanoseconds / 1000).\((nanoseconds % 1000).padded(toDigits: 3))"
  }
}
