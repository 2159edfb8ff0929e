internal import CPlatform
internal import Synchronization
package import SystemPackage

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// A program that reads what this process writes to it, or writes what this process reads, such as ffmpeg: its standard
/// input or output is a pipe, the other leads nowhere, and what it says on standard error is kept.
///
/// It does not get the terminal's signals, and ends at the latest when it is released, or when this process ends, even if
/// that is killed (Linux). A program that does nothing for a while is ended.
package final class PipedProcess {
  /// Seconds that a program may take for its next bytes, or to take the next ones, ten times as many to end; nil for 60, and
  /// one for each megabyte that it reads.
  package static var patience: Double? {
    get { patienceState.withLock { $0 } }
    set { patienceState.withLock { $0 = newValue } }
  }

  private static let patienceState = Mutex<Double?>(nil)

  private let patience: Double
  private let program: FilePath
  private let process: Int32
  /// This process's end of the pipe; -1 once it is closed.
  private var pipe: Int32
  private let messages: Int32
  private var ending: ChildProcess.Ending?

  /// Finds a program on the path; nil if it is on none of its folders.
  package static func find(_ name: String) -> FilePath? {
    let folders = Console.environment("PATH").map { $0.split(separator: ":") } ?? []
    return folders.lazy.map { FilePath(String($0)).appending(name) }.first { path in
      let isExecutable = unsafe path.withPlatformString { unsafe access($0, X_OK) } == 0
      return isExecutable && (try? FileSystem.status(path))?.kind == .file
    }
  }

  /// What the pipe is to the program.
  package enum Direction: Sendable {
    case input, output
  }

  /// Starts a program. The corresponding C function is `posix_spawn`.
  ///
  /// - Parameters:
  ///   - arguments: Reversible text (`ByteText`), without the program's name.
  ///   - file: A file that the program may read to its end before it says anything.
  package init(
    program: FilePath, arguments: [String], pipe direction: Direction = .input,
    reading file: FilePath? = nil
  ) throws(SystemError) {
    let started = LastingThread.shared.perform {
      Self.start(program, arguments, direction)
    }
    guard started.code == 0 else {
      throw SystemError(operation: "start", path: program, code: started.code)
    }
    self.program = program
    process = started.process
    pipe = started.pipe
    messages = started.messages
    let bytes = file.flatMap { try? FileSystem.status($0).size } ?? 0
    patience = Self.patience ?? 60 + Double(bytes) / 1e6
    if direction == .input {
      _ = fcntl(pipe, F_SETFL, fcntl(pipe, F_GETFL) | O_NONBLOCK)
    }
  }

  private struct Started: Sendable {
    var (process, pipe, messages) = (Int32(0), Int32(0), Int32(0))
    var code: Int32 = 0
  }

  private static func start(
    _ program: FilePath, _ arguments: [String], _ direction: Direction
  ) -> Started {
    let texts =
      unsafe ([program.bytes] + arguments.map { ByteText.bytes(of: $0) }).map { bytes in
        unsafe strdup((bytes + [0]).map { CChar(bitPattern: $0) })
      } + [nil]
    defer { for index in unsafe texts.indices { unsafe free(texts[index]) } }
    var started = Started()
    let start = unsafe direction == .input ? bromide_start_piped : bromide_start_reading
    started.code = unsafe program.withPlatformString { program in
      unsafe texts.withUnsafeBufferPointer {
        unsafe start(
          program, $0.baseAddress!, &started.process, &started.pipe, &started.messages)
      }
    }
    return started
  }

  deinit {
    _ = end(byForce: true)
    close(messages)
  }

  /// Writes all bytes to its standard input.
  ///
  /// - Throws: `EPIPE` if it does not read any more, `ETIME` if it did not for long.
  package func write(_ bytes: [UInt8]) throws(SystemError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let output = OutputFile(descriptor: pipe, name: program)
      do throws(SystemError) {
        try output.write(Array(rest))
        return
      } catch {
        guard error.code == EAGAIN else { throw error }
        rest = rest.dropFirst(output.byteCount)
        try wait("write") { bromide_await(pipe, true, $0) }
      }
    }
  }

  /// Waits until the pipe is ready, or ends the program.
  ///
  /// - Parameter poll: Waits for so many milliseconds; returns 0 if nothing came.
  private func wait(_ operation: String, _ poll: (Int32) -> Int32) throws(SystemError) {
    var left = patience
    while left > 0 {
      let step = min(left, 1000)
      if poll(Int32((step * 1000).rounded(.up))) != 0 { return }
      left -= step
    }
    end(byForce: true)
    throw SystemError(operation: operation, path: program, code: ETIME)
  }

  /// Reads up to `count` bytes of its standard output; fewer only at its end.
  ///
  /// - Throws: `ETIME` if it wrote nothing for long.
  package func read(_ count: Int) throws(SystemError) -> [UInt8] {
    var failure: SystemError?
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { memory, filled in
      do throws(SystemError) {
        filled = unsafe try read(into: UnsafeMutableRawBufferPointer(memory))
      } catch { failure = error }
    }
    if let failure { throw failure }
    return bytes
  }

  /// Reads what fits into memory of its standard output; less only at its end.
  ///
  /// - Returns: The number of bytes.
  /// - Throws: `ETIME` if it wrote nothing for long.
  @unsafe package func read(into memory: UnsafeMutableRawBufferPointer) throws(SystemError) -> Int {
    guard let start = memory.baseAddress else { return 0 }
    var done = 0
    while done < memory.count {
      try wait("read") { bromide_await(pipe, false, $0) }
      let read = try Transfer.retry("read", program) {
        unsafe SystemCall.read(pipe, start + done, memory.count - done)
      }
      if read == 0 { break }
      done += read
    }
    return done
  }

  /// All that is left of its standard output, up to a limit.
  package func readAll(atMost limit: Int) throws(SystemError) -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count <= limit {
      let part = try read(min(1 << 20, limit + 1 - bytes.count))
      bytes += part
      if part.isEmpty { break }
    }
    return bytes
  }

  /// Closes the pipe, by force ends the process too, and waits for it. One that does not end is ended by force after a while.
  @discardableResult package func end(byForce: Bool = false) -> ChildProcess.Ending {
    if let ending { return ending }
    if byForce { kill(process, SIGKILL) }
    if pipe >= 0 { close(pipe) }
    pipe = -1
    let milliseconds = Int32(min(10 * patience, 1e6) * 1000)
    if !byForce, bromide_wait_for(process, milliseconds) == 0 { kill(process, SIGKILL) }
    var (signal, status) = (Int32(0), Int32(0))
    let isKnown = unsafe bromide_wait(process, &signal, &status) == 0
    let ending: ChildProcess.Ending =
      isKnown && signal != 0 ? .signal(signal) : .exit(status: status)
    self.ending = ending
    return ending
  }

  /// What it has said on standard error, at most the last 64 KB.
  package var complaints: String {
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    var status = stat()
    guard unsafe fstat(messages, &status) == 0 else { return "" }
    let start = max(0, Int(status.st_size) - bytes.count)
    let count = unsafe bytes.withUnsafeMutableBytes {
      unsafe pread(messages, $0.baseAddress!, $0.count, off_t(start))
    }
    return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
  }
}
