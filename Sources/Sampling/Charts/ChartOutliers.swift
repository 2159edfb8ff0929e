internal import BromideValues

/// Patches with colours that the chart cannot have under any light, because they are covered or
/// reflect a lamp.
///
/// Any three patches determine a matrix. The matrix with the smallest median difference is right
/// even if half of the patches are covered, but least squares over all of them would be wrong. Then
/// least squares over the matching patches finds the rest.
struct ChartOutliers {
  private let lights: [SIMD3<Double>]
  private let references: [Lab]
  private let expected: [SIMD3<Double>]
  private static let scale = LabScale()

  /// CIEDE2000 that saturated patches reach with a camera's best matrix.
  private static let largest = 15.0
  /// How much more than the median patch one that fits may differ.
  private static let factor = 4.0
  /// The maximum fraction to leave out. If more patches differ, the chart itself is different.
  private static let mostLeftOut = 0.4
  /// Triples that are tried: all of 24 patches, and some of more.
  private static let mostTriples = 2024

  /// - Parameters:
  ///   - lights: Linear sRGB as measured, in the chart's order.
  ///   - references: The chart's colours.
  init(_ lights: [SIMD3<Double>], _ references: [Lab]) {
    (self.lights, self.references) = (lights, references)
    expected = references.map { Self.scale.light(of: $0) }
  }

  /// Returns the indices of the matching patches in order, or all if the chart does not match.
  ///
  /// - Parameter candidates: Patches that can match.
  func fitting(among candidates: [Int]) -> [Int] {
    guard candidates.count >= 8, let start = best(of: candidates) else { return candidates }
    var fits = kept(candidates, differences(start, candidates))
    for _ in 0..<8 {
      let fitted = fits
      guard
        let matrix = ChartComparison.leastSquares(
          fitted.map { lights[$0] }, fitted.map { expected[$0] })
      else { return candidates }
      fits = kept(candidates, differences(matrix, candidates))
      if fits == fitted { break }
    }
    let least = Double(candidates.count) * (1 - Self.mostLeftOut)
    return Double(fits.count) >= least ? fits : candidates
  }

  private func differences(_ matrix: Matrix3x3, _ patches: [Int]) -> [Double] {
    patches.map { Self.scale.lab(matrix * lights[$0]).deltaE2000(references[$0]) }
  }

  private func kept(_ patches: [Int], _ differences: [Double]) -> [Int] {
    let median = Self.median(differences)
    let most = max(Self.largest, Self.factor * median)
    return zip(patches, differences).filter { $0.1 <= most }.map(\.0)
  }

  /// Returns the matrix of three patches with the smallest median difference, or `nil` if it is not
  /// determined.
  private func best(of patches: [Int]) -> Matrix3x3? {
    var best: (matrix: Matrix3x3, median: Double)?
    for (i, j, k) in Self.triples(of: patches) {
      let measured = Matrix3x3(lights[i], lights[j], lights[k]).transposed
      let known = Matrix3x3(expected[i], expected[j], expected[k]).transposed
      guard let inverse = measured.inverse else { continue }
      let matrix = known * inverse
      // The distance in L*a*b* serves to compare, in a fifth of the time.
      let median = Self.median(
        patches.map {
          ColorDifference.cie76(references[$0], Self.scale.lab(matrix * lights[$0]))
        })
      if median.isFinite, median < best?.median ?? .infinity { best = (matrix, median) }
    }
    return best?.matrix
  }

  /// Triples of patches, the same ones every time.
  private static func triples(of patches: [Int]) -> [(Int, Int, Int)] {
    var all: [(Int, Int, Int)] = []
    let count = patches.count
    if count <= 24 {
      for i in 0..<count {
        for j in i + 1..<count {
          for k in j + 1..<count { all.append((patches[i], patches[j], patches[k])) }
        }
      }
      return all
    }
    var state: UInt64 = 1
    func next() -> Int {
      // Knuth's linear congruences ("The Art of Computer Programming", volume 2, 3.3.4), upper
      // bits.
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % count
    }
    while all.count < mostTriples {
      let (i, j, k) = (next(), next(), next())
      if i != j, j != k, i != k { all.append((patches[i], patches[j], patches[k])) }
    }
    return all
  }

  private static func median(_ numbers: [Double]) -> Double {
    let sorted = numbers.sorted()
    return sorted.isEmpty ? 0 : sorted[sorted.count / 2]
  }
}
