internal import Kernels
internal import Pixels
internal import Platform
internal import RawDecoding
internal import SystemPackage

/// A request to a worker. It has at most one file in work, so that its end is that file's fault alone.
enum WorkerRequest: Codable, Sendable {
  /// Whether the file is a raw by its content.
  case isRaw(FilePath)
  /// What identifying the file tells.
  case header(FilePath)
  /// All that its header tells.
  case inspection(FilePath)
  /// The embedded preview.
  case preview(FilePath)
  /// The samples, into the memory whose descriptor comes with this.
  case samples(FilePath, SampleRequest)

  var path: FilePath {
    switch self {
    case .isRaw(let path), .header(let path), .inspection(let path), .preview(let path),
      .samples(let path, _):
      path
    }
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
  let interpolation: LibRawInterpolation?
  let unpacker: Unpacker
  let instructionSet: InstructionSet
  /// Threads, the worker's own among them.
  let threads: Int
  let leavesSamplesInFile: Bool
  let parts: [Region]?
  let comparesAllDigests: Bool
  /// The number by which the worker knows the memory again, and its size in bytes.
  let memory: Int
  let capacity: Int
}

/// What a worker answers.
enum WorkerReply: Codable, Sendable {
  case isRaw(Bool)
  case header(RawHeader)
  case inspection(RawInspection)
  case preview(RawPreview.Content?)
  case samples(RawDescription, SampleForm, SamplePlace)
  /// The samples need memory of that many bytes: ask again.
  case needsMemory(Int)
  case failure(RawError)
}

/// Where a worker's samples lie.
enum SamplePlace: Codable, Sendable {
  /// That many bytes into the shared memory.
  case memory(Int)
  /// In the file, unread.
  case file(FilePlace)
}
