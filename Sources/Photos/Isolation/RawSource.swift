internal import BromideLibc
internal import BromideRaw
internal import BromideSystem
internal import SystemPackage

/// An identified raw that LibRaw reads here or in a worker, as the context says.
///
/// Samples, damage and errors are the same in both cases.
struct RawSource {
  private enum Place {
    case here(RawFile)
    case worker(WorkerPool)
  }

  let path: FilePath
  let header: RawHeader
  private let place: Place
  private let headerless: HeaderlessRaw?

  /// Identifies a file.
  ///
  /// - Parameter headerless: The format of a file without a header, or `nil` if the header or the
  ///   suffix identifies it.
  init(
    path: FilePath, as headerless: HeaderlessRaw? = nil, context: RunContext
  ) throws(RawError) {
    do throws(RawError) { try self.init(identifying: path, headerless, context) } catch {
      throw FileKind.explained(error)
    }
  }

  private init(
    identifying path: FilePath, _ headerless: HeaderlessRaw?, _ context: RunContext
  ) throws(RawError) {
    self.path = path
    self.headerless = headerless
    guard let pool = context.workers else {
      let file = try RawFile(path: path, as: headerless, cameras: context.cameras)
      (header, place) = (file.header, .here(file))
      return
    }
    (header, place) = (try pool.query(.header(path, headerless), InputFile(path)), .worker(pool))
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
    case .worker(let pool): return try pool.query(.preview(path, headerless), InputFile(path))
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
      let reply: WorkerReply<SampleAnswer, RawError> = try pool.query(
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

  /// A limit above LibRaw's 2 GB for rotated pictures, and above the limits of other libraries.
  static let mostMemory = 1 << 35

  /// Returns the photo if the worker's answer is plausible.
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
      // Check this because the worker may have opened the file in an earlier request.
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
  /// Returns whether the content of a file is a raw. If LibRaw crashes, this returns `true`, so
  /// that opening the file reports it.
  static func isRaw(
    path: FilePath, as headerless: HeaderlessRaw? = nil, context: RunContext
  ) -> Bool {
    guard let pool = context.workers else {
      return RawFile.isRaw(path: path, as: headerless)
    }
    do throws(RawError) {
      return try pool.query(.isRaw(path, headerless), InputFile(path))
    } catch {
      return true
    }
  }
}

extension RawError {
  /// Creates the error for an invalid answer of a worker.
  static func confused(_ path: FilePath) -> RawError {
    .lost(path: path, reason: "LibRaw's process answered nonsense about it")
  }
}
