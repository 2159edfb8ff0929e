internal import BromideLibc
internal import BromideSystem
internal import SystemPackage

/// A file that is read through a buffer.
final class BufferedFile {
  /// The file's size in bytes, or `nil` for a pipe or device.
  let size: Int?
  /// The errno of a failed read, otherwise 0.
  private(set) var code: Int32 = 0
  private let path: FilePath
  private let descriptor: Int32
  private var buffer: [UInt8] = []
  private var position = 0
  /// The position of the buffer in the file.
  private var start = 0

  init(path: FilePath) throws(PictureError) {
    self.path = path
    descriptor = try PictureError.calling { () throws(SystemError) in
      try Transfer.descriptor(opening: path, O_RDONLY)
    }
    var status = stat()
    let isFile = unsafe fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    size = isFile ? Int(status.st_size) : nil
  }

  deinit { _ = close(descriptor) }

  /// Fills `output`. Returns false if the file ends too early or cannot be read.
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

  /// The next position to read in the file.
  var offset: Int { start + position }

  /// Moves to another position in the file. Returns false if this fails.
  func seek(to offset: Int) -> Bool {
    if (start...start + buffer.count).contains(offset) {
      position = offset - start
      return true
    }
    guard lseek(descriptor, off_t(offset), SEEK_SET) == off_t(offset) else {
      code = errno
      return false
    }
    (start, position, buffer) = (offset, 0, [])
    return true
  }

  /// Whether the end of the file is reached.
  var isAtEnd: Bool { position == buffer.count && !refill() && code == 0 }

  private func refill() -> Bool {
    start += buffer.count
    position = 0
    do throws(SystemError) {
      buffer = try Transfer.read(64 << 10, from: descriptor, name: path)
    } catch {
      buffer = []
      code = error.code
    }
    return !buffer.isEmpty
  }
}
