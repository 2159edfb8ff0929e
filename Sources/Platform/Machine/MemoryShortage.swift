internal import Synchronization
internal import SystemPackage

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// Memory that cannot be had, and words for it that are the same for whatever needs it.
package enum MemoryShortage {
  /// A sentence such as `not enough memory: needs 96 MB, limit 80 MB`.
  ///
  /// - Parameter bytes: What was needed at once; 0 if nobody knows.
  package static func words(_ bytes: Int) -> String {
    let limit = [addressLimit, dataLimit].compactMap(\.self).min()
    return words(bytes, limit: limit, free: Machine.freeMemory())
  }

  /// The same where a limit holds, or so much is free. What is free is only said where it explains the lack: the system, or a
  /// worker process, may refuse a piece for other reasons.
  static func words(_ bytes: Int, limit: Int?, free: Int) -> String {
    if let limit, bytes > 0, bytes < limit {
      let (more, most) = (megabytes(bytes), megabytes(limit))
      return "not enough memory: needs \(more) more than the limit of \(most) leaves"
    }
    let needed = bytes > 0 ? ["needs \(megabytes(bytes))"] : []
    let bound =
      if let limit {
        "limit \(megabytes(limit))"
      } else if bytes == 0 || free - bytes < reserve {
        "\(megabytes(free)) free"
      } else {
        "which the system does not give at once"
      }
    return "not enough memory: " + (needed + [bound]).joined(separator: ", ")
  }

  /// Whether this process may have that much memory more. It is tried, and given back: what takes many small pieces, of which
  /// none may fail, asks before it begins. The corresponding C function is `mmap`.
  package static func isThere(_ bytes: Int) -> Bool {
    guard !Refusals.strikes(.memory) else { return false }
    let (count, overflow) = bytes.addingReportingOverflow(reserve)
    guard !overflow, count > 0 else { return false }
    #if os(Linux)
      // A control group ends the process that goes beyond its limit; it refuses nothing before.
      if let free = Machine.memoryGroups.free, bytes > free { return false }
    #endif
    let tried = unsafe mmap(
      nil, count, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON, -1, 0)
    guard let tried = unsafe tried, unsafe tried != MAP_FAILED else { return false }
    unsafe munmap(tried, count)
    return true
  }

  /// A sentence about a picture that needs more than `allowance`; nil if it does not.
  package static func refusal(_ bytes: Int) -> String? {
    let allowance = allowance
    guard bytes > allowance else { return nil }
    return
      "not enough memory: needs \(megabytes(bytes)), --memory allows \(megabytes(allowance))"
  }

  /// Bytes that one finished picture may take. Its file says how many pixels it has, and may be a thousand times smaller.
  package static var allowance: Int {
    get { allowanceState.load(ordering: .relaxed) }
    set { allowanceState.store(newValue, ordering: .relaxed) }
  }

  private static let allowanceState = Atomic<Int>(.max)

  /// What libraries, stacks of threads (8 MiB each) and the language take besides, in pieces too small to ask for.
  private static let reserve = 48 << 20

  /// What a command takes of the heap in pieces too small to ask for, at most.
  static let smallPieces = 8 << 20

  /// Bytes that limits on this process leave it (`ulimit -v` and `-d`); nil without any.
  static var left: Int? {
    let used = usedPages()
    let rest = [(addressLimit, used.address), (dataLimit, used.data)].compactMap { limit, pages in
      limit.map { max($0 - pages * Int(sysconf(Int32(_SC_PAGESIZE))), 0) }
    }
    return rest.min()
  }

  /// Pages of addresses and of data; 0 where the system does not tell.
  private static func usedPages() -> (address: Int, data: Int) {
    #if os(Linux)
      let text = (try? FileSystem.contents(of: "/proc/self/statm")).map {
        String(decoding: $0, as: UTF8.self)
      }
      let numbers = (text ?? "").split { $0 == " " || $0 == "\n" }.compactMap { Int($0) }
      if numbers.count > 5 { return (numbers[0], numbers[5]) }
    #endif
    return (0, 0)
  }

  // The corresponding C function is `getrlimit`.

  private static var addressLimit: Int? {
    #if canImport(Glibc)
      limit { unsafe getrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &$0) }
    #else
      limit { unsafe getrlimit(RLIMIT_AS, &$0) }
    #endif
  }

  private static var dataLimit: Int? {
    #if canImport(Glibc)
      limit { unsafe getrlimit(__rlimit_resource_t(RLIMIT_DATA.rawValue), &$0) }
    #else
      limit { unsafe getrlimit(RLIMIT_DATA, &$0) }
    #endif
  }

  private static func limit(_ read: (inout rlimit) -> Int32) -> Int? {
    var limit = rlimit()
    // Whatever stands for no limit is beyond all memory.
    guard read(&limit) == 0, limit.rlim_cur < 1 << 50 else { return nil }
    return Int(limit.rlim_cur)
  }

  /// Such as `96 MB`, at least 1.
  package static func megabytes(_ bytes: Int) -> String {
    "\(max(1, bytes / 1_000_000 + (bytes % 1_000_000 >= 500_000 ? 1 : 0))) MB"
  }
}
