internal import Color
internal import PictureFiles
internal import Pixels
internal import Platform
internal import SystemPackage
internal import YCbCr

/// Pipes frames into ffmpeg. The film gets its name when it is whole.
///
/// The codes of the frames are those of the pictures, R′G′B′ of sRGB by the matrix of BT.709 in limited range, so that a player
/// that shows codes as they are, and a program that extracts frames, give the pictures again.
final class FilmWriter {
  private let encoder: PipedProcess
  private let file: OutputFile
  /// The film's name.
  private let path: FilePath
  /// Turns pictures into frames of Y4M.
  let frames: Y4MWriter

  /// - Parameters:
  ///   - depth: Bits of the frames' samples, 8 or 16.
  ///   - rate: Frames a second as a fraction.
  ///   - text: What a later run knows the film by.
  /// - Throws: `FrameError.unsupported` without ffmpeg, or if the film cannot hold such frames.
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
    try write(frames.start)
  }

  /// ffmpeg, if it is on the path.
  static var program: FilePath? { PipedProcess.find("ffmpeg") }

  /// What to do without ffmpeg.
  static func missing(_ film: Film) -> String {
    let arguments = film.arguments(to: film.path, depth: 8, seconds: 0)
      .drop { $0 != "-f" }.joined(separator: " ")
    return
      "\(film.path) needs ffmpeg, which is not on the path; install it, or pipe into one elsewhere: --y4m - | ffmpeg \(arguments)"
  }

  /// Hands on the bytes of a frame.
  func write(_ bytes: [UInt8]) throws(FrameError) {
    do throws(SystemError) { try encoder.write(bytes) } catch {
      guard SystemError.isClosedPipe(error.code) else { throw .write(PictureFileError(error)) }
      throw failure(encoder.end())
    }
  }

  /// Ends the film, which gets its name.
  func finish() throws(FrameError) {
    let ending = encoder.end()
    guard ending == .exit(status: 0) else { throw failure(ending) }
    try FrameError.output { () throws(SystemError) in try file.commit() }
  }

  /// Abandons the film; nothing is left of it.
  func cancel() {
    encoder.end(byForce: true)
    file.discard()
  }

  /// ffmpeg's own words, of which the first explain the rest, about the file as people know it.
  private func failure(_ ending: ChildProcess.Ending) -> FrameError {
    let part = file.temporary?.string ?? path.string
    let words = encoder.complaints.replacing(part, with: path.string)
      .split(separator: "\n").prefix(3)
      .map { $0.trimmingPrefix { $0 == " " } }.joined(separator: "; ")
    return .unsupported("ffmpeg \(words.isEmpty ? ending.text : "says: " + words)")
  }
}
