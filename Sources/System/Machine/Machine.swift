internal import BromideLibc
internal import CBromideSystem
package import SystemPackage

/// The processors and memory of this machine, and how much this process uses.
public enum Machine {
  /// The number of processor cores that this process can use.
  public static let cores: Int = {
    // taskset and containers limit this number. The number of online processors ignores these
    // limits.
    let allowed = Int(bromide_allowed_processors())
    if allowed > 0 { return allowed }
    return max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))
  }()

  /// The program file of this process, or `nil` if the system does not provide it.
  package static let executable: FilePath? = {
    #if os(Linux)
      // Use the link itself, because its target can be replaced during the run.
      "/proc/self/exe"
    #else
      CommandLine.arguments.first.flatMap { FileSystem.resolved(FilePath($0)) }
    #endif
  }()

  /// The maximum number of open files of this process. The corresponding C function is `getrlimit`.
  package static var mostOpenFiles: Int {
    var limit = rlimit()
    #if canImport(Glibc)
      let isKnown = unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0
    #else
      let isKnown = unsafe getrlimit(RLIMIT_NOFILE, &limit) == 0
    #endif
    return isKnown ? Int(clamping: limit.rlim_cur) : 256
  }

  /// The maximum size of the main thread's stack in bytes, or `nil` without a limit. The
  /// corresponding C function is `getrlimit`.
  public static var stackLimit: Int? {
    var limit = rlimit()
    #if canImport(Glibc)
      let isKnown = unsafe getrlimit(__rlimit_resource_t(RLIMIT_STACK.rawValue), &limit) == 0
    #else
      let isKnown = unsafe getrlimit(RLIMIT_STACK, &limit) == 0
    #endif
    return isKnown && limit.rlim_cur < 1 << 50 ? Int(limit.rlim_cur) : nil
  }

  /// Returns the bytes of memory that this process can use without swapping, within the limits of
  /// the process and its container.
  public static func freeMemory() -> Int {
    let pages = Int(sysconf(Int32(_SC_PHYS_PAGES)))
    var free = max(pages, 1) * Int(sysconf(Int32(_SC_PAGESIZE)))
    #if os(Linux)
      if let kibibytes = number(behind: "MemAvailable:", in: "/proc/meminfo") {
        free = kibibytes * 1024
      }
      if let left = memoryGroups.free { free = min(free, left) }
    #endif
    return min(free, MemoryShortage.left ?? free)
  }

  #if os(Linux)
    /// The limits of this process's control groups, read once.
    static let memoryGroups = MemoryGroups { path in
      (try? FileSystem.contents(of: FilePath(path), limit: 1 << 22)).map {
        String(decoding: $0, as: UTF8.self)
      }
    }
  #endif

  /// Returns the memory that this process currently uses, in bytes. Outside Linux, returns the
  /// peak.
  public static func residentMemory() -> Int {
    #if os(Linux)
      return (number(behind: "VmRSS:", in: "/proc/self/status") ?? 0) * 1024
    #else
      return peakMemory()
    #endif
  }

  /// Returns the peak memory of this process, in bytes. The corresponding C function is
  /// `getrusage`.
  public static func peakMemory() -> Int {
    #if os(Linux)
      return Int(usage().ru_maxrss) * 1024
    #else
      return Int(usage().ru_maxrss)
    #endif
  }

  /// Returns the processor time of this process, in seconds over all threads.
  public static func processorTime() -> Double {
    let usage = usage()
    func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }
    return seconds(usage.ru_utime) + seconds(usage.ru_stime)
  }

  /// Makes glibc return blocks of 4 MiB or more, for example mosaics, to the system when they are
  /// freed.
  ///
  /// By default, glibc keeps large blocks (up to 32 MiB) after the first one is freed, in a
  /// separate heap for each thread. A batch of twenty photos of 12 megapixels then uses 120 MB, and
  /// a batch of four uses 81 MB. With this call, twenty photos use 85 MB. The corresponding C
  /// function is `mallopt`.
  public static func returnLargeBlocks() { bromide_return_blocks(4 << 20) }

  /// Prepares the heap for a limit of the address space (`ulimit -v`).
  ///
  /// glibc would reserve 64 MiB of addresses for each thread, so this call makes all threads share
  /// one heap. Under a limit, it also makes glibc keep memory for small allocations, because they
  /// must not fail. Call it before you create threads. The corresponding C functions are `mallopt`
  /// and `malloc`.
  ///
  /// - Returns: `nil`, or the required number of bytes if the limit is too low.
  public static func shareScarceHeap() -> Int? {
    let spare = MemoryShortage.smallPieces
    return bromide_share_scarce_heap(spare) == 0 ? nil : spare
  }

  private static func usage() -> rusage {
    var usage = rusage()
    #if canImport(Glibc)
      unsafe getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    #else
      unsafe getrusage(RUSAGE_SELF, &usage)
    #endif
    return usage
  }

  /// Returns the first number in the first line that begins with `name`, or `nil` if there is no
  /// such line.
  private static func number(behind name: String = "", in path: String) -> Int? {
    guard let bytes = try? FileSystem.contents(of: FilePath(path)) else { return nil }
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    return bytes.split(separator: UInt8(ascii: "\n")).first { $0.starts(with: name.utf8) }
      .map { $0.drop { !digits.contains($0) }.prefix { digits.contains($0) } }
      .flatMap { Int(String(decoding: $0, as: UTF8.self)) }
  }
}
