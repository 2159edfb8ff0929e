public import Develop
public import Kernels
public import PNGCoding
internal import Pixels

/// Renders frames of one photo: a recipe in, a finished PNG out.
///
/// One thread renders one frame from its rows to its last byte, so that threads share nothing but the photo, and
/// the order of frames and the number of threads leave no trace.
public struct FrameRenderer: Sendable {
  private let photo: DemosaicedPhoto
  private let compression: PNGCompression
  private let instructionSet: InstructionSet

  /// - Parameter photo: Demosaiced for every recipe that will be rendered, and filled.
  public init(
    _ photo: DemosaicedPhoto, compression: PNGCompression = .balanced,
    instructionSet: InstructionSet = .best
  ) {
    self.photo = photo
    self.compression = compression
    self.instructionSet = instructionSet
  }

  /// Writes one frame; nothing is visible under its name before it is whole.
  ///
  /// - Parameters:
  ///   - recipe: One of those the photo was demosaiced for.
  ///   - describe: What the PNG says besides its pixels.
  /// - Returns: The bytes of the file.
  /// - Throws: `FrameError`.
  @discardableResult
  public func render(
    _ recipe: DevelopRecipe, to path: String, scratch: FrameRendererScratch,
    describe: (inout PNGDescription) -> Void = { _ in }
  ) throws(FrameError) -> Int {
    let developer: Developer
    do {
      developer = try Developer(photo, recipe: recipe, instructionSet: instructionSet)
    } catch {
      throw .develop(error)
    }
    var description = PNGDescription(
      size: developer.outputSize, format: developer.format, space: recipe.space)
    describe(&description)
    do throws(PNGError) {
      let writer = try PNGWriter(path: path, description: description)
      do throws(PNGError) {
        try encode(developer, scratch) { band throws(PNGError) in try writer.append(band) }
        return try writer.finish()
      } catch {
        writer.cancel()
        throw error
      }
    } catch {
      throw .write(error)
    }
  }

  /// Makes a frame's bands in order.
  private func encode(
    _ developer: Developer, _ scratch: FrameRendererScratch,
    _ append: (PNGBand) throws(PNGError) -> Void
  ) throws(PNGError) {
    let work = developer.makeScratch()
    let (encoder, encoding) = scratch.encoder(
      for: developer, compression: compression, instructionSet: instructionSet)
    let rowBytes = developer.outputSize.width * developer.format.bytesPerPixel
    let rows = scratch.rows(byteCount: developer.bandHeight * rowBytes)
    for band in 0..<developer.bandCount {
      let count = developer.rows(ofBand: band).count * rowBytes
      let bytes = unsafe UnsafeMutableRawBufferPointer(rebasing: rows.bytes[..<count])
      unsafe developer.develop(band: band, scratch: work, into: bytes)
      try append(
        unsafe encoder.encode(
          rows: UnsafeRawBufferPointer(bytes), isLast: band == developer.bandCount - 1,
          scratch: encoding))
    }
  }
}

/// What one thread keeps between frames.
public final class FrameRendererScratch {
  private var encoder: (PNGBandEncoder, PNGScratch)?
  private var memory = PixelMemory(byteCount: 0)

  /// Nothing kept yet.
  public init() {}

  /// The encoder of the last frame where it fits this one too.
  fileprivate func encoder(
    for developer: Developer, compression: PNGCompression, instructionSet: InstructionSet
  ) -> (PNGBandEncoder, PNGScratch) {
    if let encoder, encoder.0.size == developer.outputSize, encoder.0.format == developer.format,
      encoder.0.compression == compression
    {
      return encoder
    }
    let made = PNGBandEncoder(
      size: developer.outputSize, format: developer.format, compression: compression,
      instructionSet: instructionSet)
    let pair = (made, made.makeScratch())
    encoder = pair
    return pair
  }

  fileprivate func rows(byteCount: Int) -> PixelMemory {
    if unsafe memory.bytes.count < byteCount { memory = PixelMemory(byteCount: byteCount) }
    return memory
  }
}
