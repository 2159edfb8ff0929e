#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// What a path names.
package struct FileStatus: Sendable, Hashable {
  package enum Kind: Sendable, Hashable {
    case file
    case folder
    case other
  }
  package var kind: Kind
  package var size: Int
  /// Device and inode: equal for two paths to one file.
  package var identity: [UInt64]
  /// Nanoseconds since 1970.
  package var modified: Int64
}

/// A call to the system that failed; `code` is errno.
package struct SystemError: Error, Sendable, Hashable {
  package var operation: String
  package var path: String
  package var code: Int32

  package init(operation: String, path: String, code: Int32) {
    self.operation = operation
    self.path = path
    self.code = code
  }

  /// The system's words for the error.
  package var reason: String { Self.words(code) }

  /// Whether a reader of what we write went away.
  package static func isClosedPipe(_ code: Int32) -> Bool { code == EPIPE }

  package static func words(_ code: Int32) -> String {
    guard let text = unsafe strerror(code) else { return "error \(code)" }
    return unsafe String(cString: text)
  }
}

/// The few calls to the file system that planning and writing need.
package enum FileSystem {
  /// What `path` names, links followed. The corresponding C function is `stat`.
  package static func status(_ path: String) throws(SystemError) -> FileStatus {
    var info = stat()
    guard unsafe stat(path, &info) == 0 else {
      throw SystemError(operation: "stat", path: path, code: errno)
    }
    let kind: FileStatus.Kind =
      switch info.st_mode & S_IFMT {
      case S_IFREG: .file
      case S_IFDIR: .folder
      default: .other
      }
    #if canImport(Darwin)
      let time = info.st_mtimespec
    #else
      let time = info.st_mtim
    #endif
    return FileStatus(
      kind: kind, size: Int(info.st_size),
      identity: [UInt64(truncatingIfNeeded: info.st_dev), UInt64(truncatingIfNeeded: info.st_ino)],
      modified: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
  }

  package static func isFolder(_ path: String) -> Bool { (try? status(path))?.kind == .folder }

  package static func exists(_ path: String) -> Bool { (try? status(path)) != nil }

  /// The names in a folder, in no order. The corresponding C function is `readdir`.
  package static func entries(of folder: String) throws(SystemError) -> [String] {
    guard let stream = unsafe opendir(folder) else {
      throw SystemError(operation: "read", path: folder, code: errno)
    }
    defer { unsafe closedir(stream) }
    var names: [String] = []
    while let entry = unsafe readdir(stream) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { tuple in
        unsafe tuple.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
      }
      if name != "." && name != ".." { names.append(name) }
    }
    return names
  }

  /// The path without links, `.` and `..`; nil where nothing is there. The corresponding C function is `realpath`.
  package static func resolved(_ path: String) -> String? {
    guard let real = unsafe realpath(path, nil) else { return nil }
    defer { unsafe free(real) }
    return unsafe String(cString: real)
  }

  /// Makes a folder and those above it. The corresponding C function is `mkdir`.
  package static func makeFolder(_ path: String) throws(SystemError) {
    if path.isEmpty || isFolder(path) { return }
    let parent = Path.folder(of: path)
    if parent != path && !parent.isEmpty { try makeFolder(parent) }
    guard unsafe mkdir(path, 0o777) != 0 else { return }
    let code = errno
    if code == EEXIST && isFolder(path) { return }
    throw SystemError(
      operation: "make the folder", path: path, code: code == EEXIST ? ENOTDIR : code)
  }

  /// Removes a file; nothing happens where there is none. The corresponding C function is `unlink`.
  package static func remove(_ path: String) { unsafe unlink(path) }

  /// Everything that can be read from a file. The corresponding C function is `read`.
  package static func contents(of path: String) throws(SystemError) -> [UInt8] {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw SystemError(operation: "open", path: path, code: errno) }
    defer { close(descriptor) }
    return try contents(descriptor: descriptor, name: path)
  }

  /// Everything that can be read from an open descriptor.
  package static func contents(descriptor: Int32, name: String) throws(SystemError) -> [UInt8] {
    var all: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = unsafe read(descriptor, &block, block.count)
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else { throw SystemError(operation: "read", path: name, code: errno) }
      if count == 0 { return all }
      all.append(contentsOf: block[..<count])
    }
  }

  /// Up to `count` bytes at an offset of an open file. The corresponding C function is `pread`.
  package static func bytes(descriptor: Int32, at offset: Int, count: Int) throws(SystemError)
    -> [UInt8]
  {
    var bytes = [UInt8](repeating: 0, count: count)
    let got = unsafe pread(descriptor, &bytes, count, off_t(offset))
    guard got >= 0 else { throw SystemError(operation: "read", path: "", code: errno) }
    return Array(bytes[..<got])
  }

  /// Up to `count` bytes at an offset of a file.
  package static func bytes(of path: String, at offset: Int, count: Int) throws(SystemError)
    -> [UInt8]
  {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw SystemError(operation: "open", path: path, code: errno) }
    defer { close(descriptor) }
    return try bytes(descriptor: descriptor, at: offset, count: count)
  }

  /// Writes all bytes. The corresponding C function is `write`.
  package static func write(_ bytes: [UInt8], to descriptor: Int32, name: String)
    throws(SystemError)
  {
    var done = 0
    while done < bytes.count {
      let count = unsafe bytes.withUnsafeBytes { memory in
        #if canImport(Darwin)
          unsafe Darwin.write(descriptor, memory.baseAddress! + done, bytes.count - done)
        #elseif canImport(Musl)
          unsafe Musl.write(descriptor, memory.baseAddress! + done, bytes.count - done)
        #else
          unsafe Glibc.write(descriptor, memory.baseAddress! + done, bytes.count - done)
        #endif
      }
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else { throw SystemError(operation: "write", path: name, code: errno) }
      done += count
    }
  }
}
