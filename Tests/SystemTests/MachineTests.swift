import BromideSystem
import Foundation
import Testing

@Suite struct MachineTests {
  #if os(Linux)
    /// The kernel also prints the processors in base 16, with a comma after eight digits.
    @Test func coresAreThoseAllowed() throws {
      let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
      let name = "Cpus_allowed:"
      let line = try #require(status.split(separator: "\n").first { $0.hasPrefix(name) })
      let count = line.dropFirst(name.count).compactMap(\.hexDigitValue)
        .reduce(0) { $0 + $1.nonzeroBitCount }
      #expect(Machine.cores == count)
    }
  #endif

  @Test func memoryIsWithinTheMachine() {
    let all = Int(ProcessInfo.processInfo.physicalMemory)
    #expect((1 << 20...all).contains(Machine.freeMemory()))
    let held = [UInt8](repeating: 1, count: 64 << 20)
    #expect((held.count...all).contains(Machine.residentMemory()))
    #expect((held.count...all).contains(Machine.peakMemory()))
    #expect(held.last == 1)
  }
}

@Suite struct ConsoleTests {
  @Test func variablesOfTheEnvironmentAreRead() {
    let all = ProcessInfo.processInfo.environment
    #expect(!all.isEmpty)
    for (name, value) in all { #expect(Console.environment(name) == value) }
    #expect(Console.environment("BROMIDE_TEST_NO_SUCH_VARIABLE") == nil)
  }

  @Test func fileIsNotATerminal() throws {
    let null = try #require(FileHandle(forReadingAtPath: "/dev/null"))
    #expect(!Console.isTerminal(null.fileDescriptor))
    #expect(!Console.hasColor(null.fileDescriptor))
  }
}

@Suite struct InterruptionTests {
  @Test func interruptionRequiresASignal() { #expect(!Interruption.hasCome) }
}

@Suite struct StopwatchTests {
  /// One clock in three units.
  @Test func unitsAgree() {
    let whole = ContinuousClock.now
    let watch = Stopwatch()
    let outer = ContinuousClock.now
    while ContinuousClock.now - outer < .milliseconds(20) {}
    let least = watch.nanoseconds
    let (milliseconds, seconds) = (watch.milliseconds, watch.seconds)
    let most = watch.nanoseconds
    // The clocks can differ by their last digits.
    let limit = ContinuousClock.now - whole + .milliseconds(1)
    #expect(least >= 20_000_000 && .nanoseconds(most) < limit)
    #expect((Double(least / 1000) / 1e3...Double(most) / 1e6).contains(milliseconds))
    #expect((Double(least) / 1e9...Double(most) / 1e9).contains(seconds))
  }
}
