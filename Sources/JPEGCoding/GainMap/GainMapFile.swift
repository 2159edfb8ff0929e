public import Pixels

/// The JPEG of a gain map, ready to follow the picture that it belongs to.
public struct GainMapFile: Sendable, Hashable {
  /// The bytes, from SOI to EOI.
  public let bytes: [UInt8]

  /// Codes a map.
  ///
  /// - Throws: `JPEGWritingError.unsupported` if memory ran out.
  public init(_ map: GainMap) throws(JPEGWritingError) { bytes = try GainMapSegments.file(map) }
}
