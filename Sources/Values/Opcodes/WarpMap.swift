/// One plane of an `OpcodeWarp`, prepared for many points: its factor in a table over the squared
/// radius.
///
/// The table's entries are 1/1024 apart. Between them, linear interpolation has an error of 10⁻⁷ of
/// the factor's second derivative. For any lens, that is far below a thousandth of a pixel.
public struct WarpMap: Sendable, Hashable {
  private let center: SIMD2<Double>
  private let radius: Double
  private let tangential, offset: SIMD2<Double>
  private let factors: [Double]
  private let warp: OpcodeWarp
  private let plane: Int

  /// Creates the map of one plane. If the warp has one plane for all channels, the map uses that
  /// plane.
  public init(_ warp: OpcodeWarp, plane: Int) {
    center = warp.center
    radius = warp.radius
    self.warp = warp
    self.plane = plane
    let numbers = warp.planes[min(plane, warp.planes.count - 1)]
    (tangential, offset) = (numbers.tangential, numbers.offset)
    factors = (0...Self.steps).map { step in
      warp.factor((Double(step) / Self.stepsInSquare).squareRoot(), plane: plane)
    }
  }

  /// Returns the recorded point that a point of the corrected picture shows, in pixels of the
  /// image.
  public func source(of place: SIMD2<Double>) -> SIMD2<Double> {
    let way = (place - center) / radius
    let (x, y) = (way.x, way.y)
    let square = x * x + y * y
    let position = square * Self.stepsInSquare
    guard position < Double(Self.steps) else { return warp.source(of: place, plane: plane) }
    let index = Int(position)
    let (low, high) = (factors[index], factors[index + 1])
    let factor = low + (position - Double(index)) * (high - low)
    let t = tangential
    let bent = SIMD2(
      factor * x + 2 * t.x * x * y + t.y * (square + 2 * x * x),
      factor * y + 2 * t.y * x * y + t.x * (square + 2 * y * y))
    return center + radius * (bent + offset)
  }

  private static let stepsInSquare = 1024.0
  /// The number of entries, which cover 1.5 times the radius.
  private static let steps = 2304
}
