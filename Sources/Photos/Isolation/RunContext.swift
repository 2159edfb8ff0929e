package import BromideRaw

/// The means with which one run opens files.
///
/// Each run creates one context and passes it to everything that opens files, so that two runs in
/// one process do not share their means. Functions of the package have no default for it. Only the
/// added cameras change the pixels of undamaged files.
public struct RunContext: Sendable {
  /// The cameras that the user added, or `nil` without them.
  package let cameras: AddedCameras?
  /// The worker processes for LibRaw and other libraries, or `nil` to use the libraries in this
  /// process.
  let workers: WorkerPool?
  /// The maximum seconds that another program, such as ffmpeg, makes no progress, or `nil` for a time
  /// that depends on its files.
  package let timeout: Double?
  /// The maximum number of bytes for one finished picture. The number of pixels comes from its file,
  /// which can be a thousand times smaller.
  package let memory: Int

  /// Creates the context of a program that uses the library: it reads files in this process.
  public init() { (cameras, workers, timeout, memory) = (nil, nil, nil, .max) }

  /// Creates the context of a command.
  ///
  /// - Parameters:
  ///   - cameras: The cameras that the user added, or `nil` without them.
  ///   - isolation: The worker processes, or `nil` to read files in this process. Workers start when
  ///     they are needed, and end with the last copy of this context.
  ///   - timeout: The maximum seconds without progress of another program, or `nil` for a time that
  ///     depends on its files.
  ///   - memory: The maximum number of bytes for one finished picture.
  package init(
    cameras: AddedCameras?, isolation: PhotoIsolation.Options?, timeout: Double?, memory: Int
  ) {
    self.cameras = cameras
    self.timeout = timeout
    self.memory = memory
    workers = isolation.map { WorkerPool($0, cameras: cameras) }
  }
}

extension RunContext: Hashable {
  /// Returns whether two contexts share their means.
  public static func == (left: RunContext, right: RunContext) -> Bool {
    left.cameras == right.cameras && left.workers === right.workers
      && left.timeout == right.timeout && left.memory == right.memory
  }

  /// Adds the means of the context.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(cameras)
    hasher.combine(timeout)
    hasher.combine(memory)
    hasher.combine(workers.map { ObjectIdentifier($0) })
  }
}
