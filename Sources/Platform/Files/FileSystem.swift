package import SystemPackage

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// Kind, size and identity of a file.
package struct FileStatus: Sendable, Hashable {
  package enum Kind: Sendable, Hashable {
    case file
    case folder
    case other
  }
  package var kind: Kind
  /// In bytes.
  package var size: Int
  /// Device and inode: equal for two paths to one file.
  package var identity: [UInt64]
  /// The time of the last change of its bytes, in nanoseconds since 1970.
  package var modified: Int64
  /// The time of the last change of its bytes, name, owner or rights, in nanoseconds since 1970.
  package var changed: Int64 = 0
}

/// The few calls to the file system that planning, reading and writing need.
package enum FileSystem {
  /// Describes what `path` names, following links. The corresponding C function is `stat`.
  package static func status(_ path: FilePath) throws(SystemError) -> FileStatus {
    if let given = try GivenFile.status(of: path) { return status(given) }
    var info = stat()
    let result = unsafe path.withPlatformString { unsafe stat($0, &info) }
    guard result == 0 else { throw SystemError(operation: "stat", path: path, code: errno) }
    return status(info)
  }

  /// Describes an open file. The corresponding C function is `fstat`.
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
      modified: nanoseconds(modified), changed: nanoseconds(changed))
  }

  /// Whether `path` names a folder, or a link to one.
  package static func isFolder(_ path: FilePath) -> Bool { (try? status(path))?.kind == .folder }

  /// Whether `path` names anything; a link whose target is missing names nothing.
  package static func exists(_ path: FilePath) -> Bool { (try? status(path)) != nil }

  /// Whether something has this name, even a link that leads nowhere. The corresponding C function is `lstat`.
  package static func isTaken(_ path: FilePath) -> Bool {
    var info = stat()
    return unsafe path.withPlatformString { unsafe lstat($0, &info) } == 0
  }

  /// Lists the names in a folder, in no particular order. The corresponding C function is `readdir`.
  package static func entries(of folder: FilePath) throws(SystemError) -> [FilePath.Component] {
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

  /// The path without links, `.` and `..`; nil if it names nothing. The corresponding C function is `realpath`.
  package static func resolved(_ path: FilePath) -> FilePath? {
    let real = unsafe path.withPlatformString { unsafe realpath($0, nil) }
    guard let real = unsafe real else { return nil }
    defer { unsafe free(real) }
    return unsafe FilePath(platformString: real)
  }

  /// Makes a folder and those above it; succeeds if it exists. The corresponding C function is `mkdir`.
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

  /// Removes a file; does nothing if there is none. The corresponding C function is `unlink`.
  package static func remove(_ path: FilePath) {
    _ = unsafe path.withPlatformString { unsafe unlink($0) }
  }

  /// The size in bytes up to which a file is read as a whole: far more than any list or text, and
  /// a bound for devices without an end.
  package static let largestContents = 256 << 20

  /// Everything that can be read from a file.
  ///
  /// - Throws: `EFBIG` if that is more than `limit` bytes.
  package static func contents(
    of path: FilePath, limit: Int = largestContents
  ) throws(SystemError) -> [UInt8] {
    let descriptor = try Transfer.descriptor(opening: path, O_RDONLY)
    defer { close(descriptor) }
    return try contents(descriptor: descriptor, name: path, limit: limit)
  }

  /// Everything that can be read from an open descriptor.
  ///
  /// - Throws: `EFBIG` if that is more than `limit` bytes.
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

  /// Up to `count` bytes at an offset of a file; fewer if the file ends before.
  package static func bytes(of path: FilePath, at offset: Int, count: Int) throws(SystemError)
    -> [UInt8]
  {
    // Not blocking, so that a pipe, which has no offsets, is refused instead of waited for.
    let descriptor = try Transfer.descriptor(opening: path, O_RDONLY | O_NONBLOCK)
    defer { close(descriptor) }
    return try Transfer.read(count, from: descriptor, at: offset, name: path)
  }

  /// Reads an ordinary file to its end, for whoever could not: the system's error, or nil if there is none.
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

  /// Reads the beginning of a file into memory, as much as fits, and tells how much that is. The corresponding C function is
  /// `pread`.
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

  /// Puts a small file in the place of what has its name: there whole, or as it was.
  package static func replace(
    _ path: FilePath, with bytes: [UInt8], durability: OutputFile.Durability? = nil
  ) throws(SystemError) {
    let file = try OutputFile(path, durability: durability)
    try file.write(bytes)
    try file.commit()
  }
}
