internal import BromideCodecs
internal import BromideKernels
internal import BromideSystem
internal import BromideValues
internal import SystemPackage

/// Converts rows to bands of a picture.
///
/// One thread creates a frame from its rows to its last byte. So threads share only the photo, and
/// the result does not depend on the order of frames or the number of threads.
struct PictureFrame {
  let size: Size
  let format: PixelFormat
  var encoding: PictureEncoding
  var instructionSet: InstructionSet
  /// The frame's number in the run, for traces.
  var number = 0

  /// Writes a picture. Readers never see an incomplete file.
  ///
  /// - Parameters:
  ///   - path: The file to write, or `nil` for standard output.
  ///   - describe: Adds metadata to the description of the picture.
  /// - Returns: The size of the file in bytes.
  func write(
    _ picture: any LayerPicture, to path: FilePath?, space: RGBSpace, scratch: FrameScratch,
    describe: (inout PictureDescription) -> Void = { _ in }
  ) throws(FrameError) -> Int {
    var description = PictureDescription(size: size, format: format, space: space)
    describe(&description)
    let writer = try FrameError.writing { () throws(PictureFileError) in
      if let path {
        return try PictureWriter(path: path, description: description, encoding: encoding)
      }
      return try PictureWriter(
        descriptor: 1, name: "standard output", description: description, encoding: encoding)
    }
    do throws(FrameError) {
      try encode(picture, scratch) { band throws(PictureFileError) in try writer.append(band) }
      if encoding.format.encodesAtOnce { try FrameError.checkSignal() }
    } catch {
      writer.cancel()
      throw error
    }
    let finishing = Stopwatch()
    defer { Trace.note("write", subject, finishing) }
    return try FrameError.writing { () throws(PictureFileError) in try writer.finish() }
  }

  /// The frame's name in a trace.
  var subject: String { "frame \(number)" }

  /// Passes the bands of a picture with this size and format.
  func encode(
    _ picture: any LayerPicture, _ scratch: FrameScratch,
    _ append: (PictureBand) throws(PictureFileError) -> Void
  ) throws(FrameError) {
    let (encoder, work) = scratch.encoding.encoder(for: self)
    let rowBytes = size.width * format.bytesPerPixel
    var row = 0
    var aligned = AlignedRows(rowBytes: rowBytes, alignment: encoding.format.bandAlignment)
    var drawing = Stopwatch()
    try unsafe picture.draw(scratch) { bytes throws(FrameError) in
      Trace.note("draw", subject, drawing)
      row += bytes.count / rowBytes
      try unsafe aligned.add(bytes, isLast: row == size.height) { bytes throws(FrameError) in
        let encoding = Stopwatch()
        let band = unsafe encoder.encode(rows: bytes, isLast: row == size.height, scratch: work)
        Trace.note("encode", subject, encoding)
        let writing = Stopwatch()
        try FrameError.writing { () throws(PictureFileError) in try append(band) }
        Trace.note("write", subject, writing)
      }
      drawing = Stopwatch()
    }
  }
}

/// Splits rows into bands with the format's alignment.
///
/// Rows after the end of a band wait for the next rows. If no rows wait, the data is not copied.
private struct AlignedRows {
  let rowBytes: Int
  let alignment: Int
  private var waiting: [UInt8] = []

  init(rowBytes: Int, alignment: Int) {
    self.rowBytes = rowBytes
    self.alignment = alignment
  }

  mutating func add(
    _ bytes: UnsafeRawBufferPointer, isLast: Bool, _ take: RowReceiver
  ) throws(FrameError) {
    let unit = alignment * rowBytes
    if waiting.isEmpty {
      let count = isLast ? bytes.count : bytes.count / unit * unit
      if count > 0 { try unsafe take(UnsafeRawBufferPointer(rebasing: bytes[..<count])) }
      unsafe waiting.append(contentsOf: bytes[count...])
      return
    }
    unsafe waiting.append(contentsOf: bytes)
    let count = isLast ? waiting.count : waiting.count / unit * unit
    guard count > 0 else { return }
    let joined = waiting
    var failure: FrameError?
    unsafe joined.withUnsafeBytes { joined in
      do throws(FrameError) {
        try unsafe take(UnsafeRawBufferPointer(rebasing: joined[..<count]))
      } catch { failure = error }
    }
    if let failure { throw failure }
    waiting.removeFirst(count)
  }
}

/// The encoder of a thread's last frame, which usually fits the next one.
final class EncodingScratch {
  private var kept: (PictureFrame, PictureEncoder, PictureScratch)?

  fileprivate func encoder(for frame: PictureFrame) -> (PictureEncoder, PictureScratch) {
    if let kept, kept.0.size == frame.size, kept.0.format == frame.format,
      kept.0.encoding == frame.encoding
    {
      return (kept.1, kept.2)
    }
    let encoder = PictureEncoder(
      size: frame.size, format: frame.format, encoding: frame.encoding,
      instructionSet: frame.instructionSet)
    let scratch = encoder.makeScratch()
    kept = (frame, encoder, scratch)
    return (encoder, scratch)
  }
}
