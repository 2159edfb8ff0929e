internal import BromideLibc
package import SystemPackage

/// The kind, size and identity of a file.
package struct FileStatus: Sendable, Hashable {
  package enum Kind: Sendable, Hashable {
    case file
    case folder
    case other
  }
  package var kind: Kind
  /// The size in bytes.
  package var size: Int
  /// Device and inode: equal for two paths to one file.
  package var identity: [UInt64]
  /// When the bytes last changed, in nanoseconds since 1970.
  package var modified: Int64
  /// When the bytes, name, owner or rights last changed, in nanoseconds since 1970.
  package var changed: Int64 = 0
  /// The number of names of the file (hard links).
  package var names = 1
}

/// The file system calls for planning, reading and writing.
package enum FileSystem {
  /// Returns the status of `path`. It follows links. The corresponding C function is `stat`.
  package static func status(_ path: FilePath) throws(SystemError) -> FileStatus {
    if let given = try GivenFile.status(of: path) { return status(given) }
    var info = stat()
    let result = unsafe path.withPlatformString { unsafe stat($0, &info) }
    guard result == 0 else { throw SystemError(operation: "stat", path: path, code: errno) }
    return status(info)
  }

  /// Returns the status of an open file. The corresponding C function is `fstat`.
  package static func status(descriptor: Int32, name: FilePath) throws(SystemError) -> FileStatus {
    var info = stat()
    guard unsafe fstat(descriptor, &info) == 0 else {
      throw SystemError(operation: "stat", path: name, code: errno)
    }
    return status(info)
  }

  private static func status(_ info: stat) -> FileStatus {
    let kind: FileStatus.Kind =
      switch info.st_mode & S_IFMT {
      case S_IFREG: .file
      case S_IFDIR: .folder
      default: .other
      }
    #if canImport(Darwin)
      let (modified, changed) = (info.st_mtimespec, info.st_ctimespec)
    #else
      let (modified, changed) = (info.st_mtim, info.st_ctim)
    #endif
    func nanoseconds(_ time: timespec) -> Int64 {
      Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
    return FileStatus(
      kind: kind, size: Int(info.st_size),
      identity: [UInt64(truncatingIfNeeded: info.st_dev), UInt64(truncatingIfNeeded: info.st_ino)],
      modified: nanoseconds(modified), changed: nanoseconds(changed), names: Int(info.st_nlink))
  }

  /// Returns whether `path` is a folder, or a link to a folder.
  package static func isFolder(_ path: FilePath) -> Bool { (try? status(path))?.kind == .folder }

  /// Returns whether `path` exists. A link with a missing target does not count as existing.
  package static func exists(_ path: FilePath) -> Bool { (try? status(path)) != nil }

  /// Returns whether the name is used, even by a broken link. The corresponding C function is
  /// `lstat`.
  package static func isTaken(_ path: FilePath) -> Bool {
    var info = stat()
    return unsafe path.withPlatformString { unsafe lstat($0, &info) } == 0
  }

  /// Returns the names in a folder in any order. An empty path is the current folder. The
  /// corresponding C function is `readdir`.
  package static func entries(of folder: FilePath) throws(SystemError) -> [FilePath.Component] {
    let folder = folder.isEmpty ? "." : folder
    let stream = unsafe folder.withPlatformString { unsafe opendir($0) }
    guard let stream = unsafe stream else {
      throw SystemError(operation: "read", path: folder, code: errno)
    }
    defer { unsafe closedir(stream) }
    var names: [FilePath.Component] = []
    while let entry = unsafe readdir(stream) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { tuple in
        unsafe tuple.withMemoryRebound(to: CChar.self, capacity: 256) {
          unsafe FilePath.Component(platformString: $0)
        }
      }
      if let name, name.kind == .regular { names.append(name) }
    }
    return names
  }

  /// Returns the path without links, `.` and `..`, or `nil` if it does not exist. The corresponding
  /// C function is `realpath`.
  package static func resolved(_ path: FilePath) -> FilePath? {
    let real = unsafe path.withPlatformString { unsafe realpath($0, nil) }
    guard let real = unsafe real else { return nil }
    defer { unsafe free(real) }
    return unsafe FilePath(platformString: real)
  }

  /// Creates a folder and its parent folders. Succeeds if it exists. The corresponding C function
  /// is `mkdir`.
  package static func makeFolder(_ path: FilePath) throws(SystemError) {
    if path.isEmpty || isFolder(path) { return }
    let parent = path.removingLastComponent()
    if parent != path && !parent.isEmpty { try makeFolder(parent) }
    let result = unsafe path.withPlatformString { unsafe mkdir($0, 0o777) }
    guard result != 0 else { return }
    let code = errno
    if code == EEXIST && isFolder(path) { return }
    throw SystemError(
      operation: "make the folder", path: path, code: code == EEXIST ? ENOTDIR : code)
  }

  /// Returns the error of `makeFolder`, as far as existing files and rights predict it, or `nil`.
  package static func folderError(_ path: FilePath) -> SystemError? {
    if path.isEmpty { return nil }
    func error(_ code: Int32) -> SystemError {
      SystemError(operation: "make the folder", path: path, code: code)
    }
    // In this order, because another thread can make the folder at any time.
    if isTaken(path) { return isFolder(path) ? nil : error(ENOTDIR) }
    let parent = path.removingLastComponent()
    if parent != path, let above = folderError(parent) { return above }
    // A missing parent inherits its error from an existing folder.
    guard parent.isEmpty || isFolder(parent) else { return nil }
    return replacingError(path).map { error($0.code) }
  }

  /// Removes a file if it exists. The corresponding C function is `unlink`.
  package static func remove(_ path: FilePath) {
    _ = unsafe path.withPlatformString { unsafe unlink($0) }
  }

  /// Removes a folder if it exists and is empty. The corresponding C function is `rmdir`.
  package static func removeEmptyFolder(_ path: FilePath) {
    _ = unsafe path.withPlatformString { unsafe rmdir($0) }
  }

  /// Renames a file and replaces an existing one. The corresponding C function is `rename`.
  package static func rename(_ old: FilePath, to new: FilePath) throws(SystemError) {
    let result = unsafe old.withPlatformString { old in
      unsafe new.withPlatformString { unsafe SystemCall.rename(old, $0) }
    }
    guard result == 0 else { throw SystemError(operation: "rename", path: new, code: errno) }
  }

  /// The largest size in bytes of a file that is read at once. It is far above any list or text,
  /// and limits devices without an end.
  package static let largestContents = 256 << 20

  /// Returns everything that can be read from a file.
  ///
  /// - Throws: `EFBIG` for more than `limit` bytes.
  package static func contents(
    of path: FilePath, limit: Int = largestContents
  ) throws(SystemError) -> [UInt8] {
    let descriptor = try Transfer.descriptor(opening: path, O_RDONLY)
    defer { close(descriptor) }
    return try contents(descriptor: descriptor, name: path, limit: limit)
  }

  /// Returns everything that can be read from an open descriptor.
  ///
  /// - Throws: `EFBIG` for more than `limit` bytes.
  package static func contents(
    descriptor: Int32, name: FilePath, limit: Int = largestContents
  ) throws(SystemError) -> [UInt8] {
    var all: [UInt8] = []
    while true {
      let block = try Transfer.read(1 << 16, from: descriptor, name: name)
      all.append(contentsOf: block)
      guard all.count <= limit else {
        throw SystemError(operation: "read", path: name, code: EFBIG)
      }
      if block.count < 1 << 16 { return all }
    }
  }

  /// Returns up to `count` bytes at an offset of a file. At the end of the file, there are fewer.
  package static func bytes(of path: FilePath, at offset: Int, count: Int) throws(SystemError)
    -> [UInt8]
  {
    // Do not block: a pipe does not have offsets, so it must fail instead of waiting.
    let descriptor = try Transfer.descriptor(opening: path, O_RDONLY | O_NONBLOCK)
    defer { close(descriptor) }
    return try Transfer.read(count, from: descriptor, at: offset, name: path)
  }

  /// Reads an ordinary file to its end and returns the system's error, or `nil` if reading
  /// succeeds. Use it to find the reason after a failure.
  package static func readingError(_ path: FilePath) -> SystemError? {
    do throws(SystemError) {
      guard try status(path).kind == .file else { return nil }
      let descriptor = try Transfer.descriptor(opening: path, O_RDONLY)
      defer { close(descriptor) }
      while try !Transfer.read(1 << 20, from: descriptor, name: path).isEmpty {}
      return nil
    } catch {
      return error
    }
  }

  /// Reads the beginning of a file into memory and returns the number of bytes. The corresponding C
  /// function is `pread`.
  @unsafe package static func read(
    _ path: FilePath, into memory: UnsafeMutableRawBufferPointer
  ) throws(SystemError) -> Int {
    guard let start = memory.baseAddress else { return 0 }
    let descriptor = try Transfer.descriptor(opening: path, O_RDONLY)
    defer { close(descriptor) }
    return try Transfer.move(memory.count, "read", path) { done in
      unsafe pread(descriptor, start + done, memory.count - done, off_t(done))
    }
  }

  /// Returns the error of `replace`, as far as the folder's rights predict it, or `nil`. The
  /// corresponding C function is `access`.
  package static func replacingError(_ path: FilePath) -> SystemError? {
    let parent = path.removingLastComponent()
    // With the dot, a file instead of the folder causes an error.
    let result = unsafe (parent.isEmpty ? "." : parent.appending(".")).withPlatformString {
      unsafe access($0, W_OK | X_OK)
    }
    return result == 0 ? nil : SystemError(operation: "write", path: path, code: errno)
  }

  /// Replaces a small file. If this fails, the old file is unchanged.
  package static func replace(
    _ path: FilePath, with bytes: [UInt8], durability: OutputFile.Durability? = nil
  ) throws(SystemError) {
    let file = try OutputFile(path, durability: durability)
    try file.write(bytes)
    try file.commit()
  }
}
