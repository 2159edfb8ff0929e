internal import BromideLibc
package import SystemPackage

/// Repeats calls that signals interrupt, and calls that transfer fewer bytes than requested.
package enum Transfer {
  /// Repeats a call while signals interrupt it.
  ///
  /// - Parameter body: Makes the call and returns its result. A negative result means that it
  ///   failed and set errno.
  /// - Throws: The errno, except `EINTR`.
  package static func retry(
    _ operation: String, _ path: FilePath, _ body: () -> Int
  ) throws(SystemError) -> Int {
    if operation == "write", InjectedFailures.occurs(.write) {
      throw SystemError(operation: operation, path: path, code: ENOSPC)
    }
    while true {
      let result = body()
      if result >= 0 { return result }
      let code = errno
      if code != EINTR { throw SystemError(operation: operation, path: path, code: code) }
    }
  }

  /// Repeats a call until it has transferred all bytes or returns 0.
  ///
  /// - Parameters:
  ///   - count: The number of bytes to transfer.
  ///   - body: Makes the call. It receives the number of bytes transferred so far and returns how
  ///     many it transferred.
  /// - Returns: The number of bytes. It is less than `count` only at the end of a file.
  package static func move(
    _ count: Int, _ operation: String, _ path: FilePath, _ body: (_ done: Int) -> Int
  ) throws(SystemError) -> Int {
    var done = 0
    while done < count {
      let moved = try retry(operation, path) { body(done) }
      if moved == 0 { break }
      done += moved
    }
    return done
  }

  /// Opens a file, or copies its descriptor if another process gave it (`GivenFile`). Programs do
  /// not inherit it. The corresponding C function is `open`.
  package static func descriptor(
    opening path: FilePath, _ flags: Int32, permissions: UInt16 = 0o666
  ) throws(SystemError) -> Int32 {
    if let copy = try GivenFile.copy(of: path) { return copy }
    return Int32(
      try retry("open", path) {
        unsafe path.withPlatformString {
          unsafe Int(open($0, flags | O_CLOEXEC, mode_t(permissions)))
        }
      })
  }

  /// Reads up to `count` bytes. There are fewer only at the end of the file. The corresponding C
  /// function is `read`, or `pread` with an offset.
  package static func read(
    _ count: Int, from descriptor: Int32, at offset: Int? = nil, name: FilePath
  ) throws(SystemError) -> [UInt8] {
    var failure: SystemError?
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { memory, filled in
      guard let start = memory.baseAddress else { return }
      do throws(SystemError) {
        filled = try move(count, "read", name) { done in
          guard let offset else {
            return unsafe SystemCall.read(descriptor, start + done, count - done)
          }
          return unsafe pread(descriptor, start + done, count - done, off_t(offset + done))
        }
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    return bytes
  }

  /// Writes all bytes. The corresponding C function is `write`.
  package static func write(
    _ bytes: [UInt8], to descriptor: Int32, name: FilePath
  ) throws(SystemError) {
    let done = try move(bytes.count, "write", name) { done in
      unsafe bytes.withUnsafeBytes {
        unsafe SystemCall.write(descriptor, $0.baseAddress! + done, bytes.count - done)
      }
    }
    // A device accepted no bytes and did not report an error.
    guard done == bytes.count else { throw SystemError(operation: "write", path: name, code: EIO) }
  }
}

/// System calls that have the same names as methods of this module.
enum SystemCall {
  @unsafe static func read(_ descriptor: Int32, _ start: UnsafeMutableRawPointer, _ count: Int)
    -> Int
  {
    unsafe BromideLibc.read(descriptor, start, count)
  }

  @unsafe static func write(_ descriptor: Int32, _ start: UnsafeRawPointer, _ count: Int) -> Int {
    unsafe BromideLibc.write(descriptor, start, count)
  }

  static func close(_ descriptor: Int32) -> Int32 {
    BromideLibc.close(descriptor)
  }

  @unsafe static func rename(_ from: UnsafePointer<CChar>, _ to: UnsafePointer<CChar>) -> Int32 {
    unsafe BromideLibc.rename(from, to)
  }
}
