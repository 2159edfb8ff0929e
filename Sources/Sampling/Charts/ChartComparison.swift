internal import BromideLibc
public import BromideValues

/// A chart's colours in a picture, compared with its reference colours.
public struct ChartComparison: Sendable {
  /// The difference of every patch, in the chart's order.
  public let differences: [Double]
  /// The patches that are ignored, because they are covered or their light is uneven.
  public let leftOut: [Int]
  /// The factor applied to linear light, so that one patch has its reference luminance.
  public let exposure: Double
  /// The least-squares matrix from measured linear sRGB, times `exposure`, to the references.
  ///
  /// It is `nil` if the colours do not determine a matrix.
  public let matrix: Matrix3x3?
  /// The mean difference with the matrix.
  public let correctedMean: Double?

  /// - Parameters:
  ///   - samples: One for each patch.
  ///   - matched: The patch to match in luminance, or `nil` to skip the match.
  ///   - formula: The formula of differences.
  public init(
    _ chart: ColorChart, _ samples: [Sample], matched: Int?, formula: ColorDifference = .ciede2000
  ) {
    precondition(samples.count == chart.patches.count, "a sample for each patch")
    let measured = samples.map { SampleReadout(.linear, from: $0.space).value($0) ?? SIMD3() }
    let expected = chart.patches.map { Self.scale.light(of: $0.reference) }
    let even = samples.indices.filter { !samples[$0].isUneven }
    let enough = even.count * 5 >= samples.count * 3 ? even : Array(samples.indices)
    let fitting = ChartOutliers(measured, chart.patches.map(\.reference)).fitting(among: enough)
    leftOut = samples.indices.filter { !fitting.contains($0) }
    // If the patch itself is covered, use all others.
    let level = matched.map { fitting.contains($0) ? [$0] : fitting }
    func luminance(_ lights: [SIMD3<Double>], _ patches: [Int]) -> Double {
      patches.reduce(0) { $0 + Self.luminance(lights[$1]) }
    }
    let factor = level.map { luminance(expected, $0) / luminance(measured, $0) }
    // A black patch does not determine a factor.
    exposure = factor.map { $0.isFinite && $0 > 0 ? $0 : 1 } ?? 1
    let lights = measured.map { [exposure] in exposure * $0 }
    let references = chart.patches.map(\.reference)
    differences = zip(lights, references).map { formula($1, Self.scale.lab($0)) }
    let matrix = Self.leastSquares(fitting.map { lights[$0] }, fitting.map { expected[$0] })
    self.matrix = matrix
    correctedMean = matrix.map { matrix in
      fitting.reduce(0) { $0 + formula(references[$1], Self.scale.lab(matrix * lights[$1])) }
        / Double(fitting.count)
    }
  }

  /// `exposure` in stops.
  public var stops: Double { log2(exposure) }

  private static func luminance(_ light: SIMD3<Double>) -> Double {
    (RGBSpace.srgb.toXYZ * light).y
  }

  /// Returns the least-squares matrix from lights to `expected`, or `nil` if it is not determined.
  static func leastSquares(
    _ lights: [SIMD3<Double>], _ expected: [SIMD3<Double>]
  ) -> Matrix3x3? {
    let rows = (0..<3).map { channel in
      LinearSystem.leastSquares(
        zip(lights, expected).map { [$0.x, $0.y, $0.z, $1[channel]] })
    }
    guard rows.allSatisfy({ $0.allSatisfy(\.isFinite) }) else { return nil }
    return Matrix3x3(
      SIMD3(rows[0][0], rows[0][1], rows[0][2]), SIMD3(rows[1][0], rows[1][1], rows[1][2]),
      SIMD3(rows[2][0], rows[2][1], rows[2][2]))
  }

  private static let scale = LabScale()
}

/// Converts linear sRGB to CIE L*a*b* under D50 and back.
struct LabScale: Sendable {
  private let toD50 = Matrix3x3.bradford(from: RGBSpace.srgb.white, to: .d50) * RGBSpace.srgb.toXYZ

  func lab(_ light: SIMD3<Double>) -> Lab { Lab(xyz: toD50 * light) }

  func light(of lab: Lab) -> SIMD3<Double> { (toD50.inverse ?? .identity) * lab.xyz() }
}
