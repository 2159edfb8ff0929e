public import BromideValues

/// A square window of a photo that shows a neutral surface.
public struct BalancePlace: Sendable, Hashable, Codable {
  /// Centre of the window in the upright picture.
  public var point: NormalizedPoint
  /// Side of the window.
  public var side: SampleWindow.Side

  /// - Parameter side: Side of the window. Fifteen pixels average out a sensor's noise and fit into
  ///   a small patch.
  public init(point: NormalizedPoint, side: SampleWindow.Side = .pixels(15)) {
    self.point = point
    self.side = side
  }
}

extension PointSampler {
  /// Returns the white balance that makes a window of a raw photo neutral.
  ///
  /// - Throws: `.outside` outside 0…1, `.noBalance` if more than a twentieth of the window is
  ///   clipped or a channel is barely above black, and `.missing` for raws with one channel and for
  ///   pictures that are not raws.
  public func whiteBalance(
    _ place: BalancePlace
  ) throws(SamplingError) -> WhiteBalance {
    guard case .raw(let raw) = pixels, raw.hasColor else {
      throw .missing("only a raw photo in colour has a white balance to take")
    }
    let (point, window) = (place.point, SampleWindow(side: place.side))
    guard point.isInside else { throw .outside(point) }
    let whole = window.region(around: point, orientation, in: storedSize)
    let inside = whole.intersection(Region(storedSize))
    let (camera, clipped) = raw.sensor.mean(of: inside) { _, _ in true }
    let words = "the point at \(point.x),\(point.y)"
    guard clipped <= 0.05 else {
      throw .noBalance(
        "\(words) is clipped; choose a darker point")
    }
    guard camera.min() > 0.001 else {
      throw .noBalance("\(words) is black in a channel; choose a brighter one")
    }
    return .multipliers(camera.y / camera.x, 1, camera.y / camera.z)
  }
}
