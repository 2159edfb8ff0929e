internal import BromideCodecs
internal import BromideSystem
internal import SystemPackage

/// A running ffmpeg that writes one file: a video, a part of it, or a video from its parts. The
/// complete file is renamed to its final name.
final class FilmEncoder {
  private let encoder: PipedProcess
  private let file: OutputFile
  /// The path of the video, for messages.
  private let film: FilePath

  /// Starts ffmpeg.
  ///
  /// - Parameters:
  ///   - path: The final path of the file.
  ///   - film: The path of the video, for messages.
  ///   - bytes: The size of other files that ffmpeg reads.
  ///   - timeout: The maximum seconds without progress, or `nil` for the usual time.
  ///   - arguments: Returns ffmpeg's arguments for writing to a path.
  /// - Throws: `FrameError.write` if the file or the process cannot be created.
  init(
    to path: FilePath, for film: FilePath, _ program: FilePath, reading bytes: Int = 0,
    timeout: Double?,
    arguments: (FilePath) -> [String]
  ) throws(FrameError) {
    self.film = film
    // Rename the file in `finish`, because parts are renamed again and then joined.
    file = try FrameError.output { () throws(SystemError) in
      try OutputFile(path, durability: OutputPolicy.durability)
    }
    let arguments = arguments(file.temporary ?? path)
    encoder = try FrameError.output { () throws(SystemError) in
      try PipedProcess(program: program, arguments: arguments, bytes: bytes, timeout: timeout)
    }
  }

  /// Writes bytes to ffmpeg's standard input.
  func write(_ bytes: [UInt8]) throws(FrameError) {
    do throws(SystemError) { try encoder.write(bytes) } catch {
      guard SystemError.isClosedPipe(error.code) else { throw .write(PictureFileError(error)) }
      throw failure(encoder.end())
    }
  }

  /// Ends the input. ffmpeg completes the file meanwhile.
  func close() { encoder.closePipe() }

  /// Whether ffmpeg has ended.
  var hasEnded: Bool { encoder.hasEnded }

  /// Waits for ffmpeg, and renames the file to its final name.
  ///
  /// - Parameter check: Checks the complete file, and throws to reject it.
  func finish(
    checking check: (FilePath) throws(FrameError) -> Void = { _ in }
  ) throws(FrameError) {
    let ending = encoder.end()
    guard ending == .exit(status: 0) else { throw failure(ending) }
    if let path = file.temporary { try check(path) }
    try FrameError.output { () throws(SystemError) in try file.commit() }
  }

  /// Stops ffmpeg and deletes the file.
  func cancel() {
    encoder.end(byForce: true)
    file.discard()
  }

  /// Returns an error with ffmpeg's first messages, which explain the others. They use the video's
  /// final path. SVT-AV1 starts with its version, also before an error.
  private func failure(_ ending: ChildProcess.Ending) -> FrameError {
    let part = file.temporary?.string ?? film.string
    let words = encoder.complaints.replacing("file:" + part, with: film.string)
      .replacing(part, with: film.string)
      .split(separator: "\n").filter { !$0.hasPrefix("Svt[info]") }.prefix(3)
      .map { $0.trimmingPrefix { $0 == " " } }.joined(separator: "; ")
    return .unsupported("ffmpeg \(words.isEmpty ? ending.text : "says: " + words)")
  }
}
