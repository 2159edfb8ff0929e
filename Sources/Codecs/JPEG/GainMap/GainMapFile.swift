public import BromideValues

/// The JPEG of a gain map, ready to append to its picture.
public struct GainMapFile: Sendable, Hashable {
  /// The bytes, from SOI to EOI.
  public let bytes: [UInt8]

  /// Encodes a map.
  ///
  /// - Throws: `PictureFileError.unsupported` if there is not enough memory.
  public init(_ map: GainMap) throws(PictureFileError) { bytes = try GainMapSegments.file(map) }
}
