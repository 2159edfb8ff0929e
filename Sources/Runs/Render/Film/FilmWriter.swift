internal import BromideCodecs
internal import BromidePhotos
internal import BromideSystem
internal import BromideTimelines
internal import BromideValues
internal import SystemPackage

/// Pipes frames into ffmpeg. The complete video is renamed to its final name.
///
/// A long video is encoded in parts, which a later run can join, even if this process is killed.
///
/// The codes of the frames are the pictures' R′G′B′ codes in sRGB, converted with the BT.709 matrix
/// to limited range. So you get the same pictures from a player that shows codes without
/// conversion, and from a program that extracts frames.
final class FilmWriter {
  private let film: Film
  private let context: RunContext
  private let program: FilePath
  /// Bits per sample of the video.
  private let depth: Int
  private let rate: FrameRate
  private let text: FrameText
  /// Converts pictures to Y4M frames.
  let frames: Y4MWriter
  /// The parts, or `nil` for a short video.
  private let parts: FilmParts?
  /// The encoder that receives frames.
  private var current: Running?
  /// The encoder of the previous part, which completes it meanwhile.
  private var ending: Running?

  /// An encoder of one part.
  private struct Running {
    let encoder: FilmEncoder
    let part: Int
    /// The number of frames.
    var count = 0
    /// Whether all photos of these frames exist and are intact.
    var isWhole = true
  }

  /// Starts ffmpeg, or opens the parts of a long video.
  ///
  /// - Parameters:
  ///   - depth: Bits per sample of the frames, 8 or 16.
  ///   - rate: Frames per second.
  ///   - frameCount: The number of frames.
  ///   - text: The text that identifies the video for a later run.
  ///   - parts: The parts of the video, at least one.
  ///   - beginsAgain: Whether to delete the parts of earlier runs.
  ///   - context: The time limit of ffmpeg.
  /// - Throws: `FrameError.unsupported` if ffmpeg is missing, the video does not support these
  ///   frames, or another process renders it.
  init(
    _ film: Film, size: Size, depth: Int, rate: FrameRate, frameCount: Int, text: FrameText,
    parts: [FilmPart], beginsAgain: Bool, context: RunContext
  ) throws(FrameError) {
    if let complaint = film.complaint(size: size, depth: depth, rate: rate, context) {
      throw .unsupported(complaint.description)
    }
    guard let program = Self.program else {
      throw .unsupported(film.missingProgram.description)
    }
    let depth = film.codec.depths.last { $0 <= depth } ?? film.codec.depths[0]
    let chroma: YCbCrLayout.Subsampling =
      film.codec.keepsChroma ? .yuv444 : film.codec == .prores ? .yuv422 : .yuv420
    do throws(Y4MError) {
      frames = try Y4MWriter(
        size: size, layout: .planar(chroma, depth: depth), matrix: .bt709,
        rate: (rate.numerator, rate.denominator))
    } catch { throw .unsupported("\(error)") }
    self.context = context
    (self.film, self.program, self.depth, self.rate, self.text) = (film, program, depth, rate, text)
    guard parts.count < 2 else {
      self.parts = try FilmParts(
        of: film.path, parts, encoder: Self.version(program, context), beginsAgain: beginsAgain)
      return
    }
    self.parts = nil
    let seconds = Double(frameCount) / rate.value
    current = try start(to: film.path) {
      film.arguments(to: $0, depth: depth, rate: rate, seconds: seconds, text: text)
    }
  }

  /// The path of ffmpeg, if it is installed.
  static var program: FilePath? { PipedProcess.find("ffmpeg") }

  /// Returns ffmpeg's description of itself and its libraries. Parts from different encoders must
  /// not be joined.
  private static func version(_ program: FilePath, _ context: RunContext) -> String {
    let process = try? PipedProcess(
      program: program, arguments: ["-version"], pipe: .output, timeout: context.timeout)
    let bytes = try? process?.readAll(atMost: 1 << 16)
    return String(decoding: bytes ?? [], as: UTF8.self)
  }

  /// Returns whether a part of an earlier run contains a frame.
  ///
  /// - Parameter place: The index of the frame in the plan.
  func contains(place: Int) -> Bool { parts?.contains(place: place) ?? false }

  /// Writes a frame.
  ///
  /// - Parameters:
  ///   - bytes: The Y4M frame.
  ///   - place: The index of the frame in the plan.
  ///   - isWhole: Whether all its photos exist and are intact.
  func write(_ bytes: [UInt8], place: Int, isWhole: Bool) throws(FrameError) {
    if let parts {
      if let done = ending, done.encoder.hasEnded { try settleEnding() }
      let part = parts.index(of: place)
      if part != current?.part { try begin(part, parts) }
    }
    try current?.encoder.write(bytes)
    current?.count += 1
    if !isWhole { current?.isWhole = false }
  }

  /// Starts a part. The encoder of the previous part completes it meanwhile.
  private func begin(_ part: Int, _ parts: FilmParts) throws(FrameError) {
    try settleEnding()
    current?.encoder.close()
    (ending, current) = (current, nil)
    var silent = film
    silent.sound = nil
    current = try start(to: parts.draft(part), part: part) {
      silent.arguments(to: $0, depth: depth, rate: rate, seconds: 0)
    }
  }

  private func start(
    to path: FilePath, part: Int = 0, arguments: (FilePath) -> [String]
  ) throws(FrameError) -> Running {
    let encoder = try FilmEncoder(
      to: path, for: film.path, program, timeout: context.timeout, arguments: arguments)
    // ffmpeg can end before it reads anything.
    do throws(FrameError) { try encoder.write(frames.start) } catch {
      encoder.cancel()
      throw error
    }
    return Running(encoder: encoder, part: part)
  }

  /// Waits until the previous part is complete.
  private func settleEnding() throws(FrameError) {
    guard let done = ending else { return }
    ending = nil
    try settle(done)
  }

  private func settle(_ done: Running) throws(FrameError) {
    try done.encoder.finish()
    try parts?.add(done.part, frames: done.count, isWhole: done.isWhole)
  }

  /// Ends the video and renames it to its final name.
  func finish() throws(FrameError) {
    try settleEnding()
    if let last = current {
      current = nil
      try settle(last)
    }
    guard let parts else { return FilmParts.remove(of: film.path) }
    let list = try parts.writeList(rate)
    let seconds = Double(parts.frameCount) / rate.value
    let joining = try FilmEncoder(
      to: film.path, for: film.path, program, reading: parts.byteCount,
      timeout: context.timeout
    ) { film.joining(list, to: $0, rate: rate, seconds: seconds, text: text) }
    do throws(FrameError) {
      try joining.finish { path throws(FrameError) in
        guard let found = FilmProbe.frames(of: path, self.context), found != parts.frameCount else {
          return
        }
        parts.remove()
        throw .unsupported(
          "\(film.path) has \(found) frames instead of \(parts.frameCount), because its parts were damaged; Bromide deleted them, so run the same command again"
        )
      }
    } catch {
      joining.cancel()
      throw error
    }
    parts.remove()
  }

  /// Stops ffmpeg and deletes incomplete files. Complete parts stay for a later run.
  func cancel() {
    try? settleEnding()
    guard let last = current else { return }
    current = nil
    if let parts, last.count == parts.frameCount(last.part), (try? settle(last)) != nil { return }
    last.encoder.cancel()
  }
}
