internal import BromideLibc
internal import BromideSystem
internal import BromideValues
internal import SystemPackage

/// The system calls for frame files. Failures throw errors.
enum SystemCall {
  /// Maps a file. The corresponding C functions are `open`, `fstat` and `mmap`.
  @unsafe static func map(_ path: FilePath) throws(FrameFileError) -> UnsafeRawBufferPointer {
    // Without O_NONBLOCK, opening a pipe would block.
    let descriptor = try FrameFileError.calling { () throws(SystemError) in
      try Transfer.descriptor(opening: path, O_RDONLY | O_NONBLOCK)
    }
    defer { close(descriptor) }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else {
      throw .io(path: path, operation: "look at", code: errno)
    }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .notAFile(path: path) }
    let count = Int(status.st_size)
    guard count > 0 else { return unsafe UnsafeRawBufferPointer(start: nil, count: 0) }
    guard let base = unsafe mmap(nil, count, PROT_READ, MAP_PRIVATE, descriptor, 0),
      unsafe base != MAP_FAILED
    else {
      throw .io(path: path, operation: "map", code: errno)
    }
    return unsafe UnsafeRawBufferPointer(start: base, count: count)
  }

  @unsafe static func unmap(_ bytes: UnsafeRawBufferPointer) {
    guard let base = bytes.baseAddress else { return }
    unsafe munmap(UnsafeMutableRawPointer(mutating: base), bytes.count)
  }

  /// Fills part of `memory` from a descriptor. Returns the number of bytes, or 0 at the end. The
  /// corresponding C function is `read`.
  static func read(
    _ descriptor: Int32, _ memory: PixelMemory, _ range: Range<Int>, name: FilePath
  ) throws(FrameFileError) -> Int {
    let start = unsafe memory.bytes.baseAddress! + range.lowerBound
    return try FrameFileError.calling { () throws(SystemError) in
      try Transfer.retry("read", name) {
        unsafe BromideLibc.read(descriptor, start, range.count)
      }
    }
  }
}
