public import Pixels
public import SystemPackage

/// A JPEG's own planes: what libjpeg-turbo decodes before it would turn them into RGB.
public struct JPEGPicture: Sendable {
  /// What the planes may take unless said otherwise.
  public static let memoryLimit = 8 << 30

  /// What the JPEG says of itself before its pixels.
  public let header: JPEGHeader
  /// Planes of `header.layout`; those of an RGB JPEG stand as `YCbCrMatrix.identity` has them: G, B, R.
  public let frame: YCbCrFrame
  /// libjpeg's first complaint about the pixels, where damage was to be kept.
  public let damage: String?

  /// Decodes a file.
  ///
  /// - Parameters:
  ///   - keepsDamage: Whether a picture that is damaged or cut off is given as far as it goes.
  ///   - memoryLimit: Bytes that the planes may take.
  /// - Throws: `.io` and `.notAFile`, and `.jpeg` with what is wrong with the file.
  public init(
    path: FilePath, keepsDamage: Bool = false, memoryLimit: Int = memoryLimit
  ) throws(FrameFileError) {
    let file = try MappedFile(path: path)
    do throws(JPEGError) {
      try unsafe self.init(file.bytes, keepsDamage: keepsDamage, memoryLimit: memoryLimit)
    } catch { throw .jpeg(path: path, error) }
    withExtendedLifetime(file) {}
  }

  /// Decodes bytes in memory, as a raw's embedded preview.
  public init(
    bytes: [UInt8], keepsDamage: Bool = false, memoryLimit: Int = memoryLimit
  ) throws(JPEGError) {
    let picture = unsafe bytes.withUnsafeBytes { memory in
      Result { () throws(JPEGError) in
        try unsafe JPEGPicture(memory, keepsDamage: keepsDamage, memoryLimit: memoryLimit)
      }
    }
    self = try picture.get()
  }

  private init(
    _ bytes: UnsafeRawBufferPointer, keepsDamage: Bool, memoryLimit: Int
  ) throws(JPEGError) {
    let reader = try unsafe JPEGReader(bytes, memoryLimit: memoryLimit)
    header = try reader.header()
    (frame, damage) = try reader.planes(
      header, keepsDamage: keepsDamage, memoryLimit: memoryLimit)
  }

  /// What a file says before its pixels, none of which is decoded.
  public static func header(path: FilePath) throws(FrameFileError) -> JPEGHeader {
    let file = try MappedFile(path: path)
    defer { withExtendedLifetime(file) {} }
    do throws(JPEGError) {
      return try unsafe JPEGReader(file.bytes, memoryLimit: memoryLimit).header()
    } catch { throw .jpeg(path: path, error) }
  }

  /// A small picture of a JPEG in memory, made small while it is decoded: for what is shown small anyway.
  ///
  /// - Parameter least: What the result covers as long as the JPEG does; its sides are those of the JPEG, or a half, a
  ///   quarter or an eighth of them.
  /// - Returns: R′G′B′ as stored, by libjpeg's own conversion (ITU-T T.871).
  /// - Throws: `.malformed` and `.damaged`.
  public static func reduced(
    _ bytes: [UInt8], atLeast least: Size
  ) throws(JPEGError) -> ImageBuffer<UInt8> {
    try unsafe bytes.withUnsafeBytes { memory in
      Result { () throws(JPEGError) in
        let reader = try unsafe JPEGReader(memory, memoryLimit: memoryLimit)
        return try reader.reduced(try reader.header(), atLeast: least)
      }
    }.get()
  }
}
