internal import BromideCodecs
internal import BromideSystem
internal import BromideValues
internal import SystemPackage

/// Pipes frames into ffmpeg. The complete video is renamed to its final name.
///
/// The codes of the frames are the pictures' R′G′B′ codes in sRGB, converted with the BT.709 matrix
/// to limited range. So you get the same pictures from a player that shows codes without
/// conversion, and from a program that extracts frames.
final class FilmWriter {
  private let encoder: PipedProcess
  private let file: OutputFile
  /// The video's final path.
  private let path: FilePath
  /// Converts pictures to Y4M frames.
  let frames: Y4MWriter

  /// Starts ffmpeg.
  ///
  /// - Parameters:
  ///   - depth: Bits per sample of the frames, 8 or 16.
  ///   - rate: Frames per second as a fraction.
  ///   - text: The text that identifies the video for a later run.
  /// - Throws: `FrameError.unsupported` if ffmpeg is missing or the video does not support these
  ///   frames.
  init(
    _ film: Film, size: Size, depth: Int, rate: (Int, Int), frameCount: Int, text: FrameText
  ) throws(FrameError) {
    if let complaint = film.complaint(size: size, depth: depth) { throw .unsupported(complaint) }
    guard let program = Self.program else { throw .unsupported(Self.missing(film)) }
    let depth = film.codec.depths.last { $0 <= depth } ?? film.codec.depths[0]
    let chroma: YCbCrLayout.Subsampling =
      film.codec.keepsChroma ? .yuv444 : film.codec == .prores ? .yuv422 : .yuv420
    do throws(Y4MError) {
      frames = try Y4MWriter(
        size: size, layout: .planar(chroma, depth: depth), matrix: .bt709, rate: rate)
    } catch { throw .unsupported("\(error)") }
    let path = film.path
    self.path = path
    file = try FrameError.output { () throws(SystemError) in try OutputFile(path) }
    let seconds = Double(frameCount * rate.1) / Double(rate.0)
    let arguments = film.arguments(
      to: file.temporary ?? film.path, depth: depth, seconds: seconds, text: text)
    encoder = try FrameError.output { () throws(SystemError) in
      try PipedProcess(program: program, arguments: arguments)
    }
    // ffmpeg can end before it reads anything.
    do throws(FrameError) { try write(frames.start) } catch {
      file.discard()
      throw error
    }
  }

  /// The path of ffmpeg, if it is installed.
  static var program: FilePath? { PipedProcess.find("ffmpeg") }

  /// Returns the error for a missing ffmpeg, with a fix.
  static func missing(_ film: Film) -> String {
    let arguments = film.arguments(to: film.path, depth: 8, seconds: 0)
      .drop { $0 != "-f" }.joined(separator: " ")
    return
      "\(film.path) needs ffmpeg, which is not on the path; install it, or pipe into one elsewhere: --y4m - | ffmpeg \(arguments)"
  }

  /// Writes the bytes of a frame.
  func write(_ bytes: [UInt8]) throws(FrameError) {
    do throws(SystemError) { try encoder.write(bytes) } catch {
      guard SystemError.isClosedPipe(error.code) else { throw .write(PictureFileError(error)) }
      throw failure(encoder.end())
    }
  }

  /// Ends the video and renames it to its final name.
  func finish() throws(FrameError) {
    let ending = encoder.end()
    guard ending == .exit(status: 0) else { throw failure(ending) }
    try FrameError.output { () throws(SystemError) in try file.commit() }
  }

  /// Stops ffmpeg and deletes the file.
  func cancel() {
    encoder.end(byForce: true)
    file.discard()
  }

  /// Returns an error with ffmpeg's first messages, which explain the others. They use the video's
  /// final path.
  private func failure(_ ending: ChildProcess.Ending) -> FrameError {
    let part = file.temporary?.string ?? path.string
    let words = encoder.complaints.replacing(part, with: path.string)
      .split(separator: "\n").prefix(3)
      .map { $0.trimmingPrefix { $0 == " " } }.joined(separator: "; ")
    return .unsupported("ffmpeg \(words.isEmpty ? ending.text : "says: " + words)")
  }
}
