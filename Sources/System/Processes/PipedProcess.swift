internal import BromideLibc
internal import CBromideSystem
package import SystemPackage

/// Another program, for example ffmpeg, with standard input or output connected to a pipe.
///
/// The other stream is empty, and standard error is recorded. The program does not get the
/// terminal's signals. It ends when this object is released or when this process ends, even if this
/// process is killed (Linux). If it makes no progress for a while, Bromide ends it.
package final class PipedProcess {
  /// The maximum seconds without progress. The program gets 10 times as long to end.
  private let patience: Double
  /// The maximum seconds from the start of the program to its end, or `nil` without a limit.
  private let limit: Double?
  private let watch = Stopwatch()
  private let program: FilePath
  private let process: Int32
  /// This process's end of the pipe, or -1 after it is closed.
  private var pipe: Int32
  private let messages: Int32
  private var ending: ChildProcess.Ending?

  /// Returns the path of a program in the folders of PATH, or `nil` if it is missing.
  package static func find(_ name: String) -> FilePath? {
    let folders = Console.environment("PATH").map { $0.split(separator: ":") } ?? []
    return folders.lazy.map { FilePath(String($0)).appending(name) }.first { path in
      let isExecutable = unsafe path.withPlatformString { unsafe access($0, X_OK) } == 0
      return isExecutable && (try? FileSystem.status(path))?.kind == .file
    }
  }

  /// The program's stream that is connected to the pipe.
  package enum Direction: Sendable {
    case input, output
  }

  /// Starts a program. The corresponding C function is `posix_spawn`.
  ///
  /// - Parameters:
  ///   - arguments: Reversible text (`ByteText`), without the program's name.
  ///   - file: A file that the program might read completely before its first output.
  ///   - bytes: Bytes of other files that the program reads.
  ///   - timeout: The maximum seconds without progress. If `nil`, the limit is 60, plus one for each
  ///     megabyte that the program reads.
  ///   - limit: The maximum seconds of its work, with or without progress, or `nil` for any.
  package init(
    program: FilePath, arguments: [String], pipe direction: Direction = .input,
    reading file: FilePath? = nil, bytes: Int = 0, timeout: Double?, limit: Double? = nil
  ) throws(SystemError) {
    let started = LastingThread.shared.perform {
      Self.start(program, arguments, direction)
    }
    guard started.code == 0 else {
      throw SystemError(operation: "start", path: program, code: started.code)
    }
    self.program = program
    self.limit = limit
    process = started.process
    pipe = started.pipe
    messages = started.messages
    let size = file.flatMap { try? FileSystem.status($0).size } ?? 0
    patience = timeout ?? 60 + Double(size + bytes) / 1e6
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
  /// - Throws: `EPIPE` if the program has closed it, `ETIME` if the program did not read in time.
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

  /// Waits until the pipe is ready. After the time limit, ends the program and throws.
  ///
  /// - Parameter poll: Waits that many milliseconds and returns 0 if the pipe is not ready.
  private func wait(_ operation: String, _ poll: (Int32) -> Int32) throws(SystemError) {
    var left = min(patience, secondsLeft)
    while left > 0 {
      let step = min(left, 1000)
      if poll(Int32((step * 1000).rounded(.up))) != 0 { return }
      left -= step
    }
    end(byForce: true)
    throw SystemError(operation: operation, path: program, code: ETIME)
  }

  /// The rest of the limit in seconds.
  private var secondsLeft: Double { limit.map { max(0, $0 - watch.seconds) } ?? .infinity }

  /// Reads up to `count` bytes of its standard output. There are fewer only at the end.
  ///
  /// - Throws: `ETIME` if the program did not write in time.
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

  /// Fills memory from its standard output. There are fewer bytes only at the end.
  ///
  /// - Returns: The number of bytes.
  /// - Throws: `ETIME` if the program did not write in time.
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

  /// Returns the rest of its standard output, up to a limit.
  package func readAll(atMost limit: Int) throws(SystemError) -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count <= limit {
      let part = try read(min(1 << 20, limit + 1 - bytes.count))
      bytes += part
      if part.isEmpty { break }
    }
    return bytes
  }

  /// Closes the pipe, so that the program completes its work. Call `end` later.
  package func closePipe() {
    if pipe >= 0 { close(pipe) }
    pipe = -1
  }

  /// Whether the program has ended.
  package var hasEnded: Bool { ending != nil || bromide_wait_for(process, 0) != 0 }

  /// Closes the pipe and waits for the end of the program. With `byForce`, or after the time limit,
  /// kills the program.
  @discardableResult package func end(byForce: Bool = false) -> ChildProcess.Ending {
    if let ending { return ending }
    if byForce { killAll() }
    closePipe()
    let milliseconds = Int32(min(10 * patience, secondsLeft, 1e6) * 1000)
    if !byForce, bromide_wait_for(process, milliseconds) == 0 { killAll() }
    var (signal, status) = (Int32(0), Int32(0))
    let isKnown = unsafe bromide_wait(process, &signal, &status) == 0
    let ending: ChildProcess.Ending =
      isKnown && signal != 0 ? .signal(signal) : .exit(status: status)
    self.ending = ending
    return ending
  }

  /// Kills the program and the programs that it started.
  private func killAll() {
    // Its session has its number. No other session can have it before the program is waited for.
    kill(-process, SIGKILL)
    kill(process, SIGKILL)
  }

  /// The program's messages on standard error, at most the last 64 KB.
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
