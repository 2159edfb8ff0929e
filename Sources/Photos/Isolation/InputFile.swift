internal import BromideLibc
internal import BromideRaw
internal import BromideSystem
internal import SystemPackage

/// A file for a worker. This process opens it, because workers cannot open files.
///
/// Both processes share the file position, so this process uses offsets to read.
final class InputFile {
  let path: FilePath
  /// The descriptor, or errno.
  let opened: GivenFile.Opened
  /// The size in bytes, or 0 if unknown.
  let size: Int

  init(_ path: FilePath) {
    self.path = path
    do throws(SystemError) {
      // Open without blocking, so that a pipe without a writer does not wait.
      let descriptor = try Transfer.descriptor(opening: path, O_RDONLY | O_NONBLOCK)
      let status = try? FileSystem.status(descriptor: descriptor, name: path)
      size = status?.size ?? 0
      // Wait for data from a pipe with a writer.
      if status?.kind == .other { _ = fcntl(descriptor, F_SETFL, 0) }
      opened = .success(descriptor)
    } catch {
      size = 0
      opened = .failure(Errno(rawValue: error.code))
    }
  }

  deinit { if case .success(let descriptor) = opened { _ = close(descriptor) } }

  /// Returns the descriptor.
  ///
  /// - Throws: `.unreadable`.
  func descriptor() throws(RawError) -> Int32 {
    do throws(Errno) { return try opened.get() } catch {
      throw .unreadable(path: path, code: error.rawValue)
    }
  }

  /// Returns device and inode.
  func identity() throws(RawError) -> [UInt64] {
    let descriptor = try descriptor()
    do throws(SystemError) {
      return try FileSystem.status(descriptor: descriptor, name: path).identity
    } catch {
      throw .unreadable(path: path, code: error.code)
    }
  }
}
