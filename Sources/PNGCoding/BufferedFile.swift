#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// A file read through a buffer.
final class BufferedFile {
  /// Bytes in the file, if it is a regular file.
  let size: Int?
  /// The errno of a failed read.
  private(set) var code: Int32 = 0
  private let descriptor: Int32
  private var buffer: [UInt8] = []
  private var position = 0

  init(path: String) throws(PNGError) {
    descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .io(path: path, operation: "open", code: errno) }
    var status = stat()
    let isFile = unsafe fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    size = isFile ? Int(status.st_size) : nil
  }

  deinit { _ = close(descriptor) }

  /// Fills `output`; false if the file ends or cannot be read.
  func read(_ output: UnsafeMutableRawBufferPointer) -> Bool {
    var done = 0
    while done < output.count {
      if position == buffer.count && !refill() { return false }
      let count = min(output.count - done, buffer.count - position)
      unsafe buffer.withUnsafeBytes { bytes in
        unsafe output.baseAddress!.advanced(by: done).copyMemory(
          from: bytes.baseAddress! + position, byteCount: count)
      }
      position += count
      done += count
    }
    return true
  }

  private func refill() -> Bool {
    position = 0
    let descriptor = descriptor
    var failed = false
    buffer = unsafe [UInt8](unsafeUninitializedCapacity: 64 << 10) { bytes, filled in
      var count: Int
      repeat {
        #if canImport(Darwin)
          count = unsafe Darwin.read(descriptor, bytes.baseAddress, bytes.count)
        #elseif canImport(Musl)
          count = unsafe Musl.read(descriptor, bytes.baseAddress, bytes.count)
        #else
          count = unsafe Glibc.read(descriptor, bytes.baseAddress, bytes.count)
        #endif
      } while count < 0 && errno == EINTR
      failed = count < 0
      filled = max(0, count)
    }
    if failed { code = errno }
    return !buffer.isEmpty
  }
}
