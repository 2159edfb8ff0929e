#if canImport(Glibc)
  import BromideSystem
  import Foundation
  import Synchronization
  import Testing

  /// The heaps of threads use large pages, if the system has them.
  @Suite struct LargePagesTests {
    private static let hasLargePages =
      (try? String(
        contentsOfFile: "/sys/kernel/mm/transparent_hugepage/enabled", encoding: .utf8)) != nil

    @Test(.enabled(if: hasLargePages)) func heapsOfNewThreadsHaveLargePages() throws {
      Machine.returnLargeBlocks()
      let flags = Mutex("")
      let thread = try #require(
        WorkerThread {
          let block = [UInt8](repeating: 1, count: 1 << 20)
          flags.withLock { $0 = Self.flags(around: block) }
        })
      thread.join()
      #expect(
        flags.withLock { $0.split(separator: " ").contains("hg") }, "\(flags.withLock { $0 })")
    }

    /// Returns the kernel's flags of the mapping with the middle of a block (`man 5 proc`).
    private static func flags(around block: [UInt8]) -> String {
      let address =
        unsafe block.withUnsafeBytes { unsafe UInt(bitPattern: $0.baseAddress) } + 1 << 19
      var isInside = false
      let maps = (try? String(contentsOfFile: "/proc/self/smaps", encoding: .utf8)) ?? ""
      for line in maps.split(separator: "\n") {
        let ends = line.prefix { $0 != " " }.split(separator: "-").compactMap {
          UInt($0, radix: 16)
        }
        if ends.count == 2 { isInside = (ends[0]..<ends[1]).contains(address) }
        if isInside, line.hasPrefix("VmFlags:") { return String(line) }
      }
      return "no mapping"
    }
  }
#endif
