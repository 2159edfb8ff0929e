internal import CPlatform
package import SystemPackage

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// Processors and memory of this machine, and how much of them this process uses.
public enum Machine {
  /// Processor cores this process may use.
  public static let cores: Int = {
    // What taskset and containers allow; the number of processors online does not know of it.
    let allowed = Int(bromide_allowed_processors())
    if allowed > 0 { return allowed }
    return max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))
  }()

  /// The file of the program that this process runs; nil if the system does not tell.
  package static let executable: FilePath? = {
    #if os(Linux)
      // Not what it points to, which may be replaced while it runs.
      "/proc/self/exe"
    #else
      CommandLine.arguments.first.flatMap { FileSystem.resolved(FilePath($0)) }
    #endif
  }()

  /// Files that this process may have open at once. The corresponding C function is `getrlimit`.
  package static var mostOpenFiles: Int {
    var limit = rlimit()
    #if canImport(Glibc)
      let isKnown = unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0
    #else
      let isKnown = unsafe getrlimit(RLIMIT_NOFILE, &limit) == 0
    #endif
    return isKnown ? Int(clamping: limit.rlim_cur) : 256
  }

  /// Bytes that the stack of the main thread may grow to; nil without a limit. The corresponding C function is `getrlimit`.
  public static var stackLimit: Int? {
    var limit = rlimit()
    #if canImport(Glibc)
      let isKnown = unsafe getrlimit(__rlimit_resource_t(RLIMIT_STACK.rawValue), &limit) == 0
    #else
      let isKnown = unsafe getrlimit(RLIMIT_STACK, &limit) == 0
    #endif
    return isKnown && limit.rlim_cur < 1 << 50 ? Int(limit.rlim_cur) : nil
  }

  /// Bytes of memory that this process can use without swapping, within its limits and that of its container.
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
    /// The limits of this process's control groups, looked for once.
    static let memoryGroups = MemoryGroups { path in
      (try? FileSystem.contents(of: FilePath(path), limit: 1 << 22)).map {
        String(decoding: $0, as: UTF8.self)
      }
    }
  #endif

  /// Bytes of memory that this process occupies now.
  public static func residentMemory() -> Int {
    #if os(Linux)
      return (number(behind: "VmRSS:", in: "/proc/self/status") ?? 0) * 1024
    #else
      return peakMemory()
    #endif
  }

  /// Peak memory of this process, in bytes. The corresponding C function is `getrusage`.
  public static func peakMemory() -> Int {
    #if os(Linux)
      return Int(usage().ru_maxrss) * 1024
    #else
      return Int(usage().ru_maxrss)
    #endif
  }

  /// Processor time this process has used, in seconds over all threads.
  public static func processorTime() -> Double {
    let usage = usage()
    func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }
    return seconds(usage.ru_utime) + seconds(usage.ru_stime)
  }

  /// Makes blocks of 4 MiB and more, such as mosaics, return to the system when they are freed.
  ///
  /// Otherwise glibc learns from the first large block that is freed to keep the next ones (up to 32 MiB), in a heap for
  /// each thread: a batch of twenty photos of 12 megapixels then takes 120 MB, where four take 81; with this call, 85.
  /// The corresponding C function is `mallopt`.
  public static func returnLargeBlocks() { bromide_return_blocks(4 << 20) }

  /// Makes do with the addresses that a limit leaves (`ulimit -v`): glibc would reserve 64 MiB of them for each thread. Under a limit it also
  /// has glibc keep memory for what is too small to ask for, of which no piece may fail, before larger ones take it. Call it before there are
  /// threads. The corresponding C functions are `mallopt` and `malloc`.
  ///
  /// - Returns: The bytes that the limit does not leave; nil if it does.
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

  /// The first number in the first line of a file that begins with `name`; nil if there is none.
  private static func number(behind name: String = "", in path: String) -> Int? {
    guard let bytes = try? FileSystem.contents(of: FilePath(path)) else { return nil }
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    return bytes.split(separator: UInt8(ascii: "\n")).first { $0.starts(with: name.utf8) }
      .map { $0.drop { !digits.contains($0) }.prefix { digits.contains($0) } }
      .flatMap { Int(String(decoding: $0, as: UTF8.self)) }
  }
}
