internal import Platform
internal import RawDecoding
internal import SystemPackage

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// A file that a worker is to read, opened by this process: workers open none.
///
/// Worker and this process share the descriptor's place in the file, so that this one reads by offsets.
final class InputFile {
  let path: FilePath
  /// The descriptor, or errno.
  let opened: GivenFile.Opened
  /// In bytes; 0 if it is not known.
  let size: Int

  init(_ path: FilePath) {
    self.path = path
    do throws(SystemError) {
      // Not blocking, so that a pipe without a writer is not waited for.
      let descriptor = try Transfer.descriptor(opening: path, O_RDONLY | O_NONBLOCK)
      let status = try? FileSystem.status(descriptor: descriptor, name: path)
      size = status?.size ?? 0
      // One with a writer is waited for.
      if status?.kind == .other { _ = fcntl(descriptor, F_SETFL, 0) }
      opened = .success(descriptor)
    } catch {
      size = 0
      opened = .failure(Errno(rawValue: error.code))
    }
  }

  deinit { if case .success(let descriptor) = opened { _ = close(descriptor) } }

  /// The descriptor.
  ///
  /// - Throws: `.unreadable`.
  func descriptor() throws(RawError) -> Int32 {
    do throws(Errno) { return try opened.get() } catch {
      throw .unreadable(path: path, code: error.rawValue)
    }
  }

  /// Device and inode.
  func identity() throws(RawError) -> [UInt64] {
    let descriptor = try descriptor()
    do throws(SystemError) {
      return try FileSystem.status(descriptor: descriptor, name: path).identity
    } catch {
      throw .unreadable(path: path, code: error.code)
    }
  }
}
