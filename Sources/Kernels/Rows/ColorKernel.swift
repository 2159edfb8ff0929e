public import BromideValues
internal import CBromideKernels

/// Applies colour steps to a row in place: a matrix, then a tone curve, then the path to white.
///
/// The matrix converts white-balanced camera RGB to linear RGB, including exposure. The curve keeps
/// hues: it maps the largest and the smallest component of a pixel, and the middle one keeps its
/// relative position between them. The curve treats components below 0 as 0, and results are in
/// 0…1. All compiled variants give equal bits. The reference differs by single-precision rounding.
public struct ColorKernel: PointKernel {
  private let matrix: Matrix3x3?
  private let tone: ToneCurve?
  private let path: PathToWhite?
  private let instructionSet: InstructionSet
  private let coefficients: [Float]
  private let white: Float

  /// - Parameters:
  ///   - matrix: The matrix, or `nil` to skip it.
  ///   - tone: The tone curve, or `nil` to skip it. Its denominator must be positive for x ≥ 0.
  ///   - path: The path of bright light to white after the curve, or `nil` to skip it.
  ///   - instructionSet: The variant to run. It must be available.
  public init(
    matrix: Matrix3x3?, tone: ToneCurve?, path: PathToWhite? = nil, instructionSet: InstructionSet
  ) {
    self.matrix = matrix
    self.tone = tone
    self.path = path
    self.instructionSet = instructionSet
    coefficients = matrix?.floats ?? []
    white = Float(tone?.white ?? .infinity)
  }

  /// Maps the first `count` pixels.
  public func apply(to row: PlanarRow, count: Int) {
    apply(to: row, x: 0, y: 0, count: count, isGrey: false, instructionSet: instructionSet)
  }

  /// The formula for one pixel.
  public func formula(_ pixel: SIMD3<Double>, x: Int, y: Int) -> SIMD3<Double> {
    var p = pixel
    if let matrix { p = matrix * p }
    guard let tone else { return p }
    p = p.replacing(with: 0, where: .!(p .> 0)).replacing(with: 1e6, where: p .> 1e6)
    let (low, high) = (p.min(), p.max())
    guard high > low else { return SIMD3(repeating: tone(low)) }
    let (base, slope) = (tone(low), (tone(high) - tone(low)) / (high - low))
    let toned = base + (p - low) * slope
    return path?(toned, light: p) { tone($0) } ?? toned
  }

  /// Runs the compiled form in place on the first `count` pixels of a row.
  @unsafe public func run(
    _ set: InstructionSet, _ row: PlanarPointers, x: Int, y: Int, count: Int
  ) {
    unsafe coefficients.withUnsafeBufferPointer { matrix in
      let base = matrix.isEmpty ? nil : matrix.baseAddress
      guard let tone else {
        unsafe bromide_color_row(
          set.code, base, nil, row.red, row.green, row.blue, count)
        return
      }
      var curve = bromide_tone(
        a: Float(tone.a), b: Float(tone.b), c: Float(tone.c), d: Float(tone.d), white: white,
        whitens: path == nil ? 0 : 1, weights: path?.floats ?? (0, 0, 0))
      unsafe bromide_color_row(set.code, base, &curve, row.red, row.green, row.blue, count)
    }
  }
}

extension Matrix3x3 {
  /// Nine floats, row by row.
  var floats: [Float] { rows.flatMap { [Float($0.x), Float($0.y), Float($0.z)] } }
}

extension ToneCurve {
  /// The smallest x with a curve value of 1: the positive root of (a − c)·x² + (b − d)·x = 1.
  var white: Double {
    let (p, q) = (a - c, b - d)
    guard abs(p) > 1e-12 else { return q > 0 ? 1 / q : .infinity }
    let discriminant = q * q + 4 * p
    guard discriminant >= 0 else { return .infinity }
    let roots = [1.0, -1].map { (-q + $0 * discriminant.squareRoot()) / (2 * p) }
    return roots.filter { $0 > 0 }.min() ?? .infinity
  }
}
