internal import PNGCoding
internal import Pixels
internal import Platform
internal import RawDecoding
internal import SystemPackage
internal import TIFFCoding
internal import YCbCr

/// Work of a foreign library on one file, in this process or in a worker, as `PhotoIsolation` has it. A new kind is a type and
/// its line in `ForeignTasks`.
protocol ForeignTask: Codable, Sendable {
  /// What it finds, apart from pixels.
  associatedtype Answer: Codable & Sendable
  associatedtype Failure: ForeignFailure
  /// The library's name, for the sentence about a crash.
  static var library: String { get }
  /// The file whose fault a crash is.
  var path: FilePath { get }
  /// Does the work. Pixels go to memory that is asked for once at most, and nowhere else.
  func run(_ allocate: PixelAllocator) throws(Failure) -> Answer
}

/// An error type with cases for what can happen to any work of a foreign library.
protocol ForeignFailure: Error, Codable, Sendable {
  static func outOfMemory(path: FilePath, bytes: Int) -> Self
  static func lost(path: FilePath, reason: String) -> Self
}

extension RawError: ForeignFailure {}
extension PNGError: ForeignFailure {}
extension TIFFError: ForeignFailure {}

extension FrameFileError: ForeignFailure {
  static func outOfMemory(path: FilePath, bytes: Int) -> Self {
    .jpeg(path: path, .outOfMemory(bytes: bytes))
  }

  static func lost(path: FilePath, reason: String) -> Self { .jpeg(path: path, .lost(reason)) }
}

extension ForeignTask {
  /// The name by which a worker knows it.
  static var kind: String { "\(Self.self)" }

  /// Has the work done.
  ///
  /// - Returns: What was found, and the memory that pixels went to.
  func perform() throws(Failure) -> (answer: Answer, pixels: PixelMemory?) {
    if let pool = PhotoIsolation.current { return try pool.perform(self) }
    var pixels: PixelMemory?
    let answer = try run {
      pixels = Refusals.strikes(.memory) ? nil : PixelMemory(attempting: $0)
      return pixels
    }
    return (answer, pixels)
  }

  /// An answer that cannot be true.
  func confused() -> Failure {
    .lost(path: path, reason: "\(Self.library)'s process answered nonsense about it")
  }
}

/// The kinds of work, as a worker looks them up.
enum ForeignTasks {
  private static let all: [any ForeignTask.Type] = [
    PNGHeaderTask.self, PNGPixelsTask.self, PNGPartTask.self, PNGCheckTask.self,
    TIFFHeaderTask.self, TIFFPixelsTask.self, JPEGHeaderTask.self, JPEGPlanesTask.self,
    JPEGReducedTask.self,
    JPEGInkTask.self,
    ProfiledPixelsTask.self,
    ProfileTask.self,
  ]

  /// The library that does work of a kind.
  static func library(of kind: String) -> String {
    all.first { $0.kind == kind }?.library ?? "LibRaw"
  }

  /// Does the work that bytes state; nil if they state none.
  static func answer(_ kind: String, _ bytes: [UInt8], _ allocate: PixelAllocator) -> WorkerReply? {
    func answer<Task: ForeignTask>(_ type: Task.Type) -> WorkerReply? {
      guard let task = try? BinaryCoding.decode(type, from: bytes) else { return nil }
      do throws(Task.Failure) {
        return .answer(BinaryCoding.encode(try task.run(allocate)))
      } catch {
        return .refusal(BinaryCoding.encode(error))
      }
    }
    return all.first { $0.kind == kind }.flatMap { answer($0) }
  }
}

extension WorkerPool {
  /// Has a worker do the work. It asks for memory when it knows how much its pixels take.
  func perform<Task: ForeignTask>(
    _ task: Task
  ) throws(Task.Failure) -> (answer: Task.Answer, pixels: PixelMemory?) {
    let bytes = BinaryCoding.encode(task)
    var shared: SharedSamples?
    for _ in 0..<2 {
      let room = shared.map { MemoryRoom(number: $0.number, capacity: $0.memory.size) }
      let reply: WorkerReply
      do throws(RawError) {
        reply = try ask(.task(task.path, Task.kind, bytes, room), memory: shared)
        if case .needsMemory(let count) = reply {
          guard (1...RawSource.mostMemory).contains(count) else { break }
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
      case .answer(let bytes):
        guard let answer = try? BinaryCoding.decode(Task.Answer.self, from: bytes) else { break }
        return (answer, shared.map(\.pixels))
      case .refusal(let bytes):
        guard let failure = try? BinaryCoding.decode(Task.Failure.self, from: bytes) else { break }
        throw failure
      default: break
      }
      break
    }
    throw task.confused()
  }
}

extension SharedSamples {
  /// The memory as that of a picture, which nobody may write to.
  fileprivate var pixels: PixelMemory {
    unsafe PixelMemory(
      sharing: UnsafeMutableRawBufferPointer(start: memory.start, count: memory.size), of: self,
      isReadOnly: true)
  }
}
