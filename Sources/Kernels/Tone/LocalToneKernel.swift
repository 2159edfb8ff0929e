internal import BromideLibc
internal import CBromideKernels

/// The brightness around a pixel without detail, and without mixing the two sides of an edge: base
/// = a·E + b, where E is the pixel's brightness.
///
/// a and b belong to cells of the sensor image and are interpolated between their centres. Beyond
/// the outermost cells they are constant.
public struct ToneBase: Sendable {
  /// Columns of cells, at most 256.
  public let columns: Int
  /// Rows of cells.
  public let rows: Int
  /// a and b of each cell, row after row.
  public let cells: [SIMD2<Float>]
  /// The position of the picture's pixel (0, 0) in columns and rows. Whole numbers are centres of
  /// cells.
  public let origin: SIMD2<Double>
  /// The step on the cells from a pixel to the next one in its row.
  public let across: SIMD2<Double>
  /// The step on the cells from a pixel to the one below.
  public let down: SIMD2<Double>

  /// Creates a base from its parts. Rows that go straight to higher columns are fastest. All
  /// pictures without a rotation have such rows.
  public init(
    columns: Int, rows: Int, cells: [SIMD2<Float>], origin: SIMD2<Double>, across: SIMD2<Double>,
    down: SIMD2<Double>
  ) {
    precondition(
      (1...Int(BROMIDE_TONE_COLUMNS)).contains(columns) && rows > 0
        && cells.count == columns * rows, "a and b of every cell, in up to 256 columns")
    self.columns = columns
    self.rows = rows
    self.cells = cells
    self.origin = origin
    self.across = across
    self.down = down
  }

  /// a and b at a pixel.
  func coefficients(x: Int, y: Int) -> SIMD2<Double> {
    let place = origin + Double(x) * across + Double(y) * down
    let last = SIMD2(Double(columns - 1), Double(rows - 1))
    let inside = place.clamped(lowerBound: SIMD2(), upperBound: last)
    let (column, row) = (Int(inside.x), Int(inside.y))
    let (u, v) = (inside.x - Double(column), inside.y - Double(row))
    func cell(_ dx: Int, _ dy: Int) -> SIMD2<Double> {
      SIMD2<Double>(
        cells[min(row + dy, rows - 1) * columns + min(column + dx, columns - 1)])
    }
    return (1 - v) * ((1 - u) * cell(0, 0) + u * cell(1, 0))
      + v * ((1 - u) * cell(0, 1) + u * cell(1, 1))
  }
}

/// Brightness of light and dark areas, and contrast of detail, with an edge-aware base.
///
/// E = log2(luminance / grey) of the pixel, at least `ToneMeter.floor` before exposure. base = a·E
/// + b, and d = E − base. All components get the gain 2^(shadows·smoothstep(0, −4, base) +
/// highlights·smoothstep(0, 3, base) + clarity·d·exp(−(d/0.8)²)·smoothstep(−6, −3, E)·(1 −
/// smoothstep(1.5, 3, E))).
///
/// So detail keeps its contrast while its surroundings change. Clarity adds to detail up to about a
/// stop, but not to strong edges, to noise in the darkest tones, or to light near saturation. A
/// zone alone or clarity alone never reverses tones. `highlights` −2 with clarity 1 can, by a tenth
/// of a stop next to strong edges.
///
/// The base is for light before exposure. e stops of exposure change b to b + (1 − a)·e.
public struct LocalToneKernel: PointKernel {
  private let base: ToneBase
  /// The luminance of red, green and blue in units of grey, before exposure.
  private let weights: SIMD3<Double>
  private let exposure: Double
  private let shadows: Double
  private let highlights: Double
  private let clarity: Double

  /// - Parameters:
  ///   - weights: The luminance of red, green and blue.
  ///   - grey: The luminance of metered grey.
  ///   - exposure: Exposure of the pixels in stops since the base was measured.
  public init(
    _ base: ToneBase, weights: SIMD3<Double>, grey: Double, exposure: Double, shadows: Double,
    highlights: Double, clarity: Double
  ) {
    self.base = base
    self.weights = weights / (grey * exp2(exposure))
    self.exposure = exposure
    self.shadows = shadows
    self.highlights = highlights
    self.clarity = clarity
  }

  /// The formula: linear red, green and blue times the gain for their brightness and position.
  public func formula(_ pixel: SIMD3<Double>, x: Int, y: Int) -> SIMD3<Double> {
    let own = ToneMeter.stops(luminance(pixel, weights))
    let cell = base.coefficients(x: x, y: y)
    let base = cell.x * own + cell.y
    let (d, raised) = (own - base, base + exposure)
    var stops = shadows * smooth(raised / -4) + highlights * smooth(raised / 3)
    let e = own + exposure
    stops +=
      clarity * d * exp(-(d / 0.8) * (d / 0.8)) * smooth((e + 6) / 3)
      * (1 - smooth((e - 1.5) / 1.5))
    return pixel * exp2(stops)
  }

  /// Runs the compiled form in place on the first `count` pixels of a row. All instruction sets
  /// give the same bits.
  @unsafe public func run(
    _ set: InstructionSet, _ row: PlanarPointers, x: Int, y: Int, count: Int
  ) {
    let start = base.origin + Double(y) * base.down
    var place = bromide_tone_place(
      u: Float(start.x), du: Float(base.across.x), v: Float(start.y), dv: Float(base.across.y))
    unsafe base.cells.withUnsafeBytes { cells in
      var values = unsafe bromide_local_tone(
        cells: cells.assumingMemoryBound(to: Float.self).baseAddress, columns: Int32(base.columns),
        rows: Int32(base.rows), weights: weights.floats, least: Float(exp2(ToneMeter.floor)),
        exposure: Float(exposure), shadows: Float(shadows), highlights: Float(highlights),
        clarity: Float(clarity))
      unsafe bromide_local_tone_row(
        set.code, &values, &place, Int32(x), row.red, row.green, row.blue, count)
    }
  }
}
