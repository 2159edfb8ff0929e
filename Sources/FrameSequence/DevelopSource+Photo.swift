public import Develop
internal import Pixels
public import RawDecoding

extension DevelopSource {
  /// A decoded photo with its own levels, or with those that a sequence shares.
  ///
  /// - Throws: `LevelsOfAnotherCamera`.
  public init(_ photo: RawPhoto, levels: LockedLevels? = nil) throws(LevelsOfAnotherCamera) {
    self.init(
      image: try levels?.image(of: photo) ?? photo.image, profile: photo.profile,
      defaultCrop: photo.defaultCrop, orientation: photo.orientation,
      pixelAspect: photo.pixelAspect)
  }
}
