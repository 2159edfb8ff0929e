internal import BromideLibc
internal import SystemPackage

/// The resources that this process and its workers have used since their start.
///
/// For workers that have ended, it includes processor time and page faults, because the system
/// keeps these numbers. On systems other than Linux, running workers are not included, and bytes
/// are unknown.
public struct ProcessUsage: Sendable, Hashable {
  /// Processor time in seconds, over all threads.
  public var processor = 0.0
  /// The current memory in bytes.
  public var memory = 0
  /// The sum of the peak memory of each process, in bytes.
  public var peakMemory = 0
  /// Bytes read by system calls, from the system's cache or the disk. Samples that are used
  /// directly from a memory-mapped file are not included.
  public var bytesRead = 0
  /// Bytes written by system calls.
  public var bytesWritten = 0
  /// Pages that were new to a process.
  public var minorFaults = 0
  /// Pages that were read from a disk.
  public var majorFaults = 0

  /// Creates a usage of 0.
  public init() {}

  /// Returns the usage until now.
  public static func now() -> ProcessUsage {
    var usage = ProcessUsage()
    usage.addOwn()
    #if os(Linux)
      usage.addBytes(of: "self")
      for worker in children() { usage.add(worker: worker) }
    #endif
    return usage
  }

  private mutating func addOwn() {
    for isOwn in [true, false] {
      var own = rusage()
      #if canImport(Glibc)
        unsafe getrusage(
          __rusage_who_t(isOwn ? RUSAGE_SELF.rawValue : RUSAGE_CHILDREN.rawValue), &own)
      #else
        unsafe getrusage(isOwn ? RUSAGE_SELF : RUSAGE_CHILDREN, &own)
      #endif
      func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }
      processor += seconds(own.ru_utime) + seconds(own.ru_stime)
      minorFaults += Int(own.ru_minflt)
      majorFaults += Int(own.ru_majflt)
    }
    memory = Machine.residentMemory()
    peakMemory = Machine.peakMemory()
  }

  #if os(Linux)
    /// Returns the running processes that threads of this process started.
    private static func children() -> [String] {
      let tasks: FilePath = "/proc/self/task"
      guard let threads = try? FileSystem.entries(of: tasks) else { return [] }
      return threads.flatMap { thread -> [String] in
        let bytes = try? FileSystem.contents(of: tasks.appending(thread).appending("children"))
        return String(decoding: bytes ?? [], as: UTF8.self).split(separator: " ").map(String.init)
      }
    }

    private mutating func add(worker: String) {
      let folder = FilePath("/proc").appending(worker)
      guard let bytes = try? FileSystem.contents(of: folder.appending("stat")) else { return }
      // The name can contain any character (proc_pid_stat(5)). The fields after it begin with the
      // third.
      let text = String(decoding: bytes, as: UTF8.self)
      let fields = text.split(separator: ")").last?.split(separator: " ") ?? []
      func field(_ number: Int) -> Int {
        number - 3 < fields.count ? Int(fields[number - 3]) ?? 0 : 0
      }
      minorFaults += field(10)
      majorFaults += field(12)
      processor += Double(field(14) + field(15)) / Double(max(1, sysconf(Int32(_SC_CLK_TCK))))
      let status = Self.numbers(folder.appending("status"))
      memory += (status["VmRSS"] ?? 0) * 1024
      peakMemory += (status["VmHWM"] ?? 0) * 1024
      addBytes(of: worker)
    }

    private mutating func addBytes(of process: String) {
      let numbers = Self.numbers(FilePath("/proc").appending(process).appending("io"))
      bytesRead += numbers["rchar"] ?? 0
      bytesWritten += numbers["wchar"] ?? 0
    }

    /// Reads lines of a name, a colon and a number.
    private static func numbers(_ path: FilePath) -> [String: Int] {
      let text = String(decoding: (try? FileSystem.contents(of: path)) ?? [], as: UTF8.self)
      var numbers: [String: Int] = [:]
      for line in text.split(separator: "\n") {
        let parts = line.split { $0 == ":" || $0 == " " || $0 == "\t" }
        if parts.count > 1, let number = Int(parts[1]) { numbers[String(parts[0])] = number }
      }
      return numbers
    }
  #endif

  /// Returns the usage since an earlier reading. The memory is the current memory.
  public func since(_ start: ProcessUsage) -> ProcessUsage {
    var usage = self
    usage.processor -= start.processor
    usage.bytesRead -= start.bytesRead
    usage.bytesWritten -= start.bytesWritten
    usage.minorFaults -= start.minorFaults
    usage.majorFaults -= start.majorFaults
    return usage
  }
}
