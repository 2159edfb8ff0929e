internal import BromideLibc

/// Resource usage of a program.
struct Cost {
  var seconds: Double
  /// User and system time.
  var cpuSeconds: Double
  /// The most memory it held, in bytes.
  var peakMemory: Int
  /// 0 for success.
  var status: Int32
  /// Page faults that needed no disk.
  var pageFaults = 0
}

extension Cost {
  /// The median by seconds of several runs, at least one, with the highest memory of all runs. Any
  /// failure is kept.
  init(medianOf costs: [Cost]) {
    self =
      costs.first { $0.status != 0 } ?? costs.sorted { $0.seconds < $1.seconds }[costs.count / 2]
    peakMemory = costs.map(\.peakMemory).max()!
  }
}

/// Runs programs and reads their resource usage from the kernel (`posix_spawn`, `wait4`).
enum Program {
  /// Returns the path of a program on PATH, or `nil`.
  static func find(_ name: String) -> String? {
    if name.contains("/") { return unsafe access(name, X_OK) == 0 ? name : nil }
    let path = unsafe getenv("PATH").map { unsafe String(cString: $0) } ?? "/usr/bin:/bin"
    for folder in path.split(separator: ":") {
      let candidate = folder + "/" + name
      if unsafe access(String(candidate), X_OK) == 0 { return String(candidate) }
    }
    return nil
  }

  /// Runs a command to its end, its output in a file.
  static func run(_ command: [String], output: String = "/dev/null") -> Cost {
    guard let path = find(command[0]) else {
      return Cost(seconds: 0, cpuSeconds: 0, peakMemory: 0, status: 127)
    }
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    unsafe posix_spawn_file_actions_addopen(
      &actions, 1, output, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
    unsafe posix_spawn_file_actions_adddup2(&actions, 1, 2)
    var arguments: [UnsafeMutablePointer<CChar>?] = unsafe command.map { unsafe strdup($0) }
    unsafe arguments.append(nil)
    defer {
      for i in 0..<command.count { unsafe free(arguments[i]) }
    }
    var process = pid_t()
    let start = ContinuousClock.now
    let code = unsafe posix_spawn(&process, path, &actions, nil, arguments, environ)
    guard code == 0 else { return Cost(seconds: 0, cpuSeconds: 0, peakMemory: 0, status: code) }
    var status = Int32()
    var usage = rusage()
    while unsafe wait4(process, &status, 0, &usage) == -1 && errno == EINTR {}
    let seconds = (ContinuousClock.now - start).seconds
    #if canImport(Darwin)
      let unit = 1
    #else
      let unit = 1024
    #endif
    return Cost(
      seconds: seconds, cpuSeconds: usage.ru_utime.seconds + usage.ru_stime.seconds,
      peakMemory: Int(usage.ru_maxrss) * unit,
      status: status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + status & 0x7F,
      pageFaults: Int(usage.ru_minflt))
  }

  /// The median by seconds of several runs, after one that warms caches. Any failure is kept.
  static func median(_ command: [String], runs: Int, before: () -> Void = {}) -> Cost {
    before()
    let first = run(command)
    guard first.status == 0 else { return first }
    return Cost(
      medianOf: (0..<runs).map { _ in
        before()
        return run(command)
      })
  }
}

extension Duration {
  var seconds: Double {
    Double(components.seconds) + Double(components.attoseconds) * 1e-18
  }
}

extension timeval {
  fileprivate var seconds: Double { Double(tv_sec) + Double(tv_usec) * 1e-6 }
}

/// Returns the median time of some work in seconds, after one run that is ignored.
func medianSeconds(runs: Int, _ work: () -> Void) -> Double {
  work()
  var times: [Double] = []
  for _ in 0..<runs { times.append(ContinuousClock().measure(work).seconds) }
  return times.sorted()[times.count / 2]
}
