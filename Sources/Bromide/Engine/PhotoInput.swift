internal import BromideLibc
internal import BromideSystem
internal import SystemPackage

/// The source of a photo: a path, an open descriptor, or bytes in memory.
///
/// Bromide reads descriptors and bytes by a path of the system, so they require `/proc` (Linux) or
/// `/dev/fd`.
package struct PhotoInput: Sendable {
  /// The path to open.
  let path: FilePath
  /// The path in messages, or `nil` for a descriptor or bytes.
  let name: FilePath?
  /// Keeps the descriptor open.
  private let owner: HeldDescriptor?

  /// A file at an exact path.
  package init(path: FilePath) {
    self.path = path
    name = path
    owner = nil
  }

  /// An open file. Its descriptor is duplicated, and its position does not change.
  ///
  /// If this process may not open the file again, for example because another process passed the
  /// descriptor, the file is copied.
  ///
  /// - Throws: `BromideError` if it is not the descriptor of an ordinary file.
  package init(descriptor: Int32) throws(BromideError) {
    let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 3)
    guard copy >= 0 else {
      throw BromideError(.input, nil, "cannot use the descriptor: \(SystemError.words(errno))")
    }
    let held = HeldDescriptor(copy)
    try self.init(held)
    do throws(SystemError) { _ = close(try Transfer.descriptor(opening: path, O_RDONLY)) } catch {
      guard error.code == EACCES else { return }
      try self.init(Self.copy(of: held))
    }
  }

  /// Bytes of a file. They are copied.
  ///
  /// - Throws: `BromideError` if the bytes are empty, or the copy does not fit the memory.
  package init(bytes: UnsafeRawBufferPointer) throws(BromideError) {
    let count = bytes.count
    guard count > 0 else { throw BromideError(.input, nil, "the photo has no bytes") }
    try self.init(
      Self.memory(count) { file in try unsafe file.writeAll(toAbsoluteOffset: 0, bytes) })
  }

  /// Bytes of a file. They are copied.
  ///
  /// - Throws: `BromideError` if the photo is empty, or the memory is not enough for the copy.
  init(copying bytes: [UInt8]) throws(BromideError) {
    let input = unsafe bytes.withUnsafeBytes { bytes in
      Result { () throws(BromideError) in try unsafe PhotoInput(bytes: bytes) }
    }
    self = try input.get()
  }

  /// Returns a reason without the path of a descriptor, which is unknown to the caller.
  func reason(_ text: String) -> String {
    guard name == nil else { return text }
    let place = path.visible
    let start = "\(place) "
    let own = text.hasPrefix(start) ? "it " + text.dropFirst(start.count) : text
    return own.replacing("\(place): ", with: "").replacing(place, with: "the photo")
  }

  /// Returns the sentence of a warning, with a subject instead of the path of a descriptor.
  func sentence(_ text: String, subject: String = "the photo") -> String {
    name == nil ? text.replacing("\(path)", with: subject) : text
  }

  private init(_ owner: HeldDescriptor) throws(BromideError) {
    path = FilePath(Self.descriptors + "\(owner.number)")
    name = nil
    self.owner = owner
    do throws(SystemError) {
      guard try FileSystem.status(path).kind == .file else {
        throw SystemError(operation: "open", path: path, code: ESPIPE)
      }
    } catch {
      let reason =
        FileSystem.exists(FilePath(Self.descriptors))
        ? error.code == ESPIPE ? "it is not an ordinary file" : error.reason
        : "\(Self.descriptors) is missing; open the photo by its path"
      throw BromideError(.input, nil, "cannot read the descriptor: \(reason)")
    }
  }

  /// Returns the bytes of a descriptor in memory.
  private static func copy(of file: HeldDescriptor) throws(BromideError) -> HeldDescriptor {
    let name: FilePath = "the descriptor"
    let size: Int
    do throws(SystemError) {
      size = try FileSystem.status(descriptor: file.number, name: name).size
    } catch { throw BromideError(.input, nil, "cannot read the descriptor: \(error.reason)") }
    guard size > 0 else { throw BromideError(.input, nil, "the photo has no bytes") }
    return try memory(size) { target in
      var done = 0
      while done < size {
        let bytes = try Transfer.read(
          min(size - done, 1 << 20), from: file.number, at: done, name: name)
        guard !bytes.isEmpty else { return }
        try target.writeAll(toAbsoluteOffset: Int64(done), bytes)
        done += bytes.count
      }
    }
  }

  /// Returns the descriptor of memory that a closure fills.
  private static func memory(
    _ count: Int, _ fill: (FileDescriptor) throws -> Void
  ) throws(BromideError) -> HeldDescriptor {
    do {
      let memory = try SharedMemory(size: count)
      try fill(FileDescriptor(rawValue: memory.descriptor))
      let copy = fcntl(memory.descriptor, F_DUPFD_CLOEXEC, 3)
      guard copy >= 0 else { throw Errno(rawValue: errno) }
      return HeldDescriptor(copy)
    } catch {
      throw BromideError(
        .memory, nil, "cannot copy the \(count) bytes of the photo: \(words(error))")
    }
  }

  private static func words(_ error: any Error) -> String {
    switch error {
    case let error as SystemError: error.reason
    case let error as Errno: SystemError.words(error.rawValue)
    default: "\(error)"
    }
  }

  #if os(Linux)
    private static let descriptors = "/proc/self/fd/"
  #else
    private static let descriptors = "/dev/fd/"
  #endif
}

/// A descriptor that closes with its last user.
private final class HeldDescriptor: Sendable {
  let number: Int32

  init(_ number: Int32) { self.number = number }

  deinit { _ = close(number) }
}
