internal import Color
internal import Kernels
internal import PNGCoding
internal import Pixels
internal import SystemPackage

/// Turns rows as they come into bands of a PNG.
///
/// One thread makes a frame from its rows to its last byte, so that threads share nothing but the photo, and the order of frames
/// and the number of threads leave no trace.
struct PNGFrame {
  let size: Size
  let format: PixelFormat
  var compression: PNGCompression
  var instructionSet: InstructionSet

  /// Writes a picture; nothing is visible under its name before it is whole.
  ///
  /// - Parameters:
  ///   - path: The file to write; nil for standard output.
  ///   - describe: Adds metadata to the description of the PNG.
  /// - Returns: The bytes of the file.
  func write(
    _ picture: any LayerPicture, to path: FilePath?, space: RGBSpace, scratch: FrameScratch,
    describe: (inout PNGDescription) -> Void = { _ in }
  ) throws(FrameError) -> Int {
    var description = PNGDescription(size: size, format: format, space: space)
    describe(&description)
    let writer = try FrameError.writing { () throws(PNGError) in
      if let path { return try PNGWriter(path: path, description: description) }
      return try PNGWriter(descriptor: 1, name: "standard output", description: description)
    }
    do throws(FrameError) {
      try encode(picture, scratch) { band throws(PNGError) in try writer.append(band) }
    } catch {
      writer.cancel()
      throw error
    }
    return try FrameError.writing { () throws(PNGError) in try writer.finish() }
  }

  /// Hands over the bands of a picture of this size and format.
  func encode(
    _ picture: any LayerPicture, _ scratch: FrameScratch,
    _ append: (PNGBand) throws(PNGError) -> Void
  ) throws(FrameError) {
    let (encoder, work) = scratch.encoding.encoder(for: self)
    let rowBytes = size.width * format.bytesPerPixel
    var row = 0
    try unsafe picture.draw(scratch) { bytes throws(FrameError) in
      row += bytes.count / rowBytes
      let band = unsafe encoder.encode(rows: bytes, isLast: row == size.height, scratch: work)
      try FrameError.writing { () throws(PNGError) in try append(band) }
    }
  }
}

/// The encoder of a thread's last frame, which usually fits the next one too.
final class EncodingScratch {
  private var kept: (PNGBandEncoder, PNGScratch)?

  fileprivate func encoder(for frame: PNGFrame) -> (PNGBandEncoder, PNGScratch) {
    if let kept, kept.0.size == frame.size, kept.0.format == frame.format,
      kept.0.compression == frame.compression
    {
      return kept
    }
    let encoder = PNGBandEncoder(
      size: frame.size, format: frame.format, compression: frame.compression,
      instructionSet: frame.instructionSet)
    let pair = (encoder, encoder.makeScratch())
    kept = pair
    return pair
  }
}
