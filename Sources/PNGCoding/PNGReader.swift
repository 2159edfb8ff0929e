public import Pixels
package import Platform
public import SystemPackage

/// The pixels of a PNG.
public enum PNGPixels: Sendable {
  /// Samples from 0 to 255.
  case eight(ImageBuffer<UInt8>)
  /// Samples from 0 to 65535.
  case sixteen(ImageBuffer<UInt16>)
}

extension PNGPixels {
  /// The pixels in memory that they were decoded to; nil if it does not hold them.
  ///
  /// - Parameters:
  ///   - part: Those that it alone holds.
  ///   - side: Rows and columns of a square that is one pixel.
  package init?(
    _ info: PNGInfo, part: PicturePart? = nil, reducedBy side: Int = 1, in memory: PixelMemory
  ) {
    func image<Sample>() -> ImageBuffer<Sample>? {
      ImageBuffer(
        size: part?.size ?? BoxReduction.size(of: info.size, side: side),
        channels: info.format.channels, memory: memory)
    }
    let pixels: PNGPixels? =
      switch info.format.sample {
      case .uint8: image().map { .eight($0) }
      case .uint16: image().map { .sixteen($0) }
      case .float32: nil
      }
    guard let pixels else { return nil }
    self = pixels
  }
}

/// Reads PNG files of any kind with libpng.
public enum PNGReader {
  /// Reads everything before the pixels, and no pixel.
  ///
  /// - Throws: `PNGError.io`, or `.malformed` with libpng's text.
  public static func info(path: FilePath) throws(PNGError) -> PNGInfo {
    let decoder = try PNGDecoder(path: path)
    try decoder.readHeader()
    return decoder.info
  }

  /// Reads a whole picture. Palettes and small grey depths become 8 bits, transparent colours
  /// become alpha.
  ///
  /// - Parameters:
  ///   - maximumBytes: Largest number of bytes for its pixels.
  ///   - allocate: Gives their memory.
  /// - Throws: `PNGError.io`, `.malformed` with libpng's text, `.unsupported` if the pixels
  ///   exceed the limit, or `.outOfMemory`.
  public static func read(
    path: FilePath, maximumBytes: Int = 8 << 30,
    allocate: PixelAllocator = PixelMemory.init(attempting:)
  ) throws(PNGError) -> (info: PNGInfo, pixels: PNGPixels) {
    let decoder = try PNGDecoder(path: path)
    try decoder.readHeader()
    let pixels = try decoder.readPixels(maximumBytes: maximumBytes, allocate)
    return (decoder.info, pixels)
  }

  /// Reads a part of a picture that is not interlaced, in the memory that the part takes.
  ///
  /// Rows below the part are not decoded, but what the file holds of them is compared with its checksums, to its end.
  /// From a pipe, and if damage is kept, all rows are decoded.
  ///
  /// - Parameters:
  ///   - part: A part of a picture of this size.
  ///   - keepsDamage: Whether to return pixels as far as they can be decoded, and black or transparent ones in place of the
  ///     others.
  ///   - allocate: Gives the part's memory.
  /// - Returns: Contents, pixels, the number of rows that were decoded, and libpng's complaint about kept damage.
  /// - Throws: `PNGError` as for `read`; `.unsupported` for interlaced pictures, `.malformed` if the picture's size is another.
  package static func read(
    path: FilePath, part: PicturePart, keepsDamage: Bool = false,
    allocate: PixelAllocator = PixelMemory.init(attempting:)
  ) throws(PNGError) -> (info: PNGInfo, pixels: PNGPixels, rows: Int, damage: String?) {
    let decoder = try PNGDecoder(path: path)
    try decoder.readHeader()
    let (pixels, rows) = try decoder.readPart(part, keepsDamage: keepsDamage, allocate)
    return (decoder.info, pixels, rows, decoder.damage)
  }

  /// Reads a picture that is not interlaced, made smaller, in the memory that the smaller picture takes.
  ///
  /// - Parameters:
  ///   - side: Rows and columns of a square that becomes one pixel, the mean of its codes.
  ///   - allocate: Gives the smaller picture's memory.
  /// - Throws: `PNGError` as for `read`; `.unsupported` for interlaced pictures.
  package static func read(
    path: FilePath, reducedBy side: Int, allocate: PixelAllocator
  ) throws(PNGError) -> PNGInfo {
    let decoder = try PNGDecoder(path: path)
    try decoder.readHeader()
    try decoder.readReduced(by: side, allocate)
    return decoder.info
  }

  /// Reads a picture to its end, strictly and a row at a time.
  ///
  /// - Returns: Its contents, with texts behind the pixels, and the sum of its rows in the machine's byte order.
  /// - Throws: `PNGError.io`, `.malformed` with libpng's text for any damage, or `.unsupported` for interlaced pictures and
  ///   rows of more than 64 MiB.
  package static func check(path: FilePath) throws(PNGError) -> (info: PNGInfo, sum: CRC64) {
    let decoder = try PNGDecoder(path: path)
    try decoder.readHeader(isStrict: true)
    let sum = try decoder.sumRows()
    return (decoder.info, sum)
  }

  /// Reads a picture as far as it goes: pixels that cannot be decoded are black, or transparent.
  ///
  /// - Parameters: As for `read`.
  /// - Returns: Its contents, and libpng's complaint about the pixels; nil for a sound file.
  /// - Throws: `PNGError` for what stands before the pixels.
  public static func readDamaged(
    path: FilePath, maximumBytes: Int = 8 << 30,
    allocate: PixelAllocator = PixelMemory.init(attempting:)
  ) throws(PNGError) -> (info: PNGInfo, pixels: PNGPixels, damage: String?) {
    let decoder = try PNGDecoder(path: path)
    try decoder.readHeader()
    let pixels = try decoder.readPixels(
      maximumBytes: maximumBytes, allocate, keepsDamage: true)
    return (decoder.info, pixels, decoder.damage)
  }
}
