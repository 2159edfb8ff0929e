internal import Platform
internal import Synchronization
public import SystemPackage

/// Whether LibRaw and the other libraries that read files work in processes of their own, where a crash costs one file and not
/// the run.
///
/// It is a matter of the process: whoever opens photos, on whatever thread, opens them so. Workers run this program's own
/// file, which `PhotoWorker` must take over at start; so a program that is not Bromide's command leaves it off.
public enum PhotoIsolation {
  /// What a person may ask for.
  public enum Choice: String, Sendable, Hashable, Codable, CaseIterable {
    /// Processes wherever more than one photo could be lost.
    case auto
    /// Processes in any case.
    case process
    /// They work in this process.
    case off
  }

  /// How many processes, and how long they may take.
  public struct Options: Sendable {
    /// Processes at most, and threads of each, at least 1.
    public var workers: Int
    /// Seconds for a step with one photo; nil for a time that grows with its file.
    public var timeout: Double?
    /// The program that workers run.
    public var program: FilePath

    /// As many workers as threads that load photos.
    ///
    /// - Returns: nil where the system does not tell which program this is.
    public init?(workers: Int, timeout: Double? = nil) {
      guard let program = Machine.executable else { return nil }
      self.workers = max(workers, 1)
      self.timeout = timeout
      self.program = program
    }
  }

  private static let pool = Mutex<WorkerPool?>(nil)

  /// From now on photos are opened by workers. They start when they are needed, and end with this process.
  public static func begin(_ options: Options) {
    pool.withLock { $0 = WorkerPool(options) }
  }

  /// The workers; nil if the libraries work here.
  static var current: WorkerPool? { pool.withLock { $0 } }
}
