public import BromideCodecs
package import SystemPackage

/// The lens of a photo, if the user sets it or if its name is not a field of the file.
public struct LensNaming: Sendable, Hashable, Codable {
  /// The name that the user set, or `nil` to use the photo's.
  public var name: String?
  /// The focal length in millimetres that the user set, or `nil`. Manual lenses do not record it.
  public var focalLength: Double?
  /// The f-number that the user set, or `nil`.
  public var aperture: Double?
  /// The name in the photo's sidecar, for files without a name.
  public var sidecar: String?
  /// The name from another program, for files without a name.
  public var tool: Tool?

  /// A name from another program.
  public struct Tool: Sendable, Hashable, Codable {
    /// The name.
    public var name: String
    /// The program.
    public var source: PhotoMetadata.LensSource

    /// Creates a name.
    public init(name: String, source: PhotoMetadata.LensSource) {
      (self.name, self.source) = (name, source)
    }
  }

  /// Creates a naming that changes nothing.
  public init() {}
}

extension PhotoMetadata {
  /// Adds the name of the lens if the file's fields lack it, and the values that the user set.
  ///
  /// The order is: the user, the file's fields, the sidecar, the XMP in the file, another program.
  /// DNG converters write the name of a Nikon lens only to XMP. If all lack it, `LensDatabase` can
  /// find a correction by the numbers of the lens, which never become a name.
  package mutating func complete(_ naming: LensNaming?) {
    if let name = naming?.name {
      (lensModel, lensMake, lensFrom) = (name, nil, .set)
    } else if lensModel == nil, let name = naming?.sidecar {
      (lensModel, lensFrom) = (name, .sidecar)
    } else if lensModel == nil, let packet,
      let name = (try? PhotoDescription(bytes: Array(packet.utf8)))?.lens
    {
      (lensModel, lensFrom) = (name, .xmp)
    } else if lensModel == nil, let tool = naming?.tool {
      (lensModel, lensFrom) = (tool.name, tool.source)
    } else if lensModel == nil, lensSpecification?.text != nil {
      lensFrom = .specification
    }
    if let focal = naming?.focalLength {
      (focalLength, focalLength35mm) = (Rational(tenths: focal), nil)
    }
    if let aperture = naming?.aperture { fNumber = Rational(tenths: aperture) }
  }

  /// Adds the name of the lens from another program, if `complete` found none.
  package mutating func askTool(about photo: FilePath, _ context: RunContext) {
    guard let (name, source) = LensTool.shared.name(of: photo, self, context) else { return }
    (lensModel, lensFrom) = (name, source)
  }
}
