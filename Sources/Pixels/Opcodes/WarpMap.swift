/// One plane of an `OpcodeWarp`, made ready for many places: its factor in a table over the square of the radius.
///
/// Between the table's entries, 1/1024 apart, a line is off by 10⁻⁷ of the factor's second derivative: by far less than a
/// thousandth of a pixel for any lens.
public struct WarpMap: Sendable, Hashable {
  private let center: SIMD2<Double>
  private let radius: Double
  private let tangential, offset: SIMD2<Double>
  private let factors: [Double]
  private let warp: OpcodeWarp
  private let plane: Int

  /// A plane of a warp; if it has one for all planes, that one.
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

  /// The recorded place that a place of the corrected picture shows, in pixels of the image.
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
  /// As far as one and a half times the radius.
  private static let steps = 2304
}
