public import Pixels
public import SystemPackage

/// The planes of a JPEG as libjpeg-turbo decodes them, before any conversion to RGB.
public struct JPEGPicture: Sendable {
  /// Default limit of the planes' memory, in bytes.
  public static let memoryLimit = 8 << 30

  /// The contents of the JPEG before its pixels.
  public let header: JPEGHeader
  /// Planes of `header.layout`; those of an RGB JPEG follow `YCbCrMatrix.identity`: G, B, R.
  public let frame: YCbCrFrame
  /// libjpeg's first complaint about the pixels, if damage was to be kept.
  public let damage: String?
  /// Whether the file ends without the marker that ends a JPEG, though all samples are there, or all of the part.
  public let missesEnd: Bool

  /// Decodes a file.
  ///
  /// - Parameters:
  ///   - part: Pixels of the stored picture, inside it, which alone are wanted: samples of others may be anything, and damage
  ///     below goes unseen. Nil for all.
  ///   - keepsDamage: Whether to return a damaged or incomplete picture as far as it goes; a part is read strictly.
  ///   - memoryLimit: Largest number of bytes for the planes.
  ///   - allocate: Gives their memory.
  /// - Throws: `.io`, `.notAFile`, or `.jpeg` with the problem of the file.
  public init(
    path: FilePath, part: Region? = nil, keepsDamage: Bool = false, memoryLimit: Int = memoryLimit,
    allocate: PixelAllocator = PixelMemory.init(attempting:)
  ) throws(FrameFileError) {
    let file = try MappedFile(path: path)
    do throws(JPEGError) {
      try unsafe self.init(
        file.bytes, part: part, keepsDamage: keepsDamage, memoryLimit: memoryLimit, allocate)
    } catch { throw .jpeg(path: path, error) }
    withExtendedLifetime(file) {}
  }

  /// Decodes bytes in memory, such as a raw's embedded preview.
  ///
  /// - Parameter part: As for a file.
  /// - Throws: Any `JPEGError`; `.damaged` only without `keepsDamage`.
  public init(
    bytes: [UInt8], part: Region? = nil, keepsDamage: Bool = false, memoryLimit: Int = memoryLimit,
    allocate: PixelAllocator = PixelMemory.init(attempting:)
  ) throws(JPEGError) {
    let picture = unsafe bytes.withUnsafeBytes { memory in
      Result { () throws(JPEGError) in
        try unsafe JPEGPicture(
          memory, part: part, keepsDamage: keepsDamage, memoryLimit: memoryLimit, allocate)
      }
    }
    self = try picture.get()
  }

  private init(
    _ bytes: UnsafeRawBufferPointer, part: Region?, keepsDamage: Bool, memoryLimit: Int,
    _ allocate: PixelAllocator
  ) throws(JPEGError) {
    let reader = try unsafe JPEGReader(bytes, memoryLimit: memoryLimit)
    header = try reader.header()
    (frame, damage, missesEnd) = try reader.planes(
      header, part: part, keepsDamage: keepsDamage, memoryLimit: memoryLimit, allocate)
  }

  /// A picture that was decoded elsewhere.
  package init(header: JPEGHeader, frame: YCbCrFrame, damage: String?, missesEnd: Bool) {
    self.header = header
    self.frame = frame
    self.damage = damage
    self.missesEnd = missesEnd
  }

  /// Reads everything before a file's pixels, and decodes none of them.
  ///
  /// - Throws: `.io`, `.notAFile`, or `.jpeg` with the problem of the file.
  public static func header(path: FilePath) throws(FrameFileError) -> JPEGHeader {
    let file = try MappedFile(path: path)
    defer { withExtendedLifetime(file) {} }
    do throws(JPEGError) {
      return try unsafe JPEGReader(file.bytes, memoryLimit: memoryLimit).header()
    } catch { throw .jpeg(path: path, error) }
  }

  /// Reads everything before the pixels of a JPEG in memory, and decodes none of them.
  ///
  /// - Throws: `.malformed` and the errors of what is not supported.
  public static func header(bytes: [UInt8]) throws(JPEGError) -> JPEGHeader {
    try unsafe bytes.withUnsafeBytes { memory in
      Result { () throws(JPEGError) in
        try unsafe JPEGReader(memory, memoryLimit: memoryLimit).header()
      }
    }.get()
  }

  /// Decodes a JPEG in memory to a small picture, reducing it during decoding.
  ///
  /// - Parameter least: A size for the result to cover, if the JPEG does; the result's sides are
  ///   those of the JPEG, or a half, a quarter or an eighth of them.
  /// - Parameter allocate: Gives its memory.
  /// - Returns: R′G′B′ as stored, by libjpeg's own conversion (ITU-T T.871).
  /// - Throws: `.malformed` or `.damaged`.
  public static func reduced(
    _ bytes: [UInt8], atLeast least: Size,
    allocate: PixelAllocator = PixelMemory.init(attempting:)
  ) throws(JPEGError) -> ImageBuffer<UInt8> {
    try unsafe bytes.withUnsafeBytes { memory in
      Result { () throws(JPEGError) in
        let reader = try unsafe JPEGReader(memory, memoryLimit: memoryLimit)
        return try reader.reduced(try reader.header(), atLeast: least, allocate)
      }
    }.get()
  }
}
