internal import BromideLibc
package import SystemPackage

/// A temporary file for data that does not fit into memory. It has no name, so it disappears with
/// this object, and also if the process is killed.
///
/// Several threads can read and write different bytes in parallel.
package final class ScratchFile: Sendable {
  private let descriptor: Int32
  private let folder: FilePath

  /// The folder for large temporary files: `TMPDIR`, or `/var/tmp`, because `/tmp` is often in
  /// memory.
  package static var folder: FilePath {
    if Console.environment("TMPDIR") == nil, FileSystem.isFolder("/var/tmp") { return "/var/tmp" }
    return Temporaries.folder
  }

  /// Returns the number of bytes that this user can write in a folder, or `nil` if it is unknown.
  /// The corresponding C function is `statvfs`.
  package static func freeBytes(in folder: FilePath) -> Int? {
    var status = statvfs()
    let result = unsafe folder.withPlatformString { unsafe statvfs($0, &status) }
    guard result == 0 else { return nil }
    return Int(min(Double(status.f_bavail) * Double(status.f_frsize), 1e18))
  }

  /// Creates an empty file.
  package init(in folder: FilePath = ScratchFile.folder) throws(SystemError) {
    let (opened, path) = try Temporaries.make(for: folder.appending("scratch"))
    FileSystem.remove(path)
    Temporaries.forget(path)
    (descriptor, self.folder) = (opened, folder)
  }

  deinit { _ = close(descriptor) }

  /// Writes bytes at an offset. The corresponding C function is `pwrite`.
  @unsafe package func write(
    _ bytes: UnsafeRawBufferPointer, at offset: Int
  ) throws(SystemError) {
    let done = try Transfer.move(bytes.count, "write", folder) { done in
      unsafe pwrite(descriptor, bytes.baseAddress! + done, bytes.count - done, off_t(offset + done))
    }
    guard done == bytes.count else {
      throw SystemError(operation: "write", path: folder, code: EIO)
    }
  }

  /// Fills memory with the bytes at an offset. The corresponding C function is `pread`.
  @unsafe package func read(
    into memory: UnsafeMutableRawBufferPointer, at offset: Int
  ) throws(SystemError) {
    let done = try Transfer.move(memory.count, "read", folder) { done in
      unsafe pread(
        descriptor, memory.baseAddress! + done, memory.count - done, off_t(offset + done))
    }
    guard done == memory.count else {
      throw SystemError(operation: "read", path: folder, code: EIO)
    }
  }
}
