package import BromideCodecs

/// The lens of a photo, if the user sets it or if only XMP contains its name.
public struct LensNaming: Sendable, Hashable, Codable {
  /// The name that the user set, or `nil` to use the photo's.
  public var name: String?
  /// The focal length in millimetres that the user set, or `nil`. Manual lenses do not record it.
  public var focalLength: Double?
  /// The f-number that the user set, or `nil`.
  public var aperture: Double?
  /// The name in the photo's sidecar, for files without a name.
  public var sidecar: String?

  /// Creates a naming that changes nothing.
  public init() {}
}

extension PhotoMetadata {
  /// Adds the name of the lens if the file's fields lack it, and the values that the user set.
  ///
  /// The order is: the user, the file's fields, the sidecar, the XMP in the file. DNG converters
  /// write the name of a Nikon lens only to XMP.
  package mutating func complete(_ naming: LensNaming?) {
    if let name = naming?.name {
      (lensModel, lensMake, lensFrom) = (name, nil, .set)
    } else if lensModel == nil, let name = naming?.sidecar {
      (lensModel, lensFrom) = (name, .sidecar)
    } else if lensModel == nil, let packet,
      let name = (try? PhotoDescription(bytes: Array(packet.utf8)))?.lens
    {
      (lensModel, lensFrom) = (name, .xmp)
    }
    if let focal = naming?.focalLength {
      (focalLength, focalLength35mm) = (Rational(tenths: focal), nil)
    }
    if let aperture = naming?.aperture { fNumber = Rational(tenths: aperture) }
  }
}
