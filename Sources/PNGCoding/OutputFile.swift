internal import Synchronization

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// The destination of a picture or a stream of pictures: a temporary file that gets its name once
/// it is whole, or an open descriptor.
package final class OutputFile {
  /// The name used in messages.
  let path: String
  package private(set) var byteCount = 0
  private var descriptor: Int32
  /// The path of the temporary file until it is whole; nil for a descriptor.
  private let temporary: String?
  /// Whether to close a descriptor without a temporary file at the end.
  private var isOwn = false

  /// Creates a temporary file in the folder of `path`.
  ///
  /// - Throws: `PNGError.io`.
  package init(replacing path: String) throws(PNGError) {
    self.path = path
    let (opened, name) = try Self.makeTemporary(for: path)
    descriptor = opened
    temporary = name
    Temporaries.live.withLock { _ = $0.insert(name) }
  }

  /// Opens a device or a named pipe, which is written in place.
  ///
  /// - Throws: `PNGError.io`.
  package init(appending path: String) throws(PNGError) {
    self.path = path
    temporary = nil
    descriptor = unsafe open(path, O_WRONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .io(path: path, operation: "open", code: errno) }
    isOwn = true
  }

  /// Creates a file beside `path`, locked until it is closed; see `Temporaries.removeAbandoned`.
  private static func makeTemporary(for path: String) throws(PNGError) -> (Int32, String) {
    let folder = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { path[...$0] } ?? ""
    while true {
      let number = counter.wrappingAdd(1, ordering: .relaxed).newValue
      let name = "\(folder).bromide-\(getpid())-\(number).part"
      let opened = unsafe open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
      if opened < 0 {
        if errno == EEXIST || errno == EINTR { continue }
        throw .io(path: path, operation: "open", code: errno)
      }
      // Another process may have removed the file before it was locked.
      var status = stat()
      let isLocked = flock(opened, LOCK_EX) == 0
      guard isLocked, unsafe fstat(opened, &status) == 0, status.st_nlink == 0 else {
        return (opened, name)
      }
      _ = close(opened)
    }
  }

  /// Uses an open descriptor, which stays open.
  package init(descriptor: Int32, name: String) {
    path = name
    self.descriptor = descriptor
    temporary = nil
  }

  deinit {
    discard()
    if isOwn { _ = close(descriptor) }
  }

  /// Writes all parts one after another.
  func write(_ parts: [UnsafeRawBufferPointer]) throws(PNGError) {
    var rest = unsafe parts.map {
      unsafe iovec(iov_base: .init(mutating: $0.baseAddress), iov_len: $0.count)
    }
    while true {
      unsafe rest.removeAll { unsafe $0.iov_len == 0 }
      guard unsafe !rest.isEmpty else { return }
      let written = unsafe writeOnce(rest)
      guard written >= 0 else {
        if errno == EINTR { continue }
        throw .io(path: path, operation: "write", code: errno)
      }
      byteCount += written
      unsafe advance(&rest, by: written)
    }
  }

  /// Writes bytes.
  ///
  /// - Throws: `PNGError.io`.
  package func write(_ bytes: [UInt8]) throws(PNGError) {
    var failure: PNGError?
    unsafe bytes.withUnsafeBytes { bytes in
      do throws(PNGError) { unsafe try write([bytes]) } catch { failure = error }
    }
    if let failure { throw failure }
  }

  /// Overwrites bytes at `offset`. The corresponding C function is `pwrite`.
  func rewrite(_ bytes: [UInt8], at offset: Int) throws(PNGError) {
    guard unsafe pwrite(descriptor, bytes, bytes.count, off_t(offset)) == bytes.count else {
      throw .io(path: path, operation: "write", code: errno)
    }
  }

  /// Gives the temporary file its final name.
  ///
  /// - Throws: `PNGError.io` if the file could not be closed or renamed; the temporary file is then
  ///   removed.
  package func commit() throws(PNGError) {
    guard let temporary, descriptor >= 0 else { return }
    // Some write errors show only here (quotas, network folders).
    let closed = close(descriptor)
    descriptor = -1
    guard closed == 0 || errno == EINTR else {
      let code = errno
      remove(temporary)
      throw .io(path: path, operation: "close", code: code)
    }
    guard unsafe rename(temporary, path) == 0 else {
      let code = errno
      remove(temporary)
      throw .io(path: path, operation: "rename", code: code)
    }
    Temporaries.live.withLock { _ = $0.remove(temporary) }
  }

  /// Closes and removes a temporary file that was not committed.
  package func discard() {
    guard let temporary, descriptor >= 0 else { return }
    _ = close(descriptor)
    descriptor = -1
    remove(temporary)
  }

  private static let counter = Atomic<Int>(0)

  private func remove(_ temporary: String) {
    _ = unsafe unlink(temporary)
    Temporaries.live.withLock { _ = $0.remove(temporary) }
  }

  /// Writes once. A file never raises SIGPIPE; a pipe without a reader fails with EPIPE rather than
  /// ending the process.
  private func writeOnce(_ parts: [iovec]) -> Int {
    guard temporary == nil else { return unsafe writev(descriptor, parts, Int32(parts.count)) }
    #if canImport(Darwin)
      _ = fcntl(descriptor, F_SETNOSIGPIPE, 1)
      return unsafe writev(descriptor, parts, Int32(parts.count))
    #else
      return Self.withoutBrokenPipe { unsafe writev(descriptor, parts, Int32(parts.count)) }
    #endif
  }

  #if !canImport(Darwin)
    /// Blocks SIGPIPE for this thread, and discards the one that `body` raised.
    private static func withoutBrokenPipe(_ body: () -> Int) -> Int {
      var pipe = sigset_t()
      var before = sigset_t()
      var pending = sigset_t()
      unsafe sigemptyset(&pipe)
      unsafe sigaddset(&pipe, SIGPIPE)
      unsafe sigpending(&pending)
      let wasPending = unsafe sigismember(&pending, SIGPIPE) == 1
      unsafe pthread_sigmask(SIG_BLOCK, &pipe, &before)
      let result = body()
      let code = errno
      if result < 0 && code == EPIPE && !wasPending {
        var none = timespec()
        while unsafe sigtimedwait(&pipe, nil, &none) < 0 && errno == EINTR {}
      }
      unsafe pthread_sigmask(SIG_SETMASK, &before, nil)
      errno = code
      return result
    }
  #endif

  private func advance(_ parts: inout [iovec], by count: Int) {
    var left = count
    for i in unsafe parts.indices where left > 0 {
      let taken = unsafe min(left, parts[i].iov_len)
      unsafe parts[i].iov_base += taken
      unsafe parts[i].iov_len -= taken
      left -= taken
    }
  }
}
