public import Develop
public import Pixels

extension SensorFootprint {
  /// The sites that a sample, or a white balance taken from the place, depends on; nil outside the picture.
  public func sites(
    of window: SampleWindow, at point: NormalizedPoint, orientation: Orientation
  ) -> Region? {
    guard point.isInside, !size.isEmpty else { return nil }
    let whole = window.region(around: point.stored(orientation), in: size)
    // A pixel around it serves interpolation, and the sites of the other colours beside a single one.
    return sites(of: whole.grown(by: 1).intersection(Region(size)))
  }
}
