internal import Kernels
package import Pixels
internal import Platform
internal import RawDecoding
internal import SystemPackage

/// The first message to a worker, while it still has its rights.
struct WorkerSetup: Codable, Sendable {
  /// Whether it loads the libraries that few files need: 5 ms, half of a worker's start.
  let loadsAllLibraries: Bool
}

/// A request to a worker. It has at most one file in work, so that its end is that file's fault alone.
enum WorkerRequest: Codable, Sendable {
  /// Whether the file is a raw by its content: a `Bool`.
  case isRaw(FilePath, HeaderlessRaw?)
  /// What identifying the file tells: a `RawHeader`.
  case header(FilePath, HeaderlessRaw?)
  /// All that its header tells: a `RawInspection`.
  case inspection(FilePath, HeaderlessRaw?)
  /// The embedded preview: a `RawPreview.Content`, or nil.
  case preview(FilePath, HeaderlessRaw?)
  /// The samples, into the memory whose descriptor comes with this: a `SampleAnswer`.
  case samples(FilePath, SampleRequest)
  /// A `ForeignTask` with its kind, and the room that its pixels may take, whose descriptor comes with this: its answer.
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

  /// Bytes of an answer at most.
  ///
  /// - Parameter file: Bytes of the file. Those of its parts that are passed on take as many again, or a little more: gains have
  ///   four numbers in place of three, bad sites four in place of one.
  func mostReplyBytes(file: Int) -> Int {
    let (texts, parts) = (1 << 20, 5 * min(file, MessageChannel.longest))
    let most =
      switch self {
      case .isRaw: 1 << 16
      case .header, .inspection: 4 * texts
      case .preview, .samples: 4 * texts + parts
      // Profiles and texts, some of which are inflated: up to 8 MB each.
      case .task: 32 * texts + parts
      }
    return min(most, MessageChannel.longest)
  }

  /// Values of an answer at most that are no arrays of numbers. A correction has some twenty, and a file up to 3072 corrections.
  static let mostReplyParts = 1 << 17

  /// The request with what the worker needs for it.
  struct Limited: Codable, Sendable {
    let request: WorkerRequest
    /// The processor time that it may spend on it.
    let seconds: Double
    let file: PassedFile
  }
}

/// The file of a request.
enum PassedFile: Codable, Sendable {
  /// The request needs none.
  case none
  /// Its descriptor comes with the request, before that of memory.
  case open
  /// It cannot be opened, with this errno.
  case refused(Int32)
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

/// What a worker answers, of the types that the request asks for.
enum WorkerReply<Value: WorkerAnswer, Failure: ForeignFailure>: Codable, Sendable {
  case value(Value)
  /// Samples or pixels need memory of that many bytes: ask again.
  case needsMemory(Int)
  /// The file needs a library that this worker has not loaded: ask one that has.
  case needsLibraries
  case failure(Failure)

  /// Whether it can be true of a file.
  func isSound(of path: FilePath) -> Bool {
    switch self {
    case .value(let value): value.isSound
    case .needsLibraries: true
    case .needsMemory(let bytes): (1...RawSource.mostMemory).contains(bytes)
    case .failure(let failure): failure.isSound(of: path)
    }
  }
}

/// The samples of a photo, and all else that decoding tells.
struct SampleAnswer: Codable, Sendable {
  let description: RawDescription
  let form: SampleForm
  let place: SamplePlace
}

/// Where a worker's samples lie.
enum SamplePlace: Codable, Sendable {
  /// That many bytes into the shared memory.
  case memory(Int)
  /// In the file, unread.
  case file(FilePlace)
}

/// One leaf of a message: a sensor may have a million bad sites.
extension Region: PackedElement {
  package static var numberCount: Int { 4 }
  package var numbers: [Int] { [x, y, width, height] }
  package init(numbers: ArraySlice<Int>) {
    let (x, y) = (numbers[numbers.startIndex], numbers[numbers.startIndex + 1])
    let (width, height) = (numbers[numbers.startIndex + 2], numbers[numbers.startIndex + 3])
    self.init(x: x, y: y, width: width, height: height)
  }
}
