internal import CPlatform
package import SystemPackage

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// A program that reads what this process writes to it, such as ffmpeg: its standard input is a pipe, its standard output leads
/// nowhere, and what it says on standard error is kept.
///
/// It does not get the terminal's signals, and ends at the latest when it is released.
package final class PipedProcess {
  private let program: FilePath
  private let process: Int32
  private var input: Int32
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

  /// Starts a program. The corresponding C function is `posix_spawn`.
  package init(program: FilePath, arguments: [String]) throws(SystemError) {
    let texts = unsafe ([program.string] + arguments).map { unsafe strdup($0) } + [nil]
    defer { for index in unsafe texts.indices { unsafe free(texts[index]) } }
    var (process, input, messages) = (Int32(0), Int32(0), Int32(0))
    let code = unsafe program.withPlatformString { program in
      unsafe texts.withUnsafeBufferPointer {
        unsafe bromide_start_piped(program, $0.baseAddress!, &process, &input, &messages)
      }
    }
    guard code == 0 else { throw SystemError(operation: "start", path: program, code: code) }
    self.program = program
    self.process = process
    self.input = input
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
    try OutputFile(descriptor: input, name: program).write(bytes)
  }

  /// Closes its standard input, by force ends the process too, and waits for it.
  @discardableResult package func end(byForce: Bool = false) -> ChildProcess.Ending {
    if let ending { return ending }
    if byForce { kill(process, SIGKILL) }
    if input >= 0 { close(input) }
    input = -1
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
