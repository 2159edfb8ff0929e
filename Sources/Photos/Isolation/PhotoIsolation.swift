internal import BromideSystem
public import SystemPackage

/// Options for worker processes, in which LibRaw and other file libraries run, so that a crash costs
/// one file instead of the run.
///
/// Workers run this program again, and `PhotoWorker` must receive control at start. So programs
/// other than Bromide's command do not use them.
public enum PhotoIsolation {
  /// The values of `--isolation`.
  public enum Choice: String, Sendable, Hashable, Codable, CaseIterable {
    /// Use worker processes if there are several inputs.
    case auto
    /// Always use worker processes.
    case process
    /// Use the libraries in this process.
    case off
  }

  /// The number of worker processes, and their time limit.
  public struct Options: Sendable {
    /// Maximum number of processes, and of threads in each, at least 1.
    public var workers: Int
    /// Seconds for each step of a photo, or `nil` to use a time that depends on the file size.
    public var timeout: Double?
    /// The program that workers run.
    public var program: FilePath

    /// Creates options for as many workers as threads that load photos.
    ///
    /// - Returns: `nil` if the system does not provide the path of this program.
    public init?(workers: Int, timeout: Double? = nil) {
      guard let program = Machine.executable else { return nil }
      self.workers = max(workers, 1)
      self.timeout = timeout
      self.program = program
    }
  }
}
