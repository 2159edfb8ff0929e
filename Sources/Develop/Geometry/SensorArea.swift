internal import BromideValues

/// The position of a picture on the sensor's active area, in widths and heights of that area. Gains
/// by position need it.
package struct SensorArea: Sendable, Hashable {
  /// The picture's top left corner.
  package let origin: SIMD2<Double>
  /// The way along its width.
  package let across: SIMD2<Double>
  /// The way down its height.
  package let down: SIMD2<Double>

  /// All of the active area.
  package static let all = SensorArea(
    origin: SIMD2(0, 0), across: SIMD2(1, 0), down: SIMD2(0, 1))

  /// Returns the position on the area of a position on the picture, given in the picture's widths
  /// and heights.
  func place(_ place: SIMD2<Double>) -> SIMD2<Double> { origin + way(place) }

  /// The way of a way on the picture.
  func way(_ way: SIMD2<Double>) -> SIMD2<Double> { way.x * across + way.y * down }

  /// A picture on this one, turned upright.
  ///
  /// - Parameters:
  ///   - corner: The top left corner of the picture before it is turned, in widths and heights of
  ///     this one.
  ///   - across: The way along its width.
  ///   - down: The way down its height.
  func part(
    corner: SIMD2<Double>, across: SIMD2<Double>, down: SIMD2<Double>, _ orientation: Orientation
  ) -> SensorArea {
    /// Converts a position on the upright picture to the stored picture.
    func stored(_ x: Double, _ y: Double) -> SIMD2<Double> {
      let (x, y) =
        switch orientation {
        case .topLeft: (x, y)
        case .topRight: (1 - x, y)
        case .bottomRight: (1 - x, 1 - y)
        case .bottomLeft: (x, 1 - y)
        case .leftTop: (y, x)
        case .rightTop: (y, 1 - x)
        case .rightBottom: (1 - y, 1 - x)
        case .leftBottom: (1 - y, x)
        }
      return place(corner + x * across + y * down)
    }
    let origin = stored(0, 0)
    return SensorArea(origin: origin, across: stored(1, 0) - origin, down: stored(0, 1) - origin)
  }
}

extension Developer {
  /// Returns the position of the finished picture on the sensor.
  ///
  /// - Parameter source: The photo that the picture is developed from.
  package func area(on source: DevelopSource) -> SensorArea {
    let geometry = pipeline.steps.geometry
    let places = geometry.places
    let scale = source.image.filters != nil && pipeline.steps.demosaic.halves ? 2.0 : 1
    let size = SIMD2(Double(source.image.size.width), Double(source.image.size.height)) / scale
    let (across, down) = (places.across / size, places.down / size)
    let count = SIMD2(Double(geometry.storedOutput.width), Double(geometry.storedOutput.height))
    return source.area.part(
      corner: places.origin / size - 0.5 * (across + down), across: count.x * across,
      down: count.y * down, geometry.orientation)
  }
}
