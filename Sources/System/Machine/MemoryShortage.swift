internal import BromideLibc
internal import SystemPackage

/// Checks whether memory is available, and creates the same error text for all users of memory.
package enum MemoryShortage {
  /// Returns a text such as `not enough memory: needs 96 MB, limit 80 MB`.
  ///
  /// - Parameter bytes: The requested size, or 0 if it is unknown.
  package static func words(_ bytes: Int) -> String {
    let limit = [addressLimit, dataLimit].compactMap(\.self).min()
    return words(bytes, limit: limit, free: Machine.freeMemory())
  }

  /// Returns the text for a limit or for an amount of free memory. Free memory is mentioned only if
  /// it explains the failure, because the system or a worker process can reject a request for other
  /// reasons.
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

  /// Returns whether this process can get that much more memory. Tries to allocate it, then frees
  /// it.
  ///
  /// Call it before work that allocates many small pieces that must not fail. The corresponding C
  /// function is `mmap`.
  package static func isThere(_ bytes: Int) -> Bool {
    guard !InjectedFailures.occurs(.memory) else { return false }
    let (count, overflow) = bytes.addingReportingOverflow(reserve)
    guard !overflow, count > 0 else { return false }
    #if os(Linux)
      // If the process exceeds the limit of its control group, the system ends it without an error.
      // So check the limit here.
      if let free = Machine.memoryGroups.free, bytes > free { return false }
    #endif
    let tried = unsafe mmap(
      nil, count, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON, -1, 0)
    guard let tried = unsafe tried, unsafe tried != MAP_FAILED else { return false }
    unsafe munmap(tried, count)
    return true
  }

  /// Returns the error text for a picture that needs more than the allowance, or `nil` if it fits.
  package static func rejection(_ bytes: Int, allowance: Int) -> String? {
    guard bytes > allowance else { return nil }
    return
      "not enough memory: needs \(megabytes(bytes)), --memory allows \(megabytes(allowance))"
  }

  /// The memory for libraries, thread stacks (8 MiB each) and the Swift runtime, in pieces too
  /// small to check.
  private static let reserve = 48 << 20

  /// The maximum heap memory of a command in pieces too small to check.
  static let smallPieces = 8 << 20

  /// The bytes that the limits of this process still allow (`ulimit -v` and `-d`), or `nil` without
  /// limits.
  static var left: Int? {
    let used = usedPages()
    let rest = [(addressLimit, used.address), (dataLimit, used.data)].compactMap { limit, pages in
      limit.map { max($0 - pages * Int(sysconf(Int32(_SC_PAGESIZE))), 0) }
    }
    return rest.min()
  }

  /// Returns the used pages of address space and of data, or 0 if the system does not provide them.
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
    // Values for "unlimited" are larger than any memory.
    guard read(&limit) == 0, limit.rlim_cur < 1 << 50 else { return nil }
    return Int(limit.rlim_cur)
  }

  /// Returns the size in megabytes, at least 1, for example `96 MB`.
  package static func megabytes(_ bytes: Int) -> String {
    "\(max(1, bytes / 1_000_000 + (bytes % 1_000_000 >= 500_000 ? 1 : 0))) MB"
  }
}
