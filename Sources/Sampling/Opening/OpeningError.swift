package import BromideCodecs
package import BromideDevelop
package import BromidePhotos
package import BromideRaw
package import BromideValues

/// A reason why a file cannot be opened for sampling.
package enum OpeningError: Error, Sendable, Hashable {
  /// The raw photo cannot be loaded.
  case photo(PhotoError)
  /// The raw photo's sidecar cannot be used, and the settings are strict.
  case sidecar(SidecarFailure)
  /// The raw photo cannot satisfy the recipe.
  case develop(DevelopError)
  /// The raw photo's preview cannot be read.
  case preview(RawError)
  /// The raw photo's preview is a JPEG that cannot be decoded.
  case previewPixels(FrameFileError)
  /// The raw photo has no preview that can be read.
  case noPreview
  /// The PNG, TIFF, JPEG XL, AVIF or WebP cannot be read.
  case picture(PictureError)
  /// The JPEG or the frames cannot be read.
  case frames(FrameFileError)
  /// The ICC profile cannot be read.
  case profile(RawError)
  /// The ICC profile is not made of three primaries and a curve.
  case unknownProfile
  /// The picture or film cannot be read. The sentence contains the reason.
  case unreadable(Unreadable)
  /// The layout of raw planes is unknown.
  case layoutUnknown
  /// The frame size of raw planes is unknown. `fitting` lists sizes that match the file's length.
  case sizeUnknown(layout: String, fitting: [Size])
}
