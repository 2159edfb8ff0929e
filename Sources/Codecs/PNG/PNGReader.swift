package import BromideSystem
public import BromideValues
public import SystemPackage

/// The pixels of a PNG.
public enum PNGPixels: Sendable {
  /// Samples from 0 to 255.
  case eight(ImageBuffer<UInt8>)
  /// Samples from 0 to 65535.
  case sixteen(ImageBuffer<UInt16>)
}

extension PNGPixels {
  /// Creates pixels from the memory that they were decoded to, or returns `nil` if it is too small.
  ///
  /// - Parameters:
  ///   - part: The part of the picture in this memory.
  ///   - side: The rows and columns of a square that became one pixel.
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

/// Reads all kinds of PNG files with libpng.
public enum PNGReader {
  /// Reads everything before the pixels.
  ///
  /// - Throws: `PNGError.io`, or `.malformed` with libpng's message.
  public static func info(path: FilePath) throws(PNGError) -> PNGInfo {
    let decoder = try PNGDecoder(path: path)
    try decoder.readHeader()
    return decoder.info
  }

  /// Reads a complete picture. Palettes and small grey depths become 8 bits, transparent colours
  /// become alpha.
  ///
  /// - Parameters:
  ///   - maximumBytes: The maximum number of bytes for its pixels.
  ///   - allocate: Allocates the pixels' memory.
  /// - Throws: `PNGError.io`, `.malformed` with libpng's message, `.unsupported` if the pixels
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

  /// Reads a part of a picture that is not interlaced, with memory only for the part.
  ///
  /// Rows below the part are not decoded, but the checksums of the rest of the file are verified.
  /// From a pipe, or with `keepsDamage`, all rows are decoded.
  ///
  /// - Parameters:
  ///   - part: A part of a picture of this size.
  ///   - keepsDamage: Whether to keep the pixels that can be decoded. The other pixels become black
  ///     or transparent.
  ///   - allocate: Allocates the part's memory.
  /// - Returns: The contents, the pixels, the number of decoded rows, and libpng's message about
  ///   damage that was kept.
  /// - Throws: `PNGError` as for `read`, `.unsupported` for interlaced pictures, or `.malformed` if
  ///   the picture has another size.
  package static func read(
    path: FilePath, part: PicturePart, keepsDamage: Bool = false,
    allocate: PixelAllocator = PixelMemory.init(attempting:)
  ) throws(PNGError) -> (info: PNGInfo, pixels: PNGPixels, rows: Int, damage: String?) {
    let decoder = try PNGDecoder(path: path)
    try decoder.readHeader()
    let (pixels, rows) = try decoder.readPart(part, keepsDamage: keepsDamage, allocate)
    return (decoder.info, pixels, rows, decoder.damage)
  }

  /// Reads a reduced picture, with memory only for the result. The file must not be interlaced.
  ///
  /// - Parameters:
  ///   - side: The rows and columns of a square that becomes one pixel, the mean of its codes.
  ///   - allocate: Allocates the reduced picture's memory.
  /// - Throws: `PNGError` as for `read`, or `.unsupported` for interlaced pictures.
  package static func read(
    path: FilePath, reducedBy side: Int, allocate: PixelAllocator
  ) throws(PNGError) -> PNGInfo {
    let decoder = try PNGDecoder(path: path)
    try decoder.readHeader()
    try decoder.readReduced(by: side, allocate)
    return decoder.info
  }

  /// Reads a complete picture row by row and fails for any damage.
  ///
  /// - Returns: The contents, including texts after the pixels, and the checksum of the rows in the
  ///   machine's byte order.
  /// - Throws: `PNGError.io`, `.malformed` with libpng's message for any damage, or `.unsupported`
  ///   for interlaced pictures and rows of more than 64 MiB.
  package static func check(path: FilePath) throws(PNGError) -> (info: PNGInfo, sum: CRC64) {
    let decoder = try PNGDecoder(path: path)
    try decoder.readHeader(isStrict: true)
    let sum = try decoder.sumRows()
    return (decoder.info, sum)
  }

  /// Reads a picture that can be damaged. Pixels that cannot be decoded are black or transparent.
  ///
  /// - Parameters: The same as for `read`.
  /// - Returns: The contents, and libpng's message about the pixels, or `nil` for an intact file.
  /// - Throws: `PNGError` for errors before the pixels.
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
