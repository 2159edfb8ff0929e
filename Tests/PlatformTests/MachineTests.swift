import Foundation
import Platform
import Testing

@Suite struct MachineTests {
  #if os(Linux)
    /// The kernel states the processors as digits of base 16 too, with a comma after eight.
    @Test func coresAreThoseAllowed() throws {
      let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
      let name = "Cpus_allowed:"
      let line = try #require(status.split(separator: "\n").first { $0.hasPrefix(name) })
      let count = line.dropFirst(name.count).compactMap(\.hexDigitValue)
        .reduce(0) { $0 + $1.nonzeroBitCount }
      #expect(Machine.cores == count)
    }
  #endif

  @Test func memoryIsWhatTheMachineHas() {
    let all = Int(ProcessInfo.processInfo.physicalMemory)
    #expect((1 << 20...all).contains(Machine.freeMemory()))
    let held = [UInt8](repeating: 1, count: 64 << 20)
    #expect((held.count...all).contains(Machine.residentMemory()))
    #expect((held.count...all).contains(Machine.peakMemory()))
    #expect(held.last == 1)
  }
}
