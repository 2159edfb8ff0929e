internal import BromideLibc
public import BromideValues
internal import CBromideKernels

/// Saturation, vibrance and hue in Oklab (B. Ottosson, 2020). Lightness is unchanged.
///
/// Chroma is multiplied by saturation · (1 + vibrance / (1 + (C/L)² / knee²)). Vibrance affects
/// muted colours, because their C/L is small. C/L does not change with exposure. The hue angle
/// rotates the a-b plane. Cone responses below 0 are treated as 0.
public struct ChromaKernel: PointKernel {
  private let saturation: Double
  private let vibrance: Double
  private let cosine: Double
  private let sine: Double
  private var oklab: OklabMatrices
  private var values: bromide_chroma

  /// The ratio of chroma to lightness that halves the effect of vibrance: muted skin and foliage.
  static let knee = 0.1

  /// - Parameters:
  ///   - space: The space of the pixels, with a D65 white.
  ///   - hue: Degrees, from red towards yellow.
  public init(space: RGBSpace, saturation: Double, vibrance: Double, hue: Double) {
    self.saturation = saturation
    self.vibrance = vibrance
    cosine = cos(hue * .pi / 180)
    sine = sin(hue * .pi / 180)
    oklab = OklabMatrices(space)
    let change = Matrix3x3(
      SIMD3(1, 0, 0), saturation * SIMD3(0, cosine, -sine), saturation * SIMD3(0, sine, cosine))
    let fromLab = oklab.fromLab * change
    values = bromide_chroma(
      to_cones: oklab.toCones.nine, roots: (fromLab * oklab.toLab).nine,
      to_lab: oklab.toLab.nine, from_lab: fromLab.nine, from_cones: oklab.fromCones.nine,
      vibrance: Float(vibrance), knee: Float(Self.knee))
  }

  /// Returns a filter that applies a matrix first, in the same pass.
  public func following(_ matrix: Matrix3x3) -> ChromaKernel {
    var result = self
    result.oklab.toCones = oklab.toCones * matrix
    result.values.to_cones = result.oklab.toCones.nine
    return result
  }

  /// Returns the pixel with its chroma scaled and rotated in Oklab. Ignores the position.
  public func formula(_ pixel: SIMD3<Double>, x: Int, y: Int) -> SIMD3<Double> {
    let cones = oklab.toCones * pixel
    let lab =
      oklab.toLab * SIMD3(cbrt(max(cones.x, 0)), cbrt(max(cones.y, 0)), cbrt(max(cones.z, 0)))
    let (l, a, b) = (lab.x, lab.y, lab.z)
    let muted = max(l * l * Self.knee * Self.knee, 1e-24)
    let factor = saturation * (1 + vibrance * muted / (muted + a * a + b * b))
    let turned = factor * SIMD3(l / factor, cosine * a - sine * b, sine * a + cosine * b)
    let roots = oklab.fromLab * (factor == 0 ? SIMD3(l, 0, 0) : turned)
    return oklab.fromCones * (roots * roots * roots)
  }

  /// Runs the compiled form in place on the first `count` pixels of a row.
  @unsafe public func run(
    _ set: InstructionSet, _ row: PlanarPointers, x: Int, y: Int, count: Int
  ) {
    unsafe withUnsafePointer(to: values) { values in
      unsafe bromide_chroma_row(set.code, values, row.red, row.green, row.blue, count)
    }
  }
}

/// The four linear maps between an RGB space and Oklab.
struct OklabMatrices: Sendable {
  var toCones: Matrix3x3
  let toLab = Oklab.opponents
  let fromLab = Oklab.opponentsInverse
  let fromCones: Matrix3x3

  /// The matrices for C, used with signed cube roots.
  var values: bromide_oklab {
    bromide_oklab(
      to_cones: toCones.nine, to_lab: toLab.nine, from_lab: fromLab.nine,
      from_cones: fromCones.nine)
  }

  /// Returns a pixel in Oklab, with signed cube roots.
  func lab(_ pixel: SIMD3<Double>) -> SIMD3<Double> {
    let cones = toCones * pixel
    return toLab * SIMD3(cbrt(cones.x), cbrt(cones.y), cbrt(cones.z))
  }

  /// Returns the pixel of an Oklab colour.
  func pixel(_ lab: SIMD3<Double>) -> SIMD3<Double> {
    let roots = fromLab * lab
    return fromCones * (roots * roots * roots)
  }

  init(_ space: RGBSpace) {
    precondition(space.white == .d65, "Oklab is relative to D65")
    toCones = Oklab.cones * space.toXYZ
    fromCones = space.fromXYZ * Oklab.conesInverse
  }
}

extension Matrix3x3 {
  /// The elements as a C array of nine.
  fileprivate var nine: (Float, Float, Float, Float, Float, Float, Float, Float, Float) {
    let f = floats
    return (f[0], f[1], f[2], f[3], f[4], f[5], f[6], f[7], f[8])
  }
}
