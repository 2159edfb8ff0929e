public import Metadata
public import Pixels

/// What a photo states of its lens.
public struct LensQuery: Sendable, Hashable {
  /// The camera, as the file names it.
  var make, model: String
  /// The lens, as the file names it; empty if it does not.
  var lens: String
  /// In millimetres; 0 if the file does not state it.
  var focalLength: Double
  /// That on 35 mm film with the same angle of view; 0 if the file does not state it.
  var focalLength35mm: Double
  /// The f-number; 0 if the file does not state it.
  var aperture: Double
  /// Pixels of the image.
  var size: Size

  /// What a photo's metadata state.
  public init(_ metadata: PhotoMetadata, size: Size) {
    make = metadata.make ?? ""
    model = metadata.model ?? ""
    lens = metadata.lensModel ?? ""
    focalLength = metadata.focalLength?.value ?? 0
    focalLength35mm = Double(metadata.focalLength35mm ?? 0)
    aperture = metadata.fNumber?.value ?? 0
    self.size = size
  }

  /// Why no lens can be found, whatever is known; nil if one may be.
  var doubt: String? {
    if model.isEmpty { return "the file names no camera" }
    return focalLength > 0 ? nil : "the focal length is missing from the file"
  }
}
