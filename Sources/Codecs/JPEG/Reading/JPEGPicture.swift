public import BromideValues
public import SystemPackage

/// The planes of a JPEG as decoded by libjpeg-turbo, without conversion to RGB.
public struct JPEGPicture: Sendable {
  /// Default limit for the memory of planes, in bytes.
  public static let memoryLimit = 8 << 30

  /// The contents of the JPEG before its pixels.
  public let header: JPEGHeader
  /// Planes of `header.layout`. An RGB JPEG uses the order of `YCbCrMatrix.identity`: G, B, R.
  public let frame: YCbCrFrame
  /// libjpeg's first warning about the pixels, if `keepsDamage` was set.
  public let damage: String?
  /// Whether the end marker is missing although all requested samples were read.
  public let missesEnd: Bool

  /// Decodes a file.
  ///
  /// - Parameters:
  ///   - part: The pixels to decode, inside the stored picture, or `nil` for all. Other samples are
  ///     undefined, and damage below the part is not detected.
  ///   - keepsDamage: Whether to return the readable part of a damaged or incomplete picture.
  ///     Ignored if `part` is set.
  ///   - memoryLimit: Maximum number of bytes for the planes.
  ///   - allocate: Allocates memory for the planes.
  /// - Throws: `.io`, `.notAFile`, or `.jpeg` with the file's error.
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

  /// Decodes bytes in memory, for example a raw's embedded preview.
  ///
  /// - Parameter part: As for a file.
  /// - Throws: Any `JPEGError`. `.damaged` is possible without `keepsDamage`, or with `part`.
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

  /// Creates a picture from a frame that was decoded elsewhere.
  package init(header: JPEGHeader, frame: YCbCrFrame, damage: String?, missesEnd: Bool) {
    self.header = header
    self.frame = frame
    self.damage = damage
    self.missesEnd = missesEnd
  }

  /// Reads everything before a file's pixels, without decoding pixels.
  ///
  /// - Throws: `.io`, `.notAFile`, or `.jpeg` with the file's error.
  public static func header(path: FilePath) throws(FrameFileError) -> JPEGHeader {
    let file = try MappedFile(path: path)
    defer { withExtendedLifetime(file) {} }
    do throws(JPEGError) {
      return try unsafe JPEGReader(file.bytes, memoryLimit: memoryLimit).header()
    } catch { throw .jpeg(path: path, error) }
  }

  /// Reads everything before the pixels of a JPEG in memory, without decoding pixels.
  ///
  /// - Throws: `.malformed`, or an error for an unsupported feature.
  public static func header(bytes: [UInt8]) throws(JPEGError) -> JPEGHeader {
    try unsafe bytes.withUnsafeBytes { memory in
      Result { () throws(JPEGError) in
        try unsafe JPEGReader(memory, memoryLimit: memoryLimit).header()
      }
    }.get()
  }

  /// Decodes a JPEG in memory to a smaller picture, by reducing it during decoding.
  ///
  /// - Parameter least: The minimum size, if the JPEG is large enough. The result has the JPEG's
  ///   size, or a half, a quarter or an eighth.
  /// - Parameter allocate: Allocates memory for the picture.
  /// - Returns: R′G′B′ as stored, converted by libjpeg (ITU-T T.871).
  /// - Throws: `.malformed`, `.damaged`, `.unsupportedColor` or `.outOfMemory`.
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
