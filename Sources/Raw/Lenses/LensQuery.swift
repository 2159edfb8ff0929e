public import BromideCodecs
public import BromideValues

/// A photo's data about its lens.
public struct LensQuery: Sendable, Hashable {
  /// The camera's names in the file.
  var make, model: String
  /// The lens name in the file, or empty if it is missing.
  var lens: String
  /// The numbers of a lens without a name, or `nil` if a focal length or a widest aperture is
  /// missing.
  var specification: LensSpecification?
  /// The focal length in millimetres, or 0 if it is missing.
  var focalLength: Double
  /// The focal length on 35 mm film with the same angle of view, or 0 if it is missing.
  var focalLength35mm: Double
  /// The f-number, or 0 if it is missing.
  var aperture: Double
  /// The size of the image in pixels.
  var size: Size

  /// Creates a query from a photo's metadata.
  public init(_ metadata: PhotoMetadata, size: Size) {
    make = metadata.make ?? ""
    model = metadata.model ?? ""
    lens = metadata.lensModel ?? ""
    if lens.isEmpty, let numbers = metadata.lensSpecification, numbers.isComplete {
      specification = numbers
    }
    focalLength = metadata.focalLength?.value ?? 0
    focalLength35mm = Double(metadata.focalLength35mm ?? 0)
    aperture = metadata.fNumber?.value ?? 0
    self.size = size
  }

  /// The reason why no database can contain the lens, or `nil`.
  var doubt: String? {
    if model.isEmpty { return "the file does not name a camera" }
    return focalLength > 0 ? nil : "the focal length is missing from the file"
  }
}
