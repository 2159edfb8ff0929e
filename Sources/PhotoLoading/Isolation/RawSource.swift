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

  init(path: FilePath) throws(RawError) {
    self.path = path
    guard let pool = PhotoIsolation.current else {
      let file = try RawFile(path: path)
      (header, place) = (file.header, .here(file))
      return
    }
    guard case .header(let header) = try pool.ask(.header(path)),
      Region(header.size).isPlausible, header.defaultCrop.isPlausible,
      header.userCrop?.isPlausible ?? true,
      (0...Self.mostMemory).contains(header.expectedMemory)
    else { throw .confused(path) }
    (self.header, place) = (header, .worker(pool))
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
    case .worker(let pool):
      guard case .preview(let content) = try pool.ask(.preview(path)) else {
        throw .confused(path)
      }
      return content
    }
  }

  // MARK: Samples of a worker

  private func decode(
    _ interpolation: LibRawInterpolation?, _ unpacking: Unpacking, _ pool: WorkerPool
  ) throws(RawError) -> RawPhoto {
    // Opened before the worker has looked at it, so that what it says is about this file or no other.
    let descriptor = unpacking.leavesSamplesInFile ? try open() : nil
    defer { if let descriptor { _ = close(descriptor) } }
    var size = header.sampleMemory
    for _ in 0..<2 {
      guard (1...Self.mostMemory).contains(size) else {
        throw .outOfMemory(path: path, bytes: size)
      }
      let memory = try pool.memory(size, for: path)
      let request = SampleRequest(
        interpolation: interpolation, unpacker: unpacking.unpacker,
        instructionSet: unpacking.instructionSet,
        threads: unpacking.crew == nil ? 1 : pool.threads,
        leavesSamplesInFile: unpacking.leavesSamplesInFile, parts: unpacking.parts,
        comparesAllDigests: unpacking.comparesAllDigests,
        room: MemoryRoom(number: memory.number, capacity: memory.memory.size))
      switch try pool.ask(.samples(path, request), memory: memory) {
      case .samples(let description, let form, let place):
        return try photo(description, form, place, memory, descriptor)
      case .needsMemory(let bytes): size = bytes
      default: throw .confused(path)
      }
    }
    throw .confused(path)
  }

  /// Above LibRaw's own limit of 2 GB, for pictures that it turns, and above those of other libraries.
  static let mostMemory = 1 << 35

  /// The photo, if what the worker says of it can be true.
  private func photo(
    _ description: RawDescription, _ form: SampleForm, _ place: SamplePlace,
    _ memory: SharedSamples, _ descriptor: Int32?
  ) throws(RawError) -> RawPhoto {
    guard let count = form.byteCount, description.defaultCrop.isPlausible,
      description.userCrop?.isPlausible ?? true, (0...16).contains(description.headroom),
      (0.01...100).contains(description.pixelAspect),
      description.profile.tables.isSound
    else { throw .confused(path) }
    switch place {
    case .memory(let offset):
      guard offset >= 0, offset.isMultiple(of: 2), offset <= memory.memory.size - count else {
        throw .confused(path)
      }
      let image = unsafe form.image(at: memory.memory.start + offset, owner: memory)
      return RawPhoto(image: image, description: description, store: memory)
    case .file(let place):
      guard let descriptor, place.offset.isMultiple(of: 2) else { throw .confused(path) }
      guard try identity(of: descriptor) == place.identity else {
        throw .damaged(path: path, reason: "the file was replaced while it was read")
      }
      guard
        let samples = FileSamples(
          descriptor: descriptor, offset: place.offset, byteCount: count)
      else { throw .outOfMemory(path: path, bytes: count) }
      let image = unsafe form.image(at: samples.start, owner: samples)
      return RawPhoto(image: image, description: description, store: samples)
    }
  }

  private func open() throws(RawError) -> Int32 {
    do throws(SystemError) {
      return try Transfer.descriptor(opening: path, O_RDONLY | O_NONBLOCK)
    } catch {
      throw .unreadable(path: path, code: error.code)
    }
  }

  private func identity(of descriptor: Int32) throws(RawError) -> [UInt64] {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else {
      throw .unreadable(path: path, code: errno)
    }
    return [
      UInt64(truncatingIfNeeded: status.st_dev), UInt64(truncatingIfNeeded: status.st_ino),
    ]
  }
}

extension RawSource {
  /// Whether a file is a raw by its content. One that LibRaw crashes on counts as one, so that it is named when it is opened.
  static func isRaw(path: FilePath) -> Bool {
    guard let pool = PhotoIsolation.current else { return RawFile.isRaw(path: path) }
    do throws(RawError) {
      guard case .isRaw(let isRaw) = try pool.ask(.isRaw(path)) else { return true }
      return isRaw
    } catch {
      return true
    }
  }
}

extension Region {
  /// Whether it is such that no sum of its numbers overflows.
  fileprivate var isPlausible: Bool {
    [x, y, width, height].allSatisfy { (-(1 << 30)...1 << 30).contains($0) } && width >= 0
      && height >= 0
  }
}

extension RawError {
  /// A worker that answers something else.
  fileprivate static func confused(_ path: FilePath) -> RawError {
    .lost(path: path, reason: "LibRaw's process answered nonsense about it")
  }
}
