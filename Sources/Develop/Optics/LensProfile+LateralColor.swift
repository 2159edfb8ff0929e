internal import BromideKernels
internal import BromideValues

extension LensProfile {
  /// Returns the lateral colour in the form that the demosaic uses, for a mosaic of this size, or
  /// `nil` if it is unknown.
  func lateralColor(for size: Size) -> LateralColor? {
    guard let (red, blue) = lateralColor else { return nil }
    let middle = SIMD2(Double(size.width), Double(size.height)) / 2
    let half = (middle * middle).sum().squareRoot()
    return LateralColor(
      red: LateralShift(factors: red, halfDiagonal: half),
      blue: LateralShift(factors: blue, halfDiagonal: half))
  }
}

extension LateralShift {
  /// Creates the shift of a colour from factors that its radius is multiplied by.
  ///
  /// The factors are equidistant from the centre to the corner. t₀, t₁ and t₂ minimise the squared
  /// residual over the area.
  fileprivate init(factors: [Double], halfDiagonal: Double) {
    var rows = [[Double]](repeating: [0, 0, 0, 0], count: 3)
    for (index, factor) in factors.enumerated() {
      // The position of the colour for a point at `radius`, and the shift back.
      let radius = Double(index) / Double(max(factors.count - 1, 1))
      let thrown = radius * factor
      let shift = (radius - thrown) * halfDiagonal
      let square = thrown * thrown
      let basis = [thrown, thrown * square, thrown * square * square]
      for i in 0..<3 {
        for j in 0..<3 { rows[i][j] += thrown * basis[i] * basis[j] }
        rows[i][3] += thrown * basis[i] * shift
      }
    }
    // Three powers of one variable over many places: never singular.
    for i in 0..<3 {
      for j in 0..<3 where j != i {
        let share = rows[j][i] / rows[i][i]
        for k in i..<4 { rows[j][k] -= share * rows[i][k] }
      }
    }
    self.init((0..<3).map { rows[$0][3] / rows[$0][$0] } + [0, 0])
  }
}
