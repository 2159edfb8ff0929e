#if os(Linux)
  internal import BromideLibc

  /// What Linux tells about a process, which can end at any time.
  public enum RunningProcess {
    /// The start of a file below /proc, up to 64 KiB, or `nil` if the process has ended.
    public static func text(_ path: String) -> String? {
      guard let file = unsafe fopen("/proc/" + path, "r") else { return nil }
      defer { unsafe fclose(file) }
      // These files have no size.
      var bytes = [UInt8](repeating: 0, count: 1 << 16)
      let count = unsafe fread(&bytes, 1, bytes.count, file)
      return count == 0 ? nil : String(decoding: bytes[..<count], as: UTF8.self)
    }

    /// The processes that the threads of a process started.
    public static func children(of parent: Int32) -> [Int32] {
      Files.names(in: "/proc/\(parent)/task").flatMap { task in
        (text("\(parent)/task/\(task)/children") ?? "").split(separator: " ").compactMap {
          Int32($0)
        }
      }
    }

    /// Whether a process has not ended. The parent of a zombie must still read its status.
    public static func isAlive(_ process: Int32) -> Bool {
      text("\(process)/stat").map { !$0.contains(") Z ") } ?? false
    }

    /// Waits for a process to end, at most a minute. Returns whether it has ended.
    public static func ends(_ process: Int32) -> Bool {
      for _ in 0..<6000 {
        guard isAlive(process) else { return true }
        usleep(10_000)
      }
      return !isAlive(process)
    }
  }
#endif
