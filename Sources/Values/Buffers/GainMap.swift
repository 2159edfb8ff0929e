/// The additional brightness of each part of a picture on a display with headroom (ISO 21496-1).
///
/// A code c means a gain of c / 255 · `headroom` stops.
public struct GainMap: Sendable, Hashable {
  /// The map's size in pixels. The map covers the full picture, usually at a quarter of its size.
  public let size: Size
  /// One code for each pixel, row by row.
  public let codes: [UInt8]
  /// The gain of code 255 in stops, above 0.
  public let headroom: Double

  /// - Parameters:
  ///   - codes: `size.area` codes, row by row.
  ///   - headroom: The gain of code 255 in stops, above 0.
  public init(size: Size, codes: [UInt8], headroom: Double) {
    precondition(codes.count == size.area && headroom > 0, "a code for each pixel")
    self.size = size
    self.codes = codes
    self.headroom = headroom
  }

  /// The greatest gain in the map, in stops.
  public var mostStops: Double { Double(codes.max() ?? 0) / 255 * headroom }
}
