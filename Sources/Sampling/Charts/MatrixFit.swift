internal import BromideLibc
internal import BromideValues

/// The matrix of some patches.
struct MatrixFit {
  /// White-balanced camera values to XYZ under D50. It keeps white.
  let matrix: Matrix3x3
  /// A factor of light.
  let exposure: Double
  /// The camera's values of white, relative to the guessed values.
  let balance: SIMD3<Double>
  /// Light that the lens scattered over all patches, or an error of the black level.
  let flare: SIMD3<Double>

  private static let white = Chromaticity.d50.xyz

  /// - Parameters:
  ///   - patches: Balanced patches. The camera's white is about 1.
  ///   - seesFlare: Whether to fit flare as well.
  init(_ patches: [ChartFit.Patch], seesFlare: Bool) throws(ColorError) {
    var start: [Double] = []
    for row in 0..<3 {
      // The third number follows from the others, as white becomes white.
      let equations = patches.map { patch in
        let (c, expected) = (patch.camera, patch.reference.xyz())
        // Errors count by lightness, not by light.
        let weight = 1 / max(cbrt(expected.y * expected.y), 0.02)
        return [
          weight * (c.x - c.z), weight * (c.y - c.z),
          weight * (expected[row] - Self.white[row] * c.z),
        ]
      }
      start += LinearSystem.leastSquares(equations)
    }
    start += [Double](repeating: 0, count: seesFlare ? 6 : 3)
    guard start.allSatisfy(\.isFinite) else {
      throw .outOfRange("the patches do not determine a matrix")
    }
    let best = SmallestSquares.numbers(from: start) { numbers in
      let fit = MatrixFit(numbers)
      return patches.flatMap { patch in
        let parts = patch.reference.parts2000(Lab(xyz: fit.xyz(patch.camera, nil)))
        return [parts.l, parts.c, parts.h]
      }
    }
    self.init(best)
    guard best.allSatisfy(\.isFinite), matrix.inverse != nil else {
      throw .outOfRange("the patches do not determine a matrix")
    }
  }

  private init(_ numbers: [Double]) {
    func row(_ i: Int) -> SIMD3<Double> {
      SIMD3(
        numbers[2 * i], numbers[2 * i + 1],
        Self.white[i] - numbers[2 * i] - numbers[2 * i + 1])
    }
    matrix = Matrix3x3(row(0), row(1), row(2))
    exposure = exp(numbers[6])
    balance = SIMD3(exp(numbers[7]), 1, exp(numbers[8]))
    flare = numbers.count > 9 ? SIMD3(numbers[9], numbers[10], numbers[11]) : SIMD3()
  }

  /// XYZ under D50 of camera values.
  func xyz(_ camera: SIMD3<Double>, _ table: ColorTable?) -> SIMD3<Double> {
    let xyz = matrix * (exposure * (camera - flare) / balance)
    guard let table else { return xyz }
    return TableFit.toXYZ * table(TableFit.fromXYZ * xyz)
  }

  /// Returns CIEDE2000 between a patch and its fitted colour.
  func difference(_ patch: ChartFit.Patch, _ table: ColorTable?) -> Double {
    patch.reference.deltaE2000(Lab(xyz: xyz(patch.camera, table)))
  }
}
