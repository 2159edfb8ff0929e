public import Color
public import Pixels

extension PointSampler {
  /// The white balance that makes a window of a raw photo neutral.
  ///
  /// - Throws: `.outside` beyond 0…1, `.noBalance` where more than a twentieth of the window is clipped or a channel is hardly above
  ///   black, and `.missing` for pictures that are no raws or have one channel.
  public func whiteBalance(
    at point: NormalizedPoint, window: SampleWindow
  ) throws(SamplingError) -> WhiteBalance {
    guard case .raw(let raw) = pixels, raw.developer.format.channels == 3 else {
      throw .missing("only a raw photo in colour has a white balance to take")
    }
    guard point.isInside else { throw .outside(point) }
    let whole = window.region(around: point.stored(orientation), in: pixels.size)
    let (camera, clipped) = SensorReader(raw).mean(of: whole.intersection(Region(pixels.size))) {
      window.includes(x: $0, y: $1, of: whole)
    }
    let place = "the place at \(point.x),\(point.y)"
    guard clipped <= 0.05 else {
      throw .noBalance(
        "\(place) is clipped, which leaves no colour to balance; choose a darker one")
    }
    guard camera.min() > 0.001 else {
      throw .noBalance("\(place) is black in a channel; choose a brighter one")
    }
    return .multipliers(camera.y / camera.x, 1, camera.y / camera.z)
  }
}
