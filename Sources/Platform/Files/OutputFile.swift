internal import CPlatform
package import SystemPackage

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// An output: a file that gets its name when it is whole, a device or pipe, an open descriptor, or memory.
///
/// A file is written beside its final name, under a name that nobody can foresee and that did not exist, and renamed by
/// `commit`. Anything else that ends its life removes it: `discard`, the last reference going away, an interruption
/// (`Temporaries.removeAll`), and after a crash the next run (`Temporaries.removeAbandoned`). If the final name is a
/// link, the link is replaced and not followed.
///
/// One thread at a time.
package final class OutputFile {
  /// Whether a file's bytes are on the disk before its name is.
  package enum Durability: Sendable {
    /// The system writes them when it sees fit: after a power cut the file may be empty.
    case unsynced
    /// `commit` waits for the disk, or leaves that to `PendingOutputs`. The corresponding C functions are `fdatasync` and
    /// `fsync`.
    case synced
  }

  /// The calls that end a file, for tests to replace. Each returns 0, or -1 with errno.
  struct Calls: Sendable {
    var synchronize: @Sendable (_ descriptor: Int32) -> Int32
    var close: @Sendable (_ descriptor: Int32) -> Int32
    var rename: @Sendable (_ from: FilePath, _ to: FilePath, _ replaces: Bool) -> Int32
  }

  private enum Ending {
    /// A temporary file gets its name.
    case rename(temporary: FilePath, replaces: Bool, Durability)
    case close
    case leaveOpen
    case keep
  }

  /// The name that a file has until it is committed, under which another program may write it; nil for all else.
  package var temporary: FilePath? {
    if case .rename(let temporary, _, _) = ending { temporary } else { nil }
  }

  /// The final name, or the name of a stream in messages.
  package let path: FilePath
  /// Bytes written so far.
  package private(set) var byteCount = 0
  /// What was written to an output in memory; empty for all others.
  package private(set) var collected: [UInt8] = []
  /// -1 once the file is committed or discarded.
  private var descriptor: Int32
  private let ending: Ending
  private let calls: Calls
  /// Who waits for the disk in this object's place.
  private let pending: PendingOutputs?

  /// Begins a file in the folder of `path`.
  ///
  /// - Parameters:
  ///   - replaces: Whether the file takes the place of one that has the name at the end; otherwise `commit` fails
  ///     with `EEXIST`.
  ///   - durability: Whether the bytes are on the disk before the name is; nil for what `OutputPolicy` says.
  package convenience init(
    _ path: FilePath, replaces: Bool = true, durability: Durability? = nil
  ) throws(SystemError) {
    try self.init(
      path, replaces: replaces, durability: durability ?? OutputPolicy.durability, calls: .system,
      pending: durability == nil ? OutputPolicy.pending : nil)
  }

  init(
    _ path: FilePath, replaces: Bool, durability: Durability, calls: Calls,
    pending: PendingOutputs? = nil
  ) throws(SystemError) {
    self.path = path
    self.calls = calls
    self.pending = durability == .synced ? pending : nil
    let (opened, temporary) = try Temporaries.make(for: path)
    descriptor = opened
    ending = .rename(temporary: temporary, replaces: replaces, durability)
  }

  /// Opens a device or a named pipe, which is written to as it is.
  package init(opening path: FilePath) throws(SystemError) {
    self.path = path
    calls = .system
    pending = nil
    descriptor = try Transfer.descriptor(opening: path, O_WRONLY)
    ending = .close
  }

  /// Opens a log: a file, made or emptied, whose lines others may read while it grows.
  ///
  /// - Throws: `EWOULDBLOCK` if another process writes it: two would garble each other's lines. The corresponding C function
  ///   is `flock`; without locks, as on some network folders, nobody is refused.
  package init(growing path: FilePath) throws(SystemError) {
    self.path = path
    calls = .system
    pending = nil
    let opened = try Transfer.descriptor(opening: path, O_WRONLY | O_CREAT)
    descriptor = opened
    ending = .close
    var status = stat()
    guard unsafe fstat(opened, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return }
    guard flock(opened, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK else {
      throw SystemError(operation: "lock", path: path, code: EWOULDBLOCK)
    }
    _ = try Transfer.retry("empty", path) { Int(ftruncate(opened, 0)) }
  }

  /// Takes an open descriptor, which stays open.
  package init(descriptor: Int32, name: FilePath) {
    path = name
    calls = .system
    pending = nil
    self.descriptor = descriptor
    ending = .leaveOpen
  }

  /// Begins an output in memory: see `collected`.
  package init(collecting name: FilePath) {
    path = name
    calls = .system
    pending = nil
    descriptor = -1
    ending = .keep
  }

  deinit { discard() }

  /// Writes all parts, one behind the other. The corresponding C function is `writev`.
  @unsafe package func write(_ parts: [UnsafeRawBufferPointer]) throws(SystemError) {
    if case .keep = ending {
      for i in unsafe parts.indices { unsafe collected.append(contentsOf: parts[i]) }
      byteCount = collected.count
      return
    }
    var rest = unsafe parts.map {
      unsafe iovec(iov_base: .init(mutating: $0.baseAddress), iov_len: $0.count)
    }
    unsafe rest.removeAll { unsafe $0.iov_len == 0 }
    while unsafe !rest.isEmpty {
      let written = try Transfer.retry("write", path) { unsafe writeOnce(rest) }
      guard written > 0 else { throw SystemError(operation: "write", path: path, code: EIO) }
      byteCount += written
      unsafe advance(&rest, by: written)
    }
  }

  /// Writes all bytes.
  package func write(_ bytes: [UInt8]) throws(SystemError) {
    var failure: SystemError?
    unsafe bytes.withUnsafeBytes { bytes in
      do throws(SystemError) { unsafe try write([bytes]) } catch { failure = error }
    }
    if let failure { throw failure }
  }

  /// Writes bytes again that lie at `offset`. The corresponding C function is `pwrite`.
  package func rewrite(_ bytes: [UInt8], at offset: Int) throws(SystemError) {
    if case .keep = ending {
      collected.replaceSubrange(offset..<offset + bytes.count, with: bytes)
      return
    }
    let done = try Transfer.move(bytes.count, "write", path) { done in
      unsafe bytes.withUnsafeBytes {
        unsafe pwrite(descriptor, $0.baseAddress! + done, $0.count - done, off_t(offset + done))
      }
    }
    guard done == bytes.count else { throw SystemError(operation: "write", path: path, code: EIO) }
  }

  /// Ends the output; a file gets its name, at once or when `PendingOutputs` sees to it. If that fails, the file is removed.
  package func commit() throws(SystemError) {
    if descriptor >= 0, let pending {
      bromide_begin_writing(descriptor)
      if pending.take(self) { return }
    }
    try complete()
  }

  /// Gives a file its name now.
  func complete() throws(SystemError) {
    guard descriptor >= 0, case .rename(let temporary, let replaces, let durability) = ending else {
      return
    }
    defer { Temporaries.forget(temporary) }
    do throws(SystemError) {
      if replaces { keepRights() }
      if durability == .synced { try synchronize() }
      // Closing tells what could not be written (quotas, network folders). A duplicate keeps the lock until the file has its
      // name: another process would take it for one that was left behind.
      let lock = dup(descriptor)
      defer { if lock >= 0 { _ = close(lock) } }
      let closed = calls.close(descriptor)
      descriptor = -1
      guard closed == 0 || errno == EINTR else {
        throw SystemError(operation: "close", path: path, code: errno)
      }
      guard calls.rename(temporary, path, replaces) == 0 else {
        throw SystemError(operation: "rename", path: path, code: errno)
      }
    } catch {
      if descriptor >= 0 { _ = calls.close(descriptor) }
      descriptor = -1
      FileSystem.remove(temporary)
      throw error
    }
    // The name is an entry of the folder, which has a disk block of its own.
    guard durability == .synced else { return }
    if let pending {
      pending.take(folder: path.parent)
    } else {
      Self.synchronize(folder: path.parent)
    }
  }

  /// Waits for the disk. A file system that cannot tell when the disk has a file is no failure: `OutputPolicy` warns of it.
  private func synchronize() throws(SystemError) {
    do throws(SystemError) {
      _ = try Transfer.retry("synchronize", path) { Int(calls.synchronize(descriptor)) }
    } catch {
      guard error.isMissingCall else { throw error }
      OutputPolicy.warnOfUnsynced(path.parent)
    }
  }

  /// Gives the file the mode of the one that it replaces, and the owner where this process may.
  private func keepRights() {
    var old = stat()
    let isThere = unsafe path.withPlatformString { unsafe lstat($0, &old) } == 0
    guard isThere, old.st_mode & S_IFMT == S_IFREG else { return }
    _ = fchown(descriptor, old.st_uid, old.st_gid)
    _ = fchmod(descriptor, old.st_mode & 0o777)
  }

  /// Ends the output and removes a file that was not committed.
  package func discard() {
    guard descriptor >= 0 else { return }
    switch ending {
    case .leaveOpen, .keep: return
    case .close: _ = calls.close(descriptor)
    case .rename(let temporary, _, _):
      _ = calls.close(descriptor)
      FileSystem.remove(temporary)
      Temporaries.forget(temporary)
    }
    descriptor = -1
  }

  /// Not every file system can, and the file itself is safe; `OutputPolicy` warns then.
  static func synchronize(folder: FilePath) {
    guard let descriptor = try? Transfer.descriptor(opening: folder, O_RDONLY) else { return }
    defer { _ = close(descriptor) }
    do throws(SystemError) {
      _ = try Transfer.retry("synchronize", folder) { Int(fsync(descriptor)) }
    } catch {
      if error.isMissingCall { OutputPolicy.warnOfUnsynced(folder) }
    }
  }

  /// Without SIGPIPE: a pipe whose reader has gone is an error, EPIPE. A file never raises the signal.
  private func writeOnce(_ parts: [iovec]) -> Int {
    if case .rename = ending { return unsafe writev(descriptor, parts, Int32(parts.count)) }
    #if canImport(Darwin)
      _ = fcntl(descriptor, F_SETNOSIGPIPE, 1)
      return unsafe writev(descriptor, parts, Int32(parts.count))
    #else
      return withoutBrokenPipe { unsafe writev(descriptor, parts, Int32(parts.count)) }
    #endif
  }

  private func advance(_ parts: inout [iovec], by count: Int) {
    var left = count
    for i in unsafe parts.indices where left > 0 {
      let taken = unsafe min(left, parts[i].iov_len)
      unsafe parts[i].iov_base += taken
      unsafe parts[i].iov_len -= taken
      left -= taken
    }
    unsafe parts.removeAll { unsafe $0.iov_len == 0 }
  }
}

extension OutputFile.Calls {
  static let system = Self(
    synchronize: { descriptor in
      #if canImport(Darwin)
        // fsync leaves the bytes in the drive's own cache.
        fcntl(descriptor, F_FULLFSYNC) == 0 ? 0 : fsync(descriptor)
      #else
        fdatasync(descriptor)
      #endif
    },
    close: { SystemCall.close($0) },
    rename: { from, to, replaces in
      unsafe from.withPlatformString { from in
        unsafe to.withPlatformString { to in
          unsafe replaces ? SystemCall.rename(from, to) : bromide_rename_new(from, to)
        }
      }
    })
}

#if !canImport(Darwin)
  /// Blocks SIGPIPE for this thread, and takes back the one that `body` raised.
  private func withoutBrokenPipe(_ body: () -> Int) -> Int {
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
