public import Develop
internal import Pixels
public import RawDecoding

extension DevelopSource {
  /// A decoded photo.
  public init(_ photo: RawPhoto) { self.init(photo, image: photo.image) }

  /// A decoded photo with its own levels, or with those that a sequence shares.
  ///
  /// - Throws: `LevelsOfAnotherCamera`.
  public init(_ photo: RawPhoto, levels: LockedLevels?) throws(LevelsOfAnotherCamera) {
    self.init(photo, image: try levels?.image(of: photo) ?? photo.image)
  }

  private init(_ photo: RawPhoto, image: SensorImage) {
    self.init(
      image: image, profile: photo.profile, defaultCrop: photo.defaultCrop,
      orientation: photo.orientation, pixelAspect: photo.pixelAspect)
  }
}
