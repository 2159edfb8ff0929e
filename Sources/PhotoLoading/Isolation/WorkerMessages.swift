internal import Kernels
internal import Pixels
internal import Platform
internal import RawDecoding
internal import SystemPackage

/// A request to a worker. It has at most one file in work, so that its end is that file's fault alone.
enum WorkerRequest: Codable, Sendable {
  /// Whether the file is a raw by its content.
  case isRaw(FilePath, HeaderlessRaw?)
  /// What identifying the file tells.
  case header(FilePath, HeaderlessRaw?)
  /// All that its header tells.
  case inspection(FilePath, HeaderlessRaw?)
  /// The embedded preview.
  case preview(FilePath, HeaderlessRaw?)
  /// The samples, into the memory whose descriptor comes with this.
  case samples(FilePath, SampleRequest)
  /// A `ForeignTask` with its kind, and the room that its pixels may take, whose descriptor comes with this.
  case task(FilePath, String, [UInt8], MemoryRoom?)

  var path: FilePath {
    switch self {
    case .isRaw(let path, _), .header(let path, _), .inspection(let path, _),
      .preview(let path, _), .samples(let path, _), .task(let path, _, _, _):
      path
    }
  }

  /// The library that answers it.
  var library: String {
    if case .task(_, let kind, _, _) = self { ForeignTasks.library(of: kind) } else { "LibRaw" }
  }

  /// The request with the processor time in seconds that the worker may spend on it.
  struct Limited: Codable, Sendable {
    let request: WorkerRequest
    let seconds: Double
  }
}

/// The kinds of messages between a command and its workers, for tests that damage them.
package enum WorkerMessages {
  case request, reply

  /// The bytes of the message that bytes state; nil if they state none of that kind.
  package func again(_ bytes: [UInt8]) -> [UInt8]? {
    func again<Message: Codable>(_ type: Message.Type) -> [UInt8]? {
      (try? BinaryCoding.decode(type, from: bytes)).map { BinaryCoding.encode($0) }
    }
    switch self {
    case .request: return again(WorkerRequest.Limited.self)
    case .reply: return again(WorkerReply.self)
    }
  }
}

/// How the samples are to be decoded.
struct SampleRequest: Codable, Sendable {
  let headerless: HeaderlessRaw?
  let interpolation: LibRawInterpolation?
  let unpacker: Unpacker
  let instructionSet: InstructionSet
  /// Threads, the worker's own among them.
  let threads: Int
  let leavesSamplesInFile: Bool
  let parts: [Region]?
  let comparesAllDigests: Bool
  let room: MemoryRoom
}

/// Shared memory: the number by which the worker knows it again, and its size in bytes.
struct MemoryRoom: Codable, Sendable {
  let number: Int
  let capacity: Int
}

/// What a worker answers.
enum WorkerReply: Codable, Sendable {
  case isRaw(Bool)
  case header(RawHeader)
  case inspection(RawInspection)
  case preview(RawPreview.Content?)
  case samples(RawDescription, SampleForm, SamplePlace)
  /// Samples or pixels need memory of that many bytes: ask again.
  case needsMemory(Int)
  case failure(RawError)
  /// What a task's work found, or its error.
  case answer([UInt8])
  case refusal([UInt8])
}

/// Where a worker's samples lie.
enum SamplePlace: Codable, Sendable {
  /// That many bytes into the shared memory.
  case memory(Int)
  /// In the file, unread.
  case file(FilePlace)
}
