import BromideSystem
import Foundation
import TestSupport
import Testing

/// Resource usage of runs, and their traces.
@Suite(.serialized) struct CostsTests {
  @Test func stagesAddUp() throws {
    var costs = RunCosts(stages: ["open", "decode"], threads: 3)
    costs.add(1.25, to: "open")
    costs.add(0.5, to: "decode")
    costs.add(0.25, to: "decode")
    costs.add(9, to: "no stage")
    costs.count = 4
    costs.megapixels = 48
    costs.end(waiting: 2)
    #expect(costs.stages.map(\.name) == ["open", "decode", "waiting"])
    #expect(costs.stages.map(\.seconds) == [1.25, 0.75, 2])
    let lines = costs.lines(unit: "photos") { "\($0) bytes" }
    #expect(lines[0].hasSuffix("1.25 s   31 %") && lines[2].hasSuffix("2.00 s   50 %"))
    let object = try #require(
      JSONSerialization.jsonObject(with: Data(costs.json.text.utf8)) as? [String: Any])
    #expect((object["stages"] as? [String: Double])?["decode"] == 0.75)
    #expect(object["threads"] as? Int == 3 && object["count"] as? Int == 4)
  }

  /// Noted seconds of the process belong to the run that collects them, with and without a trace.
  /// Tests that run meanwhile use the names of real stages.
  @Test func notesAreGathered() {
    Trace.note("first", "before", Stopwatch())
    var costs = RunCosts(stages: ["first", "second"], threads: 2, gathers: true)
    let watch = Stopwatch()
    Thread.sleep(forTimeInterval: 0.02)
    Trace.note("first", "a", watch)
    Trace.note("third", "b", Stopwatch())
    StageSeconds.add(nanoseconds: 500_000_000, to: "second")
    StageSeconds.add(nanoseconds: 250_000_000, to: "waiting")
    costs.end(waiting: 1)
    #expect(costs.stages[0].seconds >= 0.02 && costs.stages[0].seconds <= watch.seconds)
    #expect(costs.stages[1].seconds == 0.5 && costs.stages[2].seconds == 1.25)
    // A run that is given its seconds gathers none.
    var given = RunCosts(stages: ["first"], threads: 1)
    Trace.note("first", "d", watch)
    given.end()
    #expect(given.stages.map(\.seconds) == [0, 0])
  }

  /// A moment counts once, for the innermost stage.
  @Test func stagesWithinOthersCountOnce() {
    var costs = RunCosts(stages: ["first", "second"], threads: 1, gathers: true)
    let (whole, outer) = (Stopwatch(), Stopwatch())
    Thread.sleep(forTimeInterval: 0.01)
    for _ in 0..<2 {
      let inner = Stopwatch()
      Thread.sleep(forTimeInterval: 0.03)
      Trace.note("second", "a", inner)
    }
    Trace.note("first", "a", outer)
    let all = whole.seconds
    costs.end()
    #expect(costs.stages[0].seconds >= 0.009 && costs.stages[1].seconds >= 0.059)
    #expect(costs.stages[0].seconds + costs.stages[1].seconds <= all)
  }

  /// The figures move by what this process does between two readings.
  @Test func usageCounts() throws {
    let folder = try TemporaryFolder()
    let before = ProcessUsage.now()
    let bytes = [UInt8](repeating: 7, count: 3 << 20)
    try folder.write(bytes, as: "file")
    #expect(try Files.read(folder("file")) == bytes)
    // Memory that the allocator has kept since other tests needs no page.
    // Tests that run meanwhile may free some.
    let size = 64 << 20
    let pages = unsafe try #require(
      mmap(nil, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0))
    #expect(unsafe pages != MAP_FAILED)
    unsafe memset(pages, 1, size)
    defer { unsafe munmap(pages, size) }
    var sum = 0.0
    // The C library's clock of this process's processor time, in microseconds (POSIX).
    let began = clock()
    while clock() - began < 100_000 { sum += 1.5.squareRoot() }
    let used = ProcessUsage.now().since(before)
    #expect(sum > 0 && used.processor > 0.09)
    #expect(used.memory > 1 << 20 && used.peakMemory >= used.memory / 2)
    #expect(used.minorFaults > 0)
    #if os(Linux)
      #expect(used.bytesRead >= 3 << 20 && used.bytesWritten >= 3 << 20)
    #endif
  }

  /// Chrome's trace event format: complete events (X) with times in microseconds, names of threads as metadata (M).
  @Test func tracesAreTraceEvents() throws {
    Trace.note("unheard", "before", Stopwatch())
    Trace.begin()
    let outer = Stopwatch()
    Thread.sleep(forTimeInterval: 0.02)
    Trace.note("first", "a \"b\".nef", outer)
    let second = Stopwatch()
    Thread.sleep(forTimeInterval: 0.01)
    Trace.note("second", "c", second)
    let other = Thread {
      let watch = Stopwatch()
      Trace.note("elsewhere", "d", watch)
    }
    other.start()
    while !other.isFinished { Thread.sleep(forTimeInterval: 0.001) }
    let (json, lost) = Trace.end()
    #expect(lost == 0 && !Trace.isKept)
    let root = try #require(JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
    #expect(root["displayTimeUnit"] as? String == "ms")
    let events = try #require(root["traceEvents"] as? [[String: Any]])
    for event in events {
      #expect(event["name"] is String && event["pid"] is Int && event["tid"] is Int)
      #expect(["X", "M"].contains(event["ph"] as? String))
      #expect(event["args"] is [String: Any])
    }
    // Tests that run meanwhile also note their stages.
    let names = ["first", "second", "elsewhere"]
    let spans = events.filter {
      $0["ph"] as? String == "X" && ($0["name"] as? String).map(names.contains) == true
    }
    #expect(spans.map { $0["name"] as? String } == names)
    #expect((spans[0]["args"] as? [String: String])?["file"] == "a \"b\".nef")
    let times = spans.map { ($0["ts"] as? Double ?? -1, $0["dur"] as? Double ?? -1) }
    #expect(times.allSatisfy { $0.0 >= 0 && $0.1 >= 0 })
    #expect(times[0].1 >= 19_000 && times[1].0 >= times[0].0 + times[0].1 - 1)
    #expect(spans[0]["tid"] as? Int == spans[1]["tid"] as? Int)
    #expect(spans[0]["tid"] as? Int != spans[2]["tid"] as? Int)
  }
}
