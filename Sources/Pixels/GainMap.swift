/// How much brighter each place of a picture may be shown on a display that has light to spare (ISO 21496-1).
///
/// A code c stands for c / 255 · `headroom` stops above the picture as it is.
public struct GainMap: Sendable, Hashable {
  /// The map's size in pixels; it covers the whole picture, usually at a quarter of its size.
  public let size: Size
  /// One code for each pixel, row after row.
  public let codes: [UInt8]
  /// The stops that the largest code stands for, above 0.
  public let headroom: Double

  /// - Parameters:
  ///   - codes: `size.area` codes, row after row.
  ///   - headroom: The stops that the largest code stands for, above 0.
  public init(size: Size, codes: [UInt8], headroom: Double) {
    precondition(codes.count == size.area && headroom > 0, "a code for each pixel")
    self.size = size
    self.codes = codes
    self.headroom = headroom
  }

  /// The greatest gain in the map, in stops.
  public var mostStops: Double { Double(codes.max() ?? 0) / 255 * headroom }
}
