#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

extension FileSystem {
  /// Puts a small file in the place of what has its name: written beside it and renamed, so that it is there whole or
  /// not at all. The corresponding C functions are `open`, `write` and `rename`.
  package static func replace(_ path: String, with bytes: [UInt8]) throws(SystemError) {
    let temporary = Path.join(Path.folder(of: path), ".bromide-\(getpid())-\(Path.name(of: path))")
    let descriptor = unsafe open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw SystemError(operation: "open", path: path, code: errno) }
    do throws(SystemError) {
      do throws(SystemError) {
        try write(bytes, to: descriptor, name: path)
      } catch {
        close(descriptor)
        throw error
      }
      // What could not be written may show only here (quotas, network folders).
      guard close(descriptor) == 0 || errno == EINTR else {
        throw SystemError(operation: "close", path: path, code: errno)
      }
      guard unsafe rename(temporary, path) == 0 else {
        throw SystemError(operation: "rename", path: path, code: errno)
      }
    } catch {
      remove(temporary)
      throw error
    }
  }
}
