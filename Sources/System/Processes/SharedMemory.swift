internal import BromideLibc
internal import CBromideSystem
internal import SystemPackage

/// Memory that one process writes and another one reads.
///
/// If the system supports it (Linux), the size is sealed, so that the writer cannot shorten it
/// during a read. Pages use memory only after they are written, and stay.
@safe
package final class SharedMemory: @unchecked Sendable {
  /// The descriptor to send to the other process.
  package let descriptor: Int32
  /// The size in bytes.
  package let size: Int
  /// The first byte.
  @unsafe package let start: UnsafeMutableRawPointer

  /// Creates memory that this process only reads.
  ///
  /// - Throws: `ENOMEM` and the other errors of `memfd_create` and `mmap`.
  package convenience init(size: Int) throws(SystemError) {
    guard !InjectedFailures.occurs(.memory) else {
      throw SystemError(operation: "make", path: "shared memory", code: ENOMEM)
    }
    let made = bromide_shared_memory(size)
    guard made >= 0 else {
      throw SystemError(operation: "make", path: "shared memory", code: errno)
    }
    try self.init(descriptor: made, size: size, PROT_READ)
  }

  /// Maps a descriptor from the other process for writing. If the memory is too small, closes the
  /// descriptor and throws.
  package convenience init(descriptor: Int32, writableSize size: Int) throws(SystemError) {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0, Int(status.st_size) >= size else {
      _ = close(descriptor)
      throw SystemError(operation: "map", path: "shared memory", code: EINVAL)
    }
    try self.init(descriptor: descriptor, size: size, PROT_READ | PROT_WRITE)
  }

  private init(descriptor: Int32, size: Int, _ protection: Int32) throws(SystemError) {
    let mapped = unsafe mmap(nil, size, protection, MAP_SHARED, descriptor, 0)
    guard let mapped = unsafe mapped, unsafe mapped != MAP_FAILED else {
      let code = errno
      _ = close(descriptor)
      throw SystemError(operation: "map", path: "shared memory", code: code)
    }
    self.descriptor = descriptor
    self.size = size
    unsafe start = mapped
  }

  deinit {
    unsafe munmap(start, size)
    _ = close(descriptor)
  }
}
