internal import BromideLibc

/// A map from points of a corrected picture to points of the recorded picture.
///
/// It covers DNG's opcodes 1, 2 and 14 (DNG 1.6, chapter 7, "Opcode List Processing"), and the
/// tables of makers. Let (dx, dy) be the distance from the centre and r its length, both in units
/// of `radius`. The corrected point then shows the recorded point at centre + radius · (f·dx +
/// 2t₀·dx·dy + t₁(r² + 2dx²), f·dy + 2t₁·dx·dy + t₀(r² + 2dy²)).
public struct OpcodeWarp: Sendable, Hashable, Codable {
  /// The factor f of the radius r.
  public enum Model: String, Sendable, Hashable, Codable {
    /// k₀ + k₁r² + k₂r⁴ + k₃r⁶ (WarpRectilinear).
    case rectilinear
    /// (k₀θ + k₁θ³ + k₂θ⁵ + k₃θ⁷)/r, where θ = atan r (WarpFisheye).
    case fisheye
    /// Σ kᵢrⁱ (WarpRectilinear2).
    case polynomial
    /// 1/Σ kᵢrⁱ (WarpRectilinear2, reciprocal).
    case reciprocal
    /// kᵢ at the radius of knot i, linear between the knots. Before the first knot it is k₀, and
    /// after the last knot the last value.
    case knots
  }

  /// The numbers of a plane.
  public struct Plane: Sendable, Hashable, Codable {
    /// k₀, k₁, …
    public var radial: [Double]
    /// t₀ and t₁.
    public var tangential: SIMD2<Double>
    /// The range of radii for `Model.polynomial` and `.reciprocal`. Other radii are clamped to it.
    public var least, most: Double
    /// The ascending radii of `Model.knots`. Empty for other models.
    public var knots: [Double]
    /// A constant offset of all points, in units of the warp's radius. DNG opcodes do not use it.
    public var offset: SIMD2<Double>

    /// Creates a plane's numbers.
    public init(
      radial: [Double], tangential: SIMD2<Double> = SIMD2(), least: Double = 0,
      most: Double = .greatestFiniteMagnitude, knots: [Double] = [],
      offset: SIMD2<Double> = SIMD2()
    ) {
      self.radial = radial
      self.knots = knots
      self.offset = offset
      self.tangential = tangential
      self.least = least
      self.most = most
    }
  }

  /// The formula of the factor.
  public var model: Model
  /// One plane for all channels, or one for each channel.
  public var planes: [Plane]
  /// The centre, in pixels of the image. Integers are edges of pixels.
  public var center: SIMD2<Double>
  /// The distance from the centre to the image's farthest corner, in pixels.
  public var radius: Double

  /// Creates a warp with one or more planes.
  public init(model: Model, planes: [Plane], center: SIMD2<Double>, radius: Double) {
    precondition(!planes.isEmpty && radius > 0, "a plane, and an image")
    self.model = model
    self.planes = planes
    self.center = center
    self.radius = radius
  }

  /// DNG's name, or the kind of correction for a maker's table.
  public var name: String {
    switch model {
    case .knots:
      !movesPlanesApart
        ? "distortion"
        : planes[planes.count / 2].radial.allSatisfy { $0 == 1 }
          ? "lateral colour" : "distortion and lateral colour"
    case .rectilinear: "WarpRectilinear"
    case .fisheye: "WarpFisheye"
    case .polynomial, .reciprocal: "WarpRectilinear2"
    }
  }

  /// Whether planes move differently.
  public var movesPlanesApart: Bool { planes.contains { $0 != planes[0] } }

  /// Returns the recorded point that a point of the corrected picture shows, in pixels of the
  /// image.
  public func source(of place: SIMD2<Double>, plane: Int) -> SIMD2<Double> {
    let numbers = planes[min(plane, planes.count - 1)]
    let way = (place - center) / radius
    let (x, y) = (way.x, way.y)
    let square = x * x + y * y
    let factor = factor(square.squareRoot(), numbers)
    let t = numbers.tangential
    let bent = SIMD2(
      factor * x + 2 * t.x * x * y + t.y * (square + 2 * x * x),
      factor * y + 2 * t.y * x * y + t.x * (square + 2 * y * y))
    return center + radius * (bent + numbers.offset)
  }

  /// Returns the factor f at a radius.
  func factor(_ radius: Double, plane: Int) -> Double {
    factor(radius, planes[min(plane, planes.count - 1)])
  }

  private func factor(_ radius: Double, _ numbers: Plane) -> Double {
    func polynomial(_ value: Double) -> Double {
      numbers.radial.reversed().reduce(0) { $0 * value + $1 }
    }
    switch model {
    case .rectilinear: return polynomial(radius * radius)
    case .fisheye:
      let angle = atan(radius)
      return polynomial(angle * angle) * (radius > 0 ? angle / radius : 1)
    case .polynomial: return polynomial(min(max(radius, numbers.least), numbers.most))
    case .reciprocal: return 1 / polynomial(min(max(radius, numbers.least), numbers.most))
    case .knots: return Self.linear(radius, numbers.knots, numbers.radial)
    }
  }

  private static func linear(_ radius: Double, _ knots: [Double], _ values: [Double]) -> Double {
    var (low, high) = (0, min(knots.count, values.count) - 1)
    guard high >= 0 else { return 1 }
    if radius <= knots[0] { return values[0] }
    if radius >= knots[high] { return values[high] }
    while high - low > 1 {
      let middle = (low + high) / 2
      if knots[middle] <= radius { low = middle } else { high = middle }
    }
    let share = (radius - knots[low]) / (knots[high] - knots[low])
    return values[low] + share * (values[high] - values[low])
  }

  /// Returns whether the map is one to one over a region, without extreme distortion.
  ///
  /// The test uses a grid of 33×33 points. Each cell must keep its handedness, and its area must be
  /// between a hundredth and a hundred times the cell's area.
  public func isSound(over region: Region) -> Bool {
    let steps = 32
    for plane in planes.indices {
      func place(_ x: Int, _ y: Int) -> SIMD2<Double> {
        let share = SIMD2(Double(x), Double(y)) / Double(steps)
        let corner = SIMD2(Double(region.x), Double(region.y))
        return source(
          of: corner + share * SIMD2(Double(region.width), Double(region.height)), plane: plane)
      }
      let cell =
        Double(region.width) * Double(region.height) / Double(steps * steps)
      for y in 0..<steps {
        for x in 0..<steps {
          let here = place(x, y)
          let (across, down) = (place(x + 1, y) - here, place(x, y + 1) - here)
          let area = across.x * down.y - across.y * down.x
          guard area > cell / 100, area < cell * 100 else { return false }
        }
      }
    }
    return true
  }
}
