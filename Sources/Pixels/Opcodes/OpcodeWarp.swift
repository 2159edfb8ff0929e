#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// A map from places of a corrected picture to those of the recorded one: DNG's opcodes 1, 2 and 14
/// (DNG 1.6, chapter 7, "Opcode List Processing"), and tables as makers have them.
///
/// With (dx, dy) the way from the centre and r its length, both in units of `radius`, a place shows what was
/// recorded at centre + radius · (f·dx + 2t₀·dx·dy + t₁(r² + 2dx²), f·dy + 2t₁·dx·dy + t₀(r² + 2dy²)).
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
    /// kᵢ at the radius of knot i, linear between the knots, k₀ before the first and the last beyond.
    case knots
  }

  /// The numbers of a plane.
  public struct Plane: Sendable, Hashable, Codable {
    /// k₀, k₁, …
    public var radial: [Double]
    /// t₀ and t₁.
    public var tangential: SIMD2<Double>
    /// Radii that `Model.polynomial` and `.reciprocal` are evaluated at; others count as the nearest.
    public var least, most: Double
    /// The rising radii of `Model.knots`; empty for other models.
    public var knots: [Double]
    /// The way by which all places are moved, in units of the warp's radius; of no opcode.
    public var offset: SIMD2<Double>

    /// A plane's numbers.
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

  /// The factor.
  public var model: Model
  /// One for all planes, or one each.
  public var planes: [Plane]
  /// The centre, in pixels of the image: whole numbers are edges of pixels.
  public var center: SIMD2<Double>
  /// The distance of the image's farthest corner from the centre, in pixels.
  public var radius: Double

  /// A warp with one plane or more.
  public init(model: Model, planes: [Plane], center: SIMD2<Double>, radius: Double) {
    precondition(!planes.isEmpty && radius > 0, "a plane, and an image")
    self.model = model
    self.planes = planes
    self.center = center
    self.radius = radius
  }

  /// DNG's name, or what a maker's table corrects.
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

  /// Whether planes are moved differently.
  public var movesPlanesApart: Bool { planes.contains { $0 != planes[0] } }

  /// The recorded place that a place of the corrected picture shows, in pixels of the image.
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

  /// The factor f of a radius.
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

  /// Whether the map is one to one over a region, and bends nothing beyond recognition: at each of 33×33
  /// places the picture keeps its handedness, and an area between a hundredth and a hundred times its own.
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
