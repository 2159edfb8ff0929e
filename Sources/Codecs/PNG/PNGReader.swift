package import BromideSystem
public import BromideValues
public import SystemPackage

/// Reads all kinds of PNG files with libpng.
public enum PNGReader {
  /// Reads everything before the pixels.
  ///
  /// - Throws: `PictureError.io`, or `.malformed` with libpng's message.
  public static func info(path: FilePath) throws(PictureError) -> PNGInfo {
    try PNGDecoder(path: path).info
  }

  /// Reads a complete picture. Palettes and small grey depths become 8 bits, transparent colours
  /// become alpha.
  ///
  /// - Parameters:
  ///   - maximumBytes: The maximum number of bytes for its pixels.
  ///   - allocate: Allocates the pixels' memory.
  /// - Throws: `PictureError.io`, `.malformed` with libpng's message, `.unsupported` if the pixels
  ///   exceed the limit, or `.outOfMemory`.
  public static func read(
    path: FilePath, maximumBytes: Int = 8 << 30,
    allocate: PixelAllocator = PixelMemory.init(attempting:)
  ) throws(PictureError) -> (info: PNGInfo, pixels: PicturePixels) {
    let decoder = try PNGDecoder(path: path)
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
  /// - Throws: `PictureError` as for `read`, `.unsupported` for interlaced pictures, or `.malformed`
  ///   if the picture has another size.
  package static func read(
    path: FilePath, part: PicturePart, keepsDamage: Bool = false,
    allocate: PixelAllocator = PixelMemory.init(attempting:)
  ) throws(PictureError) -> (info: PNGInfo, pixels: PicturePixels, rows: Int, damage: String?) {
    let decoder = try PNGDecoder(path: path)
    let (pixels, rows) = try decoder.readPart(part, keepsDamage: keepsDamage, allocate)
    return (decoder.info, pixels, rows, decoder.damage)
  }

  /// Reads a reduced picture, with memory only for the result. The file must not be interlaced.
  ///
  /// - Parameters:
  ///   - side: The rows and columns of a square that becomes one pixel, the mean of its codes.
  ///   - allocate: Allocates the reduced picture's memory.
  /// - Throws: `PictureError` as for `read`, or `.unsupported` for interlaced pictures.
  package static func read(
    path: FilePath, reducedBy side: Int, allocate: PixelAllocator
  ) throws(PictureError) -> PNGInfo {
    let decoder = try PNGDecoder(path: path)
    try decoder.readReduced(by: side, allocate)
    return decoder.info
  }

  /// Reads a complete picture row by row and fails for any damage.
  ///
  /// - Returns: The contents, including texts after the pixels, and the checksum of the rows in the
  ///   machine's byte order.
  /// - Throws: `PictureError.io`, `.malformed` with libpng's message for any damage, or
  ///   `.unsupported` for interlaced pictures and rows of more than 64 MiB.
  package static func check(path: FilePath) throws(PictureError) -> (info: PNGInfo, sum: CRC64) {
    let decoder = try PNGDecoder(path: path, isStrict: true)
    let sum = try decoder.sumRows()
    return (decoder.info, sum)
  }

  /// Reads a picture that can be damaged. Pixels that cannot be decoded are black or transparent.
  ///
  /// - Parameters: The same as for `read`.
  /// - Returns: The contents, and libpng's message about the pixels, or `nil` for an intact file.
  /// - Throws: `PictureError` for errors before the pixels.
  public static func readDamaged(
    path: FilePath, maximumBytes: Int = 8 << 30,
    allocate: PixelAllocator = PixelMemory.init(attempting:)
  ) throws(PictureError) -> (info: PNGInfo, pixels: PicturePixels, damage: String?) {
    let decoder = try PNGDecoder(path: path)
    let pixels = try decoder.readPixels(
      maximumBytes: maximumBytes, allocate, keepsDamage: true)
    return (decoder.info, pixels, decoder.damage)
  }
}
