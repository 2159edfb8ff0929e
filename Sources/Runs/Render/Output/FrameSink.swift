internal import BromideCodecs
internal import BromideDevelop
internal import BromideKernels
internal import BromideSampling
internal import BromideSystem
internal import BromideTimelines
internal import BromideValues
public import SystemPackage

/// The destination of a run's frames.
public enum FrameDestination: Sendable, Hashable {
  /// Numbered pictures in a folder, which is created if missing.
  case folder(FilePath)
  /// A file for one frame.
  case file(FilePath)
  /// Standard output for one frame.
  case standardOutput
  /// An animated PNG.
  case animation(FilePath)
  /// A Y4M stream, 4:2:0, BT.709, limited range. The destination is a path, or `-`.
  case y4m(FilePath)
  /// Raw RGB frames with 8 or 16 bits in the machine's byte order. The destination is a path, or
  /// `-`.
  case raw(FilePath)
  /// A video that ffmpeg encodes.
  case film(Film)

  /// Whether frames must be written in order.
  public var isStream: Bool {
    switch self {
    case .folder, .file, .standardOutput: false
    case .animation, .y4m, .raw, .film: true
    }
  }

  /// Whether the frames are written to standard output.
  public var isStandardOutput: Bool {
    switch self {
    case .standardOutput, .y4m("-"), .raw("-"): true
    default: false
    }
  }
}

/// A stream of frames. It converts a frame to a piece, and writes pieces in order.
enum FrameSink {
  /// The description is for an animation with missing parts.
  case animation(AnimatedPNGWriter, draft: PNGDescription)
  case y4m(OutputFile, Y4MWriter)
  case raw(OutputFile)
  case film(FilmWriter)

  /// A frame that a thread has prepared.
  enum Piece: Sendable {
    case bands([PNGBand])
    case bytes([UInt8])
  }

  /// Opens the stream.
  ///
  /// - Parameters:
  ///   - text: The text that identifies an animation or a video later.
  ///   - parts: The parts of a video.
  ///   - beginsAgain: Whether to delete parts of earlier runs.
  /// - Returns: `nil` for destinations that are not streams.
  init?(
    _ destination: FrameDestination, form: FrameForm, format: PixelFormat, rate: FrameRate,
    frameCount: Int, text: FrameText, parts: [FilmPart], beginsAgain: Bool
  ) throws(FrameError) {
    let fraction = (rate.numerator, rate.denominator)
    switch destination {
    case .folder, .file, .standardOutput: return nil
    case .animation(let path):
      var description = PictureDescription(
        size: form.size, format: format, space: form.settings.photo.recipe.space)
      description.texts = [
        PictureText(keyword: PictureText.software, text: BromideVersion.software)
      ]
      description.fingerprint = text.text
      let whole = PNGDescription(description)
      var draft = text
      draft.isWhole = false
      description.fingerprint = draft.text
      self = .animation(
        try FrameError.writing { () throws(PictureFileError) in
          try AnimatedPNGWriter(
            path: path, description: whole, frameCount: frameCount, rate: fraction)
        }, draft: PNGDescription(description))
    case .y4m(let path):
      let writer: Y4MWriter
      do throws(Y4MError) {
        writer = try Y4MWriter(
          size: form.size,
          layout: .planar(.yuv420, depth: format.sample == .uint8 ? 8 : 10), rate: fraction)
      } catch {
        throw .unsupported("\(error)")
      }
      let file = try Self.file(path)
      try FrameError.output { () throws(SystemError) in try file.write(writer.start) }
      self = .y4m(file, writer)
    case .raw(let path): self = .raw(try Self.file(path))
    case .film(let film):
      self = .film(
        try FilmWriter(
          film, size: form.size, depth: format.sample == .uint8 ? 8 : 16, rate: rate,
          frameCount: frameCount, text: text, parts: parts, beginsAgain: beginsAgain,
          context: form.settings.context))
    }
  }

  private static func file(_ path: FilePath) throws(FrameError) -> OutputFile {
    if path == "-" { return OutputFile(descriptor: 1, name: "standard output") }
    // Write directly to a device or named pipe. A file gets its final name when it is complete.
    if let kind = (try? FileSystem.status(path))?.kind, kind != .file {
      return try FrameError.output { () throws(SystemError) in try OutputFile(opening: path) }
    }
    return try FrameError.output { () throws(SystemError) in try OutputFile(path) }
  }

  /// Draws a frame into a piece. Several threads can call this in parallel.
  func piece(
    _ picture: any LayerPicture, _ frame: PictureFrame, _ scratch: FrameScratch
  ) throws(FrameError) -> Piece {
    switch self {
    case .animation:
      var bands: [PNGBand] = []
      try frame.encode(picture, scratch) { band in
        guard let band = band.png else { preconditionFailure("an animation is a PNG") }
        bands.append(band)
      }
      return .bands(bands)
    case .raw:
      let drawing = Stopwatch()
      defer { Trace.note("draw", frame.subject, drawing) }
      var bytes: [UInt8] = []
      bytes.reserveCapacity(frame.size.area * frame.format.bytesPerPixel)
      try unsafe picture.draw(scratch) { unsafe bytes.append(contentsOf: $0) }
      return .bytes(bytes)
    case .y4m(_, let writer): return .bytes(try video(picture, frame, scratch, writer))
    case .film(let film): return .bytes(try video(picture, frame, scratch, film.frames))
    }
  }

  private func video(
    _ picture: any LayerPicture, _ frame: PictureFrame, _ scratch: FrameScratch, _ writer: Y4MWriter
  ) throws(FrameError) -> [UInt8] {
    switch frame.format.sample {
    case .uint8:
      try draw(picture, frame, scratch, in: &scratch.video.bytes)
      return video(scratch.video.bytes, frame, writer)
    case .uint16:
      try draw(picture, frame, scratch, in: &scratch.video.words)
      return video(scratch.video.words, frame, writer)
    case .float32: preconditionFailure("frames of video are codes")
    }
  }

  private func video<Sample: FixedWidthInteger & UnsignedInteger & BitwiseCopyable & Sendable>(
    _ image: ImageBuffer<Sample>, _ frame: PictureFrame, _ writer: Y4MWriter
  ) -> [UInt8] {
    let encoding = Stopwatch()
    defer { Trace.note("encode", frame.subject, encoding) }
    return writer.frame(image)
  }

  /// Draws a frame into an image, which is reused for frames of the same size.
  private func draw<Sample: FixedWidthInteger & UnsignedInteger & BitwiseCopyable & Sendable>(
    _ picture: any LayerPicture, _ frame: PictureFrame, _ scratch: FrameScratch,
    in image: inout ImageBuffer<Sample>
  ) throws(FrameError) {
    let drawing = Stopwatch()
    defer { Trace.note("draw", frame.subject, drawing) }
    if image.size != picture.size || image.channels != picture.format.channels {
      image = ImageBuffer(size: picture.size, channels: picture.format.channels)
    }
    var done = 0
    try unsafe picture.draw(scratch) { bytes throws(FrameError) in
      unsafe image.withUnsafeMutableSamples { samples in
        unsafe (UnsafeMutableRawPointer(samples.baseAddress!) + done).copyMemory(
          from: bytes.baseAddress!, byteCount: bytes.count)
      }
      done += bytes.count
    }
  }

  /// Returns whether an earlier run has written a frame.
  ///
  /// - Parameter place: The index of the frame in the plan.
  func contains(place: Int) -> Bool {
    if case .film(let film) = self { return film.contains(place: place) }
    return false
  }

  /// Writes a frame. Call this from one thread only.
  ///
  /// - Parameters:
  ///   - place: The index of the frame in the plan.
  ///   - isWhole: Whether all its photos exist and are intact.
  func write(_ piece: Piece, place: Int, isWhole: Bool) throws(FrameError) {
    switch (self, piece) {
    case (.animation(let writer, _), .bands(let bands)):
      try FrameError.writing { () throws(PictureFileError) in try writer.append(bands) }
    case (.y4m(let file, _), .bytes(let bytes)), (.raw(let file), .bytes(let bytes)):
      try FrameError.output { () throws(SystemError) in try file.write(bytes) }
    case (.film(let film), .bytes(let bytes)):
      try film.write(bytes, place: place, isWhole: isWhole)
    default: preconditionFailure("a piece of this sink's own")
    }
  }

  /// Completes the stream after the last frame. If this fails, it deletes the stream's file.
  ///
  /// - Parameter isWhole: Whether all photos of the frames exist and are intact.
  func finish(isWhole: Bool) throws(FrameError) {
    do throws(FrameError) { try complete(isWhole: isWhole) } catch {
      cancel()
      throw error
    }
  }

  private func complete(isWhole: Bool) throws(FrameError) {
    switch self {
    case .animation(let writer, let draft):
      _ = try FrameError.writing { () throws(PictureFileError) in
        try writer.finish(saying: isWhole ? nil : draft)
      }
    case .y4m(let file, _), .raw(let file):
      try FrameError.output { () throws(SystemError) in try file.commit() }
    case .film(let film): try film.finish()
    }
  }

  /// Cancels the stream and deletes its file.
  func cancel() {
    switch self {
    case .animation(let writer, _): writer.cancel()
    case .y4m(let file, _), .raw(let file): file.discard()
    case .film(let film): film.cancel()
    }
  }

  /// Whether the stream is known to contain no frames yet.
  var isEmpty: Bool {
    if case .animation(let writer, _) = self { return writer.frameCount == 0 }
    return false
  }
}

/// The images for drawing video frames on one thread.
final class VideoScratch {
  var bytes = ImageBuffer<UInt8>(size: Size(width: 0, height: 0), channels: 3)
  var words = ImageBuffer<UInt16>(size: Size(width: 0, height: 0), channels: 3)
}
