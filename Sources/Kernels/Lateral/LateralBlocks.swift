public import BromideValues
internal import CBromideKernels

/// Measurements of one block of a mosaic for the shift of red or blue relative to green. See
/// `LateralFit`.
public struct LateralSums: Sendable, Hashable {
  /// The middle of the block, in half-diagonals from the middle of the mosaic.
  public var place: SIMD2<Double>
  /// The shift used for reading green.
  public var shift: SIMD2<Double>
  /// Number of sites without a clipped sample within 4 sites.
  public var count: Double
  /// Sums of c·c, c·g and g·g.
  public var cc, cg, gg: Double
  /// Sums of c and g times green's slopes.
  public var cSlope, gSlope: SIMD2<Double>
  /// Sums of products of green's slopes: xx, xy, yy.
  public var slopes: SIMD3<Double>
}

/// Measures lateral colour in blocks of 32×32 red or blue sites of a mosaic.
///
/// For X-Trans, cells of 3×3 sites replace sites: see `LateralCells`.
///
/// Each site gives C = √(c + 10⁻³) and G = √(mean of the four green neighbours + 10⁻³), from black
/// 0 to white 1. The root makes noise nearly even. Both are band-passed: c and g are s(a) −
/// s(s(s(a))) with s = [1 4 6 4 1]/16 along rows and columns. Colour differences between objects
/// are mostly broad, so c ≈ k·g except for the shift. Green's slopes are central differences per
/// pixel of the mosaic. The blocks exclude the picture's borders, up to 30 sites.
public struct LateralBlocks: Sendable {
  /// Columns and rows of blocks.
  public let size: Size
  private let samples: PlaneView<UInt16>
  /// The cells of X-Trans, or `nil` for a Bayer mosaic.
  private let cells: LateralCells?
  /// Distance between sites in pixels.
  private let pitch: Int
  private let instructionSet: InstructionSet
  /// First site of the lattice that has four green neighbours, and the first block's position in
  /// sites from there.
  private let origin: (x: Int, y: Int)
  private let first: (x: Int, y: Int)
  private let levels: Levels

  /// Levels of a lattice.
  struct Levels: Sendable {
    let black, scale, greenBlack, greenScale: Double
    /// Samples above these are clipped.
    let clipped, greenClipped: Int
  }

  /// Sites along a side of a block.
  static let side = Int(BROMIDE_LATERAL_BLOCK)
  private static let margin = Int(BROMIDE_LATERAL_MARGIN)

  /// - Parameters:
  ///   - color: Red or blue.
  ///   - instructionSet: The variant to run. It must be available.
  public init(_ mosaic: Mosaic, color: CFAColor, instructionSet: InstructionSet) {
    precondition(color != .green, "a colour to compare with green")
    precondition(instructionSet <= .best, "this processor has no \(instructionSet)")
    let (redX, redY) = (mosaic.pattern.redX, mosaic.pattern.redY)
    let flip = color == .red ? 0 : 1
    let origin = (2 + redX ^ flip, 2 + redY ^ flip)
    // The last site also has a neighbour.
    self.init(
      mosaic.samples, cells: nil, pitch: 2, origin: origin,
      levels: Levels(mosaic, x: origin.0, y: origin.1), instructionSet)
  }

  /// - Parameters:
  ///   - color: Red or blue.
  ///   - instructionSet: The variant to run. It must be available.
  public init(_ mosaic: XTransMosaic, color: CFAColor, instructionSet: InstructionSet) {
    precondition(color != .green, "a colour to compare with green")
    precondition(instructionSet <= .best, "this processor has no \(instructionSet)")
    let cells = LateralCells(mosaic.pattern, color)
    self.init(
      mosaic.samples, cells: cells, pitch: 3, origin: cells.origin, levels: Levels(mosaic, color),
      instructionSet)
  }

  private init(
    _ samples: PlaneView<UInt16>, cells: LateralCells?, pitch: Int, origin: (x: Int, y: Int),
    levels: Levels, _ instructionSet: InstructionSet
  ) {
    self.samples = samples
    self.cells = cells
    self.pitch = pitch
    self.origin = origin
    self.levels = levels
    self.instructionSet = instructionSet
    // Neighbours of the last site are also inside.
    let reach = pitch - 2
    let sites = Size(
      width: max(0, (samples.size.width - origin.x + reach) / pitch),
      height: max(0, (samples.size.height - origin.y + reach) / pitch))
    let usable = Size(
      width: max(0, sites.width - 2 * Self.margin), height: max(0, sites.height - 2 * Self.margin))
    size = Size(width: usable.width / Self.side, height: usable.height / Self.side)
    first = (
      (sites.width - size.width * Self.side) / 2, (sites.height - size.height * Self.side) / 2
    )
  }

  /// Floats of scratch memory for `sums`, with the alignment of `PixelMemory`.
  public static let scratchCount = Int(BROMIDE_LATERAL_SCRATCH)

  /// Returns the middle of a block, in half-diagonals from the middle of the mosaic.
  public func place(column: Int, row: Int) -> SIMD2<Double> {
    let (x, y) = site(column: column, row: row)
    let half = Double(pitch * (Self.side - 1) + 1) / 2
    return LateralShift.place(of: SIMD2(Double(x) + half, Double(y) + half), in: samples.size)
  }

  /// Returns the sums of a block.
  ///
  /// - Parameters:
  ///   - shift: The shift for reading green, in pixels. It is limited to 4 pixels in x and y, or to
  ///     3 for X-Trans.
  ///   - scratch: Memory that was cleared once. Each thread needs separate memory.
  public func sums(
    column: Int, row: Int, shift: SIMD2<Double>, scratch: PixelMemory
  ) -> LateralSums {
    precondition((0..<size.width).contains(column) && (0..<size.height).contains(row), "a block")
    let limit = SIMD2(repeating: cells == nil ? LateralMoves.greatest : LateralCells.greatest)
    // Rounded as for the kernel.
    let held = SIMD2<Float>(pointwiseMax(pointwiseMin(shift, limit), -limit))
    var result = LateralSums(
      place: place(column: column, row: row), shift: SIMD2<Double>(held), count: 0, cc: 0, cg: 0,
      gg: 0, cSlope: .zero, gSlope: .zero, slopes: .zero)
    guard instructionSet != .reference else {
      addByFormula(column: column, row: row, to: &result)
      return result
    }
    var sums = bromide_lateral_sums()
    let (x, y) = (first.x + column * Self.side, first.y + row * Self.side)
    let memory = unsafe scratch.bytes.assumingMemoryBound(to: Float.self).baseAddress!
    if let cells {
      var description = unsafe bromide_lateral_cells(
        samples: samples.base + origin.y * samples.stride + origin.x, stride: samples.stride,
        parity: cells.isAcross ? 0 : 1, black: Float(levels.black), scale: Float(levels.scale),
        green_black: Float(levels.greenBlack), green_scale: Float(levels.greenScale),
        clipped: Int32(levels.clipped), green_clipped: Int32(levels.greenClipped))
      unsafe bromide_lateral_cells_block(
        instructionSet.code, &description, x, y, held.x, held.y, memory, &sums)
      result.take(sums)
      return result
    }
    var lattice = unsafe bromide_lateral_lattice(
      samples: samples.base + origin.y * samples.stride + origin.x, stride: samples.stride,
      black: Float(levels.black), scale: Float(levels.scale),
      green_black: Float(levels.greenBlack), green_scale: Float(levels.greenScale),
      clipped: Int32(levels.clipped), green_clipped: Int32(levels.greenClipped))
    unsafe bromide_lateral_block(
      instructionSet.code, &lattice, x, y, held.x, held.y, memory, &sums)
    result.take(sums)
    return result
  }

  /// Returns the column and row of a block's first site in the mosaic.
  private func site(column: Int, row: Int) -> (x: Int, y: Int) {
    (
      origin.x + pitch * (first.x + column * Self.side),
      origin.y + pitch * (first.y + row * Self.side)
    )
  }
}

extension LateralSums {
  fileprivate mutating func take(_ sums: bromide_lateral_sums) {
    count = Double(sums.count)
    (cc, cg, gg) = (Double(sums.cc), Double(sums.cg), Double(sums.gg))
    cSlope = SIMD2(Double(sums.cgx), Double(sums.cgy))
    gSlope = SIMD2(Double(sums.ggx), Double(sums.ggy))
    slopes = SIMD3(Double(sums.gxgx), Double(sums.gxgy), Double(sums.gygy))
  }
}

extension LateralBlocks.Levels {
  /// Creates the levels around a site of red or blue.
  fileprivate init(_ mosaic: Mosaic, x: Int, y: Int) {
    // Means over a pattern. The band-pass removes the differences within the pattern.
    let pattern = mosaic.levels.blackPatternSize
    func mean(_ dx: Int, _ dy: Int) -> Double {
      var sum = 0.0
      for row in 0..<pattern.height {
        for column in 0..<pattern.width {
          sum += Double(mosaic.levels.black(x: x + dx + 2 * column, y: y + dy + 2 * row))
        }
      }
      return sum / Double(pattern.area)
    }
    self.init(
      black: mean(0, 0), greenBlack: (mean(1, 0) + mean(0, 1)) / 2,
      white: Double(mosaic.levels.white))
  }

  /// Creates the levels for a colour of X-Trans.
  fileprivate init(_ mosaic: XTransMosaic, _ color: CFAColor) {
    func mean(_ needed: CFAColor) -> Double {
      let sites = (0..<36).filter {
        mosaic.pattern.color(x: $0 % 6, y: $0 / 6) == needed
      }
      return sites.reduce(0) { $0 + Double(mosaic.levels.black(x: $1 % 6, y: $1 / 6)) }
        / Double(sites.count)
    }
    self.init(black: mean(color), greenBlack: mean(.green), white: Double(mosaic.levels.white))
  }

  private init(black: Double, greenBlack: Double, white: Double) {
    self.black = black
    self.greenBlack = greenBlack
    func range(_ black: Double) -> Double { white > black ? white - black : 1 }
    scale = 1 / range(black)
    greenScale = 1 / range(greenBlack)
    func limit(_ black: Double) -> Int {
      Int(min(max(black + 0.98 * range(black), 0), Double(UInt16.max)))
    }
    clipped = limit(black)
    greenClipped = limit(greenBlack)
  }
}

// MARK: - Formulas

extension LateralBlocks {
  /// Adds the sums in double precision, site by site: the reference for the fast forms.
  private func addByFormula(column: Int, row: Int, to result: inout LateralSums) {
    let (x0, y0) = site(column: column, row: row)
    let around = 12
    let window = Self.side + 2 * around
    typealias Plane = [[Double]]
    func plane(_ value: (_ x: Int, _ y: Int) -> Double) -> Plane {
      (0..<window).map { y in
        (0..<window).map { x in value(x0 + pitch * (x - around), y0 + pitch * (y - around)) }
      }
    }
    func root(_ value: Double, _ black: Double, _ scale: Double) -> Double {
      (max((value - black) * scale, 0) + 1e-3).squareRoot()
    }
    func code(_ x: Int, _ y: Int) -> Double { Double(samples[x, y]) }
    func mean(_ x: Int, _ y: Int, _ places: [LateralCells.Place]) -> Double {
      places.reduce(0) { $0 + $1.weight * code(x + $1.x, y + $1.y) }
    }
    func isClipped(_ x: Int, _ y: Int, _ places: [LateralCells.Place], _ limit: Int) -> Bool {
      places.contains { code(x + $0.x, y + $0.y) > Double(limit) }
    }
    func places(_ x: Int, _ y: Int) -> (colour: [LateralCells.Place], green: [LateralCells.Place]) {
      cells?.places(x: x, y: y) ?? LateralCells.bayer
    }
    let c = Self.bandPassed(
      plane { root(mean($0, $1, places($0, $1).colour), levels.black, levels.scale) })
    let g = Self.bandPassed(
      plane { root(mean($0, $1, places($0, $1).green), levels.greenBlack, levels.greenScale) })
    let clipped = plane { x, y in
      isClipped(x, y, places(x, y).colour, levels.clipped)
        || isClipped(x, y, places(x, y).green, levels.greenClipped) ? 1 : 0
    }
    // Green at a position in sites of the window.
    let u = result.shift / Double(pitch)
    let whole = u.rounded(.down)
    let isCells = cells != nil
    func weights(at t: Double) -> [Double] {
      if isCells { return LateralCells.weights(at: t) }
      let four = CatmullRom.weights(at: t)
      return (0..<4).map { four[$0] }
    }
    let (across, down) = (weights(at: u.x - whole.x), weights(at: u.y - whole.y))
    let before = across.count / 2 - 1
    func green(_ x: Int, _ y: Int) -> Double {
      var sum = 0.0
      for (j, rowWeight) in down.enumerated() {
        for (i, weight) in across.enumerated() {
          sum +=
            rowWeight * weight
            * g[y + Int(whole.y) + j - before][x + Int(whole.x) + i - before]
        }
      }
      return sum
    }
    for y in around..<around + Self.side {
      for x in around..<around + Self.side {
        let isClipped = clipped[y - 4...y + 4].contains { $0[x - 4...x + 4].contains(1) }
        guard !isClipped else { continue }
        let (here, c) = (green(x, y), c[y][x])
        let slope =
          SIMD2(green(x + 1, y) - green(x - 1, y), green(x, y + 1) - green(x, y - 1))
          / Double(2 * pitch)
        result.count += 1
        result.cc += c * c
        result.cg += c * here
        result.gg += here * here
        result.cSlope += c * slope
        result.gSlope += here * slope
        result.slopes += SIMD3(slope.x * slope.x, slope.x * slope.y, slope.y * slope.y)
      }
    }
  }

  /// Returns s(a) − s(s(s(a))). The outermost 6 sites are wrong.
  private static func bandPassed(_ a: [[Double]]) -> [[Double]] {
    func smoothed(_ a: [[Double]]) -> [[Double]] {
      func at(_ i: Int) -> Int { min(max(i, 0), a.count - 1) }
      let weights: [(Int, Double)] = [(-2, 1), (-1, 4), (0, 6), (1, 4), (2, 1)]
      let rows = a.map { row in
        row.indices.map { x in weights.reduce(0) { $0 + $1.1 * row[at(x + $1.0)] } / 16 }
      }
      return rows.indices.map { y in
        rows[y].indices.map { x in
          weights.reduce(0) { $0 + $1.1 * rows[at(y + $1.0)][x] } / 16
        }
      }
    }
    let once = smoothed(a)
    let thrice = smoothed(smoothed(once))
    return zip(once, thrice).map { zip($0, $1).map { $0 - $1 } }
  }
}
