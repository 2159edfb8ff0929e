/// Memory for a picture, or a band of one, that cannot be had.
public struct PixelShortage: Error, Sendable, Hashable {
  /// What was asked for.
  public let bytes: Int

  /// - Parameter bytes: What was asked for.
  public init(bytes: Int) { self.bytes = bytes }
}
