internal import BromideCodecs
internal import BromideRaw
internal import BromideSystem
internal import BromideValues
internal import SystemPackage

/// A job of a C library on one file. It runs in this process or in a worker process, as
/// the context says.
///
/// To add a job, create a type and add it to `ForeignTasks`.
protocol ForeignTask: Codable, Sendable {
  /// The result, except pixels.
  associatedtype Answer: WorkerAnswer
  associatedtype Failure: ForeignFailure
  /// The library's name, for the message about a crash.
  static var library: String { get }
  /// The file that causes a crash.
  var path: FilePath { get }
  /// Whether the job reads the file. Otherwise, it contains the bytes.
  var readsFile: Bool { get }
  /// Does the job. Pixels must go to memory from `allocate`, which you can call at most once.
  func run(_ allocate: PixelAllocator) throws(Failure) -> Answer
}

extension ForeignTask {
  var readsFile: Bool { true }
}

/// An error type with cases for any job of a C library.
protocol ForeignFailure: Error, Codable, Sendable {
  static func outOfMemory(path: FilePath, bytes: Int) -> Self
  static func lost(path: FilePath, reason: String) -> Self
  /// Returns whether the error is about this file and does not name another file.
  func isSound(of path: FilePath) -> Bool
}

extension RawError: ForeignFailure {
  func isSound(of path: FilePath) -> Bool { self.path == path }
}

extension PictureError: ForeignFailure {
  func isSound(of path: FilePath) -> Bool { self.path == nil || self.path == path }
}

extension FrameFileError: ForeignFailure {
  static func outOfMemory(path: FilePath, bytes: Int) -> Self {
    .jpeg(path: path, .outOfMemory(bytes: bytes))
  }

  static func lost(path: FilePath, reason: String) -> Self { .jpeg(path: path, .lost(reason)) }

  func isSound(of path: FilePath) -> Bool {
    switch self {
    case .io(let named, _, _), .notAFile(let named), .jpeg(let named, _): named == path
    case .y4m, .sizeMismatch, .noSuchFrame, .frame: false
    }
  }
}

extension ForeignTask {
  /// The job's name in messages to workers.
  static var kind: String { "\(Self.self)" }

  /// Does the job here or in a worker.
  ///
  /// - Returns: The result, and the memory with the pixels.
  func perform(_ context: RunContext) throws(Failure) -> (answer: Answer, pixels: PixelMemory?) {
    if let pool = context.workers { return try pool.perform(self) }
    var pixels: PixelMemory?
    let answer = try run {
      pixels = InjectedFailures.occurs(.memory) ? nil : PixelMemory(attempting: $0)
      return pixels
    }
    return (answer, pixels)
  }

  /// Creates the error for an invalid answer.
  func confused() -> Failure {
    .lost(path: path, reason: "\(Self.library)'s process answered nonsense about it")
  }
}

/// The job types, for a worker to find.
enum ForeignTasks {
  private static let all: [any ForeignTask.Type] = [
    PNGHeaderTask.self, PNGPixelsTask.self, PNGPartTask.self, PNGCheckTask.self,
    TIFFHeaderTask.self, TIFFPixelsTask.self, WholeHeaderTask.self, WholePixelsTask.self,
    JPEGHeaderTask.self, JPEGPlanesTask.self,
    JPEGReducedTask.self,
    JPEGInkTask.self,
    ProfiledPixelsTask.self,
    ProfileTask.self,
    OutputTableTask.self,
  ]

  /// Returns the library for a job type.
  static func library(of kind: String) -> String {
    all.first { $0.kind == kind }?.library ?? "LibRaw"
  }

  /// Does an encoded job, and sends the result or its error.
  ///
  /// - Parameters:
  ///   - shortage: Bytes of shared memory that cannot be mapped, or `nil`. If set, the job does not
  ///     run.
  ///   - allocate: Returns memory for pixels, or `nil` to get a new request with more memory.
  /// - Returns: Whether the reply was sent, or `nil` if the bytes are not a job.
  static func answer(
    _ kind: String, _ bytes: [UInt8], on channel: ReplyChannel, shortage: Int?,
    _ allocate: PixelAllocator
  ) -> Bool? {
    func answer<Task: ForeignTask>(_ type: Task.Type) -> Bool? {
      guard let task = try? BinaryCoding.decode(type, from: bytes) else { return nil }
      var reply: WorkerReply<Task.Answer, Task.Failure>
      var missing: Int?
      do throws(Task.Failure) {
        if let shortage { throw .outOfMemory(path: task.path, bytes: shortage) }
        reply = .value(
          try task.run { count in
            let memory = allocate(count)
            if memory == nil { missing = count }
            return memory
          })
      } catch {
        reply = .failure(error)
      }
      if let missing { reply = .needsMemory(missing) }
      return channel.send(reply)
    }
    return all.first { $0.kind == kind }.flatMap { answer($0) }
  }

  /// See `WorkerMessages`. This checks all reply types.
  static func isStable(_ bytes: [UInt8]) -> Bool? {
    func isStable<Task: ForeignTask>(_ type: Task.Type) -> Bool? {
      typealias Reply = WorkerReply<Task.Answer, Task.Failure>
      guard let once = try? WorkerMessages.decode(Reply.self, bytes) else { return nil }
      let written = BinaryCoding.encode(once)
      return (try? WorkerMessages.decode(Reply.self, written))
        .map { BinaryCoding.encode($0) == written } ?? false
    }
    let answers = all.compactMap { isStable($0) }
    return answers.isEmpty ? nil : answers.allSatisfy { $0 }
  }
}

/// A worker's end of the channel.
struct ReplyChannel {
  let channel: MessageChannel
  /// Whether the worker has loaded all libraries.
  let hasAllLibraries: Bool

  /// Sends an answer without a time limit, and returns whether it arrived. If a library is missing,
  /// this sends `needsLibraries` instead.
  func send<Value, Failure>(_ reply: WorkerReply<Value, Failure>) -> Bool {
    let lacks =
      !hasAllLibraries
      && (TIFFReader.missesLibrary || JPEGXLVersion.isMissing || WholeReader.missesLibrary)
    var deadline = Deadline()
    do throws(MessageChannel.Failure) {
      try channel.send(lacks ? .needsLibraries : reply, by: &deadline)
      return true
    } catch {
      return false
    }
  }
}

extension WorkerPool {
  /// Does the job in a worker. If the pixels need more memory, the worker requests it.
  func perform<Task: ForeignTask>(
    _ task: Task
  ) throws(Task.Failure) -> (answer: Task.Answer, pixels: PixelMemory?) {
    let bytes = BinaryCoding.encode(task)
    let file = task.readsFile ? InputFile(task.path) : nil
    var shared: SharedSamples?
    for _ in 0..<2 {
      let room = shared.map { MemoryRoom(number: $0.number, capacity: $0.memory.size) }
      let reply: WorkerReply<Task.Answer, Task.Failure>
      do throws(RawError) {
        reply = try query(.task(task.path, Task.kind, bytes, room), file: file, memory: shared)
        if case .needsMemory(let count) = reply {
          shared = try memory(count, for: task.path)
        }
      } catch {
        if case .outOfMemory(let path, let bytes) = error {
          throw .outOfMemory(path: path, bytes: bytes)
        }
        throw .lost(path: task.path, reason: error.reason)
      }
      switch reply {
      case .needsMemory: continue
      case .needsLibraries: break
      case .value(let answer): return (answer, shared.map(\.pixels))
      case .failure(let failure): throw failure
      }
    }
    throw task.confused()
  }
}

extension SharedSamples {
  /// The memory as a picture that is read-only.
  fileprivate var pixels: PixelMemory {
    unsafe PixelMemory(
      sharing: UnsafeMutableRawBufferPointer(start: memory.start, count: memory.size), of: self,
      isReadOnly: true)
  }
}
