internal import Color
internal import Metadata
internal import Pixels
internal import Platform
internal import RawDecoding
internal import SystemPackage

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// An identified raw whose file LibRaw reads here or in a worker, as `PhotoIsolation` has it. Samples, damage and errors are
/// the same.
struct RawSource {
  private enum Place {
    case here(RawFile)
    case worker(WorkerPool)
  }

  let path: FilePath
  let header: RawHeader
  private let place: Place
  private let headerless: HeaderlessRaw?

  /// - Parameter headerless: The format of a file without a header; nil for files with one, and those whose suffix is the
  ///   format's own.
  init(path: FilePath, as headerless: HeaderlessRaw? = nil) throws(RawError) {
    do throws(RawError) { try self.init(identifying: path, headerless) } catch {
      throw FileKind.explained(error)
    }
  }

  private init(identifying path: FilePath, _ headerless: HeaderlessRaw?) throws(RawError) {
    self.path = path
    self.headerless = headerless
    guard let pool = PhotoIsolation.current else {
      let file = try RawFile(path: path, as: headerless)
      (header, place) = (file.header, .here(file))
      return
    }
    (header, place) = (try pool.ask(.header(path, headerless), InputFile(path)), .worker(pool))
  }

  func decode(
    interpolation: LibRawInterpolation? = nil, unpacking: Unpacking
  ) throws(RawError) -> RawPhoto {
    switch place {
    case .here(let file): try file.decode(interpolation: interpolation, unpacking: unpacking)
    case .worker(let pool): try decode(interpolation, unpacking, pool)
    }
  }

  func readPreview() throws(RawError) -> RawPreview.Content? {
    switch place {
    case .here(let file): return try file.readPreview()
    case .worker(let pool): return try pool.ask(.preview(path, headerless), InputFile(path))
    }
  }

  // MARK: Samples of a worker

  private func decode(
    _ interpolation: LibRawInterpolation?, _ unpacking: Unpacking, _ pool: WorkerPool
  ) throws(RawError) -> RawPhoto {
    let file = InputFile(path)
    var size = header.sampleMemory
    for _ in 0..<2 {
      guard (1...Self.mostMemory).contains(size) else {
        throw .outOfMemory(path: path, bytes: size)
      }
      let memory = try pool.memory(size, for: path)
      let request = SampleRequest(
        headerless: headerless, interpolation: interpolation, unpacker: unpacking.unpacker,
        instructionSet: unpacking.instructionSet,
        threads: unpacking.crew == nil ? 1 : pool.threads,
        leavesSamplesInFile: unpacking.leavesSamplesInFile, parts: unpacking.parts,
        comparesAllDigests: unpacking.comparesAllDigests,
        room: MemoryRoom(number: memory.number, capacity: memory.memory.size))
      let reply: WorkerReply<SampleAnswer, RawError> = try pool.ask(
        .samples(path, request), file: file, memory: memory)
      switch reply {
      case .value(let answer): return try photo(answer, memory, file)
      case .needsMemory(let bytes): size = bytes
      case .needsLibraries: throw .confused(path)
      case .failure(let error): throw error
      }
    }
    throw .confused(path)
  }

  /// Above LibRaw's own limit of 2 GB, for pictures that it turns, and above those of other libraries.
  static let mostMemory = 1 << 35

  /// The photo, if what the worker says of it can be true.
  private func photo(
    _ answer: SampleAnswer, _ memory: SharedSamples, _ file: InputFile
  ) throws(RawError) -> RawPhoto {
    let (description, form) = (answer.description, answer.form)
    guard let count = form.byteCount else { throw .confused(path) }
    switch answer.place {
    case .memory(let offset):
      guard offset >= 0, offset.isMultiple(of: 2), offset <= memory.memory.size - count else {
        throw .confused(path)
      }
      let image = unsafe form.image(at: memory.memory.start + offset, owner: memory)
      return RawPhoto(image: image, description: description, store: memory)
    case .file(let place):
      guard place.offset.isMultiple(of: 2), place.offset < 1 << 60 else { throw .confused(path) }
      // The worker may have it open from an earlier request.
      guard try file.identity() == place.identity else {
        throw .damaged(path: path, reason: "the file was replaced while it was read")
      }
      guard
        let samples = FileSamples(
          descriptor: try file.descriptor(), offset: place.offset, byteCount: count)
      else { throw .outOfMemory(path: path, bytes: count) }
      let image = unsafe form.image(at: samples.start, owner: samples)
      return RawPhoto(image: image, description: description, store: samples)
    }
  }
}

extension RawSource {
  /// Whether a file is a raw by its content. One that LibRaw crashes on counts as one, so that it is named when it is opened.
  static func isRaw(path: FilePath, as headerless: HeaderlessRaw? = nil) -> Bool {
    guard let pool = PhotoIsolation.current else {
      return RawFile.isRaw(path: path, as: headerless)
    }
    do throws(RawError) {
      return try pool.ask(.isRaw(path, headerless), InputFile(path))
    } catch {
      return true
    }
  }
}

extension RawError {
  /// A worker that answers something else.
  static func confused(_ path: FilePath) -> RawError {
    .lost(path: path, reason: "LibRaw's process answered nonsense about it")
  }
}
