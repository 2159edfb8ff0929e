internal import BromideKernels
internal import BromideValues

/// Fits a tone curve to a photo and its camera's preview.
///
/// We compare distributions of lightness instead of pixels. So a different framing or lens
/// correction of the preview does not change the curve.
struct CurveFit {
  private let light: [SIMD3<Double>]
  /// Quantiles of the photo's light and of the preview's luminance.
  private let inputs: [Double]
  private let targets: [Double]

  /// Prepares the quantiles.
  ///
  /// - Parameter pair: The pictures, with at least one point.
  init(_ pair: PicturePair) {
    light = pair.light
    inputs = Self.quantiles(pair.light.map { ($0 * PicturePair.weights).sum() })
    targets = Self.quantiles(pair.luminance)
  }

  private static let count = 400

  /// Returns quantiles at (i + ½) / 400.
  private static func quantiles(_ values: [Double]) -> [Double] {
    let sorted = values.sorted()
    return (0..<count).map { sorted[(2 * $0 + 1) * sorted.count / (2 * count)] }
  }

  /// Returns increasing lightness values at `LookCurve.fittedKnots`, from 0 to 1.
  ///
  /// The curve applies to the largest and smallest components of a colour, not to its luminance. So
  /// we apply the curve three times, and adjust the targets if the result is darker or brighter
  /// than the preview.
  func values() -> [Double] {
    var requested = targets
    var values = Self.fit(inputs, requested)
    for _ in 0..<3 {
      guard let curve = Self.curve(values) else { break }
      let made = Self.quantiles(rendered(by: curve))
      for i in requested.indices {
        requested[i] *= min(max(targets[i] / max(made[i], 1e-6), 0.5), 2)
      }
      values = Self.fit(inputs, requested)
    }
    return values
  }

  private func rendered(by curve: LookCurve) -> [Double] {
    let path = PathToWhite(in: .rec2020)
    let kernel = ToneTableKernel(matrix: nil, mostLight: 1, path: path) { curve($0) }
    return light.map { (kernel.formula($0, x: 0, y: 0) * PicturePair.weights).sum() }
  }

  /// Returns the curve of values without an origin.
  private static func curve(_ values: [Double]) -> LookCurve? {
    LookCurve(
      knots: LookCurve.fittedKnots, values: values,
      origin: LookCurve.Origin(make: "", model: "", photo: ""))
  }

  // MARK: Least squares

  /// Returns the iteratively reweighted least squares solution.
  ///
  /// This reduces the weight of outliers. Without pixels, the curve bends like the standard look.
  private static func fit(_ inputs: [Double], _ targets: [Double]) -> [Double] {
    let knots = LookCurve.fittedKnots
    let places = inputs.map { LookCurve.place($0, in: knots) }
    let lightness = targets.map { LookCurve.lightness(of: min($0, 1)) }
    let standard = knots.map { LookCurve.lightness(of: ToneCurve.standard($0)) }
    var weights = [Double](repeating: 1, count: inputs.count)
    var values = standard
    for _ in 0..<5 {
      var system = NormalEquations(unknowns: knots.count)
      for i in places.indices {
        let (k, t) = places[i]
        system.add(
          [(k, 1 - t), (k + 1, t)], lightness[i], weight: weights[i] / Double(inputs.count))
      }
      for k in 1..<knots.count - 1 {
        let bend = standard[k - 1] - 2 * standard[k] + standard[k + 1]
        system.add([(k - 1, 1), (k, -2), (k + 1, 1)], bend, weight: bendWeight)
      }
      system.add([(0, 1)], 0, weight: 10)
      system.add([(knots.count - 1, 1)], 1, weight: 0.3)
      values = system.solution()
      let errors = places.indices.map { i in
        let (k, t) = places[i]
        return lightness[i] - (1 - t) * values[k] - t * values[k + 1]
      }
      let scale = 1.4826 * errors.map(abs).sorted()[errors.count / 2] + 0.004
      weights = errors.map { 1 / (1 + ($0 / (2 * scale)) * ($0 / (2 * scale))) }
    }
    return rising(values)
  }

  /// The weight of deviations from the standard look's bend, relative to the mean error.
  private static let bendWeight = 0.02

  /// Clamps the values, makes them increase, and rounds them to 0.001 L*.
  ///
  /// Rounding removes differences between the logarithms of different machines.
  private static func rising(_ values: [Double]) -> [Double] {
    var most = 0.0
    return values.map { value in
      most = max(most, min(value, 1))
      return (most * 1e5).rounded() / 1e5
    }
  }
}

/// Solves weighted least squares with normal equations.
private struct NormalEquations {
  private var matrix: [[Double]]
  private var right: [Double]

  init(unknowns: Int) {
    matrix = Array(repeating: Array(repeating: 0, count: unknowns), count: unknowns)
    right = Array(repeating: 0, count: unknowns)
  }

  /// Adds an equation: the weighted sum of unknowns equals a value.
  mutating func add(_ terms: [(Int, Double)], _ value: Double, weight: Double) {
    for (i, a) in terms {
      right[i] += weight * a * value
      for (j, b) in terms { matrix[i][j] += weight * a * b }
    }
  }

  /// Returns the solution by elimination. A symmetric positive definite matrix does not need
  /// pivoting.
  func solution() -> [Double] {
    var (matrix, right) = (matrix, right)
    let count = right.count
    for k in 0..<count {
      for i in k + 1..<count where matrix[i][k] != 0 {
        let factor = matrix[i][k] / matrix[k][k]
        for j in k..<count { matrix[i][j] -= factor * matrix[k][j] }
        right[i] -= factor * right[k]
      }
    }
    for k in (0..<count).reversed() {
      for j in k + 1..<count { right[k] -= matrix[k][j] * right[j] }
      right[k] /= matrix[k][k]
    }
    return right
  }
}
