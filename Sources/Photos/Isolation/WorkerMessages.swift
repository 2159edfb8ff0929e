internal import BromideKernels
internal import BromideRaw
internal import BromideSystem
package import BromideValues
internal import SystemPackage

/// The first message to a worker, before it drops its rights.
struct WorkerSetup: Codable, Sendable {
  /// Whether to load libraries that few files need. This takes 5 ms, which is half of a worker's
  /// start.
  let loadsAllLibraries: Bool
  /// The cameras that the user added, as their file's bytes, or `nil` without them.
  let cameras: [UInt8]?
}

/// A request to a worker. It uses at most one file, so that a crash affects only this file.
enum WorkerRequest: Codable, Sendable {
  /// Checks if the file's content is a raw. The reply is a `Bool`.
  case isRaw(FilePath, HeaderlessRaw?)
  /// Identifies the file. The reply is a `RawHeader`.
  case header(FilePath, HeaderlessRaw?)
  /// Reads all facts from its header. The reply is a `RawInspection`.
  case inspection(FilePath, HeaderlessRaw?)
  /// Reads the embedded preview. The reply is a `RawPreview.Content`, or `nil`.
  case preview(FilePath, HeaderlessRaw?)
  /// Decodes the samples into the memory of the passed descriptor. The reply is a `SampleAnswer`.
  case samples(FilePath, SampleRequest)
  /// Does a `ForeignTask`, using the memory of the passed descriptor for pixels. The reply is its
  /// answer.
  case task(FilePath, String, [UInt8], MemoryRoom?)

  var path: FilePath {
    switch self {
    case .isRaw(let path, _), .header(let path, _), .inspection(let path, _),
      .preview(let path, _), .samples(let path, _), .task(let path, _, _, _):
      path
    }
  }

  /// The library for the request.
  var library: String {
    if case .task(_, let kind, _, _) = self { ForeignTasks.library(of: kind) } else { "LibRaw" }
  }

  /// Returns the maximum bytes of an answer.
  ///
  /// - Parameter file: Bytes of the file. Copied parts can grow: gains use four numbers instead of
  ///   three, and bad sites use four instead of one.
  func mostReplyBytes(file: Int) -> Int {
    let (texts, parts) = (1 << 20, 5 * min(file, MessageChannel.longest))
    let most =
      switch self {
      case .isRaw: 1 << 16
      // The texts include a packet of XMP with up to 4 MiB.
      case .header, .inspection: 8 * texts
      case .preview, .samples: 8 * texts + parts
      // Profiles and texts can be decompressed, up to 8 MB each.
      case .task: 32 * texts + parts
      }
    return min(most, MessageChannel.longest)
  }

  /// Maximum number of values in an answer, except arrays of numbers. A correction has about
  /// twenty, and a file up to 3072 corrections.
  static let mostReplyParts = 1 << 17

  /// The request with its file and time limit.
  struct Limited: Codable, Sendable {
    let request: WorkerRequest
    /// The maximum processor time, in seconds.
    let seconds: Double
    let file: PassedFile
  }
}

/// The file of a request.
enum PassedFile: Codable, Sendable {
  /// The request does not use a file.
  case none
  /// The descriptor is passed with the request, before the memory's descriptor.
  case open
  /// The file cannot be opened, with this errno.
  case failed(Int32)
}

/// The settings for decoding samples.
struct SampleRequest: Codable, Sendable {
  let headerless: HeaderlessRaw?
  let interpolation: LibRawInterpolation?
  let unpacker: Unpacker
  let instructionSet: InstructionSet
  /// The number of threads, including the worker's main thread.
  let threads: Int
  let leavesSamplesInFile: Bool
  let parts: [Region]?
  let comparesAllDigests: Bool
  let room: MemoryRoom
}

/// Shared memory: its identifier for the worker, and its size in bytes.
struct MemoryRoom: Codable, Sendable {
  let number: Int
  let capacity: Int
}

/// The reply of a worker. The request determines the types.
enum WorkerReply<Value: WorkerAnswer, Failure: ForeignFailure>: Codable, Sendable {
  case value(Value)
  /// Send the request again with this many bytes for samples or pixels.
  case needsMemory(Int)
  /// Send the request to a worker that has loaded all libraries.
  case needsLibraries
  case failure(Failure)

  /// Returns whether the reply is plausible for a file.
  func isSound(of path: FilePath) -> Bool {
    switch self {
    case .value(let value): value.isSound
    case .needsLibraries: true
    case .needsMemory(let bytes): (1...RawSource.mostMemory).contains(bytes)
    case .failure(let failure): failure.isSound(of: path)
    }
  }
}

/// The samples of a photo, and the other results of decoding.
struct SampleAnswer: Codable, Sendable {
  let description: RawDescription
  let form: SampleForm
  let place: SamplePlace
}

/// The position of a worker's samples.
enum SamplePlace: Codable, Sendable {
  /// The offset in the shared memory, in bytes.
  case memory(Int)
  /// In the file, not read yet.
  case file(FilePlace)
}

/// Packs regions into a single value of a message, because a sensor can have a million bad sites.
extension Region: PackedElement {
  package static var numberCount: Int { 4 }
  package var numbers: [Int] { [x, y, width, height] }
  package init(numbers: ArraySlice<Int>) {
    let (x, y) = (numbers[numbers.startIndex], numbers[numbers.startIndex + 1])
    let (width, height) = (numbers[numbers.startIndex + 2], numbers[numbers.startIndex + 3])
    self.init(x: x, y: y, width: width, height: height)
  }
}
