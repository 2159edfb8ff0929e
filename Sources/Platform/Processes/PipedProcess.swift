internal import CPlatform
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
/// It does not get the terminal's signals, and ends at the latest when it is released.
package final class PipedProcess {
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
  /// - Parameter arguments: Reversible text (`ByteText`), without the program's name.
  package init(
    program: FilePath, arguments: [String], pipe direction: Direction = .input
  ) throws(SystemError) {
    let texts =
      unsafe ([program.bytes] + arguments.map { ByteText.bytes(of: $0) }).map { bytes in
        unsafe strdup((bytes + [0]).map { CChar(bitPattern: $0) })
      } + [nil]
    defer { for index in unsafe texts.indices { unsafe free(texts[index]) } }
    var (process, pipe, messages) = (Int32(0), Int32(0), Int32(0))
    let start = unsafe direction == .input ? bromide_start_piped : bromide_start_reading
    let code = unsafe program.withPlatformString { program in
      unsafe texts.withUnsafeBufferPointer {
        unsafe start(program, $0.baseAddress!, &process, &pipe, &messages)
      }
    }
    guard code == 0 else { throw SystemError(operation: "start", path: program, code: code) }
    self.program = program
    self.process = process
    self.pipe = pipe
    self.messages = messages
  }

  deinit {
    _ = end(byForce: true)
    close(messages)
  }

  /// Writes all bytes to its standard input.
  ///
  /// - Throws: `EPIPE` if it does not read any more.
  package func write(_ bytes: [UInt8]) throws(SystemError) {
    try OutputFile(descriptor: pipe, name: program).write(bytes)
  }

  /// Reads up to `count` bytes of its standard output; fewer only at its end.
  package func read(_ count: Int) throws(SystemError) -> [UInt8] {
    try Transfer.read(count, from: pipe, name: program)
  }

  /// Reads what fits into memory of its standard output; less only at its end.
  ///
  /// - Returns: The number of bytes.
  @unsafe package func read(into memory: UnsafeMutableRawBufferPointer) throws(SystemError) -> Int {
    guard let start = memory.baseAddress else { return 0 }
    return try Transfer.move(memory.count, "read", program) { done in
      unsafe SystemCall.read(pipe, start + done, memory.count - done)
    }
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

  /// Closes the pipe, by force ends the process too, and waits for it.
  @discardableResult package func end(byForce: Bool = false) -> ChildProcess.Ending {
    if let ending { return ending }
    if byForce { kill(process, SIGKILL) }
    if pipe >= 0 { close(pipe) }
    pipe = -1
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
