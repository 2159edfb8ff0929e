internal import BromideLibc
internal import CBromideSystem
package import SystemPackage

/// A file, pipe, descriptor or memory buffer that Bromide writes to.
///
/// Files are written in the final folder under a random temporary name that did not exist. `commit`
/// renames them, so other programs never see an incomplete file. If you do not call `commit`, the
/// temporary file is removed: by `discard`, by `deinit`, after an interruption
/// (`Temporaries.removeAll`), or by the next run after a crash (`Temporaries.removeAbandoned`). If
/// the final name is a symbolic link, `commit` replaces the link itself. Use it on one thread.
package final class OutputFile {
  /// Whether the file's bytes are flushed to disk before it is renamed.
  package enum Durability: Sendable {
    /// The system flushes the bytes later. After a power cut, the file can be empty.
    case unsynced
    /// `commit` waits for the disk, or `PendingOutputs` waits instead. The corresponding C
    /// functions are `fdatasync` and `fsync`.
    case synced
  }

  /// The calls that finish a file. Tests replace them. Each returns 0, or -1 with errno.
  struct Calls: Sendable {
    var synchronize: @Sendable (_ descriptor: Int32) -> Int32
    var close: @Sendable (_ descriptor: Int32) -> Int32
    var rename: @Sendable (_ from: FilePath, _ to: FilePath, _ replaces: Bool) -> Int32
  }

  private enum Ending {
    /// Renames a temporary file.
    case rename(temporary: FilePath, replaces: Bool, Durability)
    case close
    case leaveOpen
    case keep
  }

  /// The temporary name before `commit`, or `nil` for other outputs. Another program can write the
  /// file under this name.
  package var temporary: FilePath? {
    if case .rename(let temporary, _, _) = ending { temporary } else { nil }
  }

  /// The final name, or the stream's name in messages.
  package let path: FilePath
  /// The number of bytes written so far.
  package private(set) var byteCount = 0
  /// The bytes written to a memory output. Empty for other outputs.
  package private(set) var collected: [UInt8] = []
  /// -1 after `commit` or `discard`.
  private var descriptor: Int32
  private let ending: Ending
  private let calls: Calls
  /// Finishes the file later, so that `commit` can return early. If `nil`, `commit` waits for the
  /// disk.
  private let pending: PendingOutputs?

  /// Creates a temporary file in the folder of `path`.
  ///
  /// - Parameters:
  ///   - replaces: Whether `commit` replaces an existing file. Otherwise, it fails with `EEXIST`.
  ///   - durability: Whether to flush the bytes before renaming. `nil` uses `OutputPolicy`.
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

  /// Opens a device or a named pipe, without a temporary file.
  package init(opening path: FilePath) throws(SystemError) {
    self.path = path
    calls = .system
    pending = nil
    descriptor = try Transfer.descriptor(opening: path, O_WRONLY)
    ending = .close
  }

  /// Opens a log: a new or emptied file. Others can read its lines while it grows.
  ///
  /// - Throws: `EWOULDBLOCK` if another process writes the file, because two writers would mix
  ///   their lines. The corresponding C function is `flock`. If the file system does not support
  ///   locks, as on some network folders, opening always succeeds.
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

  /// Uses an open descriptor, which stays open.
  package init(descriptor: Int32, name: FilePath) {
    path = name
    calls = .system
    pending = nil
    self.descriptor = descriptor
    ending = .leaveOpen
  }

  /// Creates an output in memory. See `collected`.
  package init(collecting name: FilePath) {
    path = name
    calls = .system
    pending = nil
    descriptor = -1
    ending = .keep
  }

  deinit { discard() }

  /// Writes all parts in order. The corresponding C function is `writev`.
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

  /// Overwrites earlier bytes at `offset`. The corresponding C function is `pwrite`.
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

  /// Finishes the output. A file is renamed, now or later by `PendingOutputs`. If this fails, the
  /// file is removed.
  package func commit() throws(SystemError) {
    if descriptor >= 0, let pending {
      bromide_begin_writing(descriptor)
      if pending.take(self) { return }
    }
    try complete()
  }

  /// Finishes a file if a check succeeds after its bytes are on disk, just before it is renamed.
  ///
  /// - Returns: `false` if the check failed. The file is removed then.
  package func commit(if isCurrent: () -> Bool) throws(SystemError) -> Bool {
    try complete(if: isCurrent)
  }

  /// Renames the file now.
  @discardableResult
  func complete(if isCurrent: () -> Bool = { true }) throws(SystemError) -> Bool {
    guard descriptor >= 0, case .rename(let temporary, let replaces, let durability) = ending else {
      return true
    }
    defer { Temporaries.forget(temporary) }
    do throws(SystemError) {
      if replaces { keepRights() }
      if durability == .synced { try synchronize() }
      guard isCurrent() else {
        discard()
        return false
      }
      // Closing reports late write errors (quotas, network folders). The duplicate keeps the lock
      // until the file is renamed. Otherwise, another process would treat the file as abandoned.
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
    // The name is an entry of the folder, which has a separate disk block.
    guard durability == .synced else { return true }
    if let pending {
      pending.take(folder: path.parent)
    } else {
      Self.synchronize(folder: path.parent)
    }
    return true
  }

  /// Waits for the disk. If the file system does not support this, it is not an error, but
  /// `OutputPolicy` warns.
  private func synchronize() throws(SystemError) {
    do throws(SystemError) {
      _ = try Transfer.retry("synchronize", path) { Int(calls.synchronize(descriptor)) }
    } catch {
      guard error.isMissingCall else { throw error }
      OutputPolicy.warnOfUnsynced(path.parent)
    }
  }

  /// Copies the mode of the replaced file, and its owner if this process is allowed to.
  private func keepRights() {
    var old = stat()
    let isThere = unsafe path.withPlatformString { unsafe lstat($0, &old) } == 0
    guard isThere, old.st_mode & S_IFMT == S_IFREG else { return }
    _ = fchown(descriptor, old.st_uid, old.st_gid)
    _ = fchmod(descriptor, old.st_mode & 0o777)
  }

  /// Finishes the output and removes a file that was not committed.
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

  /// Flushes a folder. If the file system does not support this, `OutputPolicy` warns. The file
  /// itself is safe.
  static func synchronize(folder: FilePath) {
    guard let descriptor = try? Transfer.descriptor(opening: folder, O_RDONLY) else { return }
    defer { _ = close(descriptor) }
    do throws(SystemError) {
      _ = try Transfer.retry("synchronize", folder) { Int(fsync(descriptor)) }
    } catch {
      if error.isMissingCall { OutputPolicy.warnOfUnsynced(folder) }
    }
  }

  /// Writes without SIGPIPE, so that a pipe without a reader causes the error EPIPE. Files never
  /// raise this signal.
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
        // fsync does not flush the drive's cache.
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
  /// Blocks SIGPIPE for this thread, and removes the signal if `body` raised it.
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
