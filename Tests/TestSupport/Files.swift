internal import BromideLibc

/// A failed system call on a file, which a test or generator can only report.
public struct FileError: Error, CustomStringConvertible {
  /// The file or folder of the call.
  public let path: String
  /// The call: `open`, `write`, `mkdir`…
  public let operation: String
  /// errno.
  public let code: Int32

  /// The path, the operation and the system's message.
  public var description: String {
    unsafe "\(path): \(operation): \(String(cString: strerror(code)))"
  }
}

/// The few file operations that tests need, without Foundation.
public enum Files {
  /// Creates a file, or replaces its contents.
  public static func write(_ bytes: [UInt8], to path: String) throws(FileError) {
    guard let file = unsafe fopen(path, "wb") else { throw error(path, "open") }
    let written = unsafe fwrite(bytes, 1, bytes.count, file)
    let closed = unsafe fclose(file)
    guard written == bytes.count, closed == 0 else { throw error(path, "write") }
  }

  /// All bytes of a file.
  public static func read(_ path: String) throws(FileError) -> [UInt8] {
    guard let file = unsafe fopen(path, "rb") else { throw error(path, "open") }
    defer { unsafe fclose(file) }
    guard unsafe fseek(file, 0, SEEK_END) == 0 else { throw error(path, "seek") }
    let size = unsafe ftell(file)
    guard size >= 0, unsafe fseek(file, 0, SEEK_SET) == 0 else { throw error(path, "seek") }
    var bytes = [UInt8](repeating: 0, count: size)
    guard unsafe fread(&bytes, 1, size, file) == size else { throw error(path, "read") }
    return bytes
  }

  /// Creates a folder and its parents. Existing ones are unchanged.
  public static func makeFolder(_ path: String) throws(FileError) {
    var made = ""
    for part in path.split(separator: "/", omittingEmptySubsequences: false) {
      made += part + "/"
      if unsafe made != "/" && mkdir(made, 0o755) != 0 && errno != EEXIST {
        throw error(path, "mkdir")
      }
    }
  }

  /// Returns whether a folder exists at a path. Follows links.
  public static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// Returns whether anything exists at a path. Follows links.
  public static func exists(_ path: String) -> Bool { unsafe access(path, F_OK) == 0 }

  /// Returns the sorted names in a folder, with hidden names, or an empty array if the folder does
  /// not exist.
  public static func names(in folder: String) -> [String] {
    guard let handle = unsafe opendir(folder) else { return [] }
    defer { unsafe closedir(handle) }
    var names: [String] = []
    while let entry = unsafe readdir(handle) {
      let name = unsafe withUnsafePointer(to: entry.pointee.d_name) { field in
        unsafe String(cString: UnsafeRawPointer(field).assumingMemoryBound(to: CChar.self))
      }
      if name != "." && name != ".." { names.append(name) }
    }
    return names.sorted()
  }

  /// All files in a folder and its subfolders, sorted.
  public static func all(under folder: String) -> [String] {
    names(in: folder).flatMap { name -> [String] in
      let path = folder + "/" + name
      return isFolder(path) ? all(under: path) : [path]
    }
  }

  /// Removes a file, a folder with its contents, or only the link if it is a link.
  public static func remove(_ path: String) {
    var status = stat()
    if unsafe lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR {
      _ = unsafe chmod(path, 0o755)
      for name in names(in: path) { remove(path + "/" + name) }
      unsafe rmdir(path)
    } else {
      unsafe unlink(path)
    }
  }

  static func error(_ path: String, _ operation: String) -> FileError {
    FileError(path: path, operation: operation, code: errno)
  }
}
