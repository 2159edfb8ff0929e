/// There is not enough memory for a picture or for a band of a picture.
public struct PixelShortage: Error, Sendable, Hashable {
  /// The requested size.
  public let bytes: Int

  /// - Parameter bytes: The requested size.
  public init(bytes: Int) { self.bytes = bytes }
}
