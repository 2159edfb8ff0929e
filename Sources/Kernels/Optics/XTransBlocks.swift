public import BromideValues
internal import CBromideKernels

/// Measures noise and edge sharpness in an X-Trans mosaic's blocks of 48×24 sites, as
/// ``MosaicBlocks`` does for Bayer.
///
/// **Noise.** Every three columns and rows contain a 2×2 square of green sites. Each half of a
/// block has 64 squares, as many as a Bayer plane. Red and blue are omitted, because their squares
/// are so wide that most contain texture.
///
/// **Edges.** Two green diagonal neighbours have the same distance as in a Bayer mosaic, so the
/// calibration of ``BlurRadius`` applies to both.
public struct XTransBlocks: Sendable {
  /// Columns and rows of blocks.
  public let size: Size
  private let mosaic: XTransMosaic
  private let step: Int
  private let instructionSet: InstructionSet
  /// The first green site between four others that is inside the margin.
  private let origin: (x: Int, y: Int)

  private static let width = Int(BROMIDE_XTRANS_BLOCK_WIDTH)
  private static let height = Int(BROMIDE_XTRANS_BLOCK_HEIGHT)
  private static let margin = Int(BROMIDE_XTRANS_MARGIN)

  /// Creates the blocks of a mosaic. A mosaic smaller than a block does not have blocks.
  public init(_ mosaic: XTransMosaic, instructionSet: InstructionSet) {
    self.mosaic = mosaic
    self.instructionSet = instructionSet
    let places = (0..<9).map { (x: Self.margin + $0 % 3, y: Self.margin + $0 / 3) }
    origin = places.first { place in
      [(0, 0), (-1, 0), (1, 0), (0, -1), (0, 1)].allSatisfy { dx, dy in
        (mosaic.pattern.color(x: place.x + dx, y: place.y + dy) == .green) == (dx == 0 && dy == 0)
      }
    }!
    let all = Size(
      width: max(0, mosaic.size.width - origin.x - Self.margin) / Self.width,
      height: max(0, mosaic.size.height - origin.y - Self.margin) / Self.height)
    step = max(
      1, Int((Double(all.area) / Double(MosaicBlocks.most)).squareRoot().rounded(.up)))
    size = Size(width: (all.width + step - 1) / step, height: (all.height + step - 1) / step)
  }

  private func origin(x: Int, y: Int) -> (x: Int, y: Int) {
    (origin.x + x * step * Self.width, origin.y + y * step * Self.height)
  }

  /// Returns the noise of green in the halves of a block. Skips halves with a sample of 0.9 or
  /// more.
  public func noise(x: Int, y: Int) -> [NoiseSample] {
    let origin = origin(x: x, y: y)
    if instructionSet == .reference { return plainNoise(x: origin.x, y: origin.y) }
    var blocks = unsafe blocks
    return unsafe withUnsafeTemporaryAllocation(of: bromide_noise.self, capacity: 2) { halves in
      unsafe bromide_xtrans_noise_block(&blocks, origin.x, origin.y, halves.baseAddress!)
      return (0..<2).compactMap { unsafe NoiseSample(halves[$0]) }
    }
  }

  /// Measures the noise of a row of blocks like `noise(x:y:)`, but never with the formulas.
  ///
  /// - Parameter samples: Has ``noisePlanes`` for each block, in the order of rows.
  public func measureNoise(row: Int, into samples: NoiseSamples) {
    var blocks = unsafe blocks
    for x in 0..<size.width {
      let origin = origin(x: x, y: row)
      unsafe bromide_xtrans_noise_block(
        &blocks, origin.x, origin.y,
        samples.place(ofBlock: row * size.width + x, planes: Self.noisePlanes))
    }
  }

  /// Halves of a block whose noise is measured.
  public static let noisePlanes = 2

  /// Returns the steepest edge of a block, like ``MosaicBlocks/edge(x:y:noise:)``.
  public func edge(x: Int, y: Int, noise: NoiseModel) -> Double? {
    let origin = origin(x: x, y: y)
    if instructionSet == .reference { return plainEdge(x: origin.x, y: origin.y, noise) }
    let factor = MosaicBlocks.edgeFactor
    var blocks = unsafe blocks
    let share = unsafe bromide_xtrans_edge_block(
      instructionSet.code, &blocks, origin.x, origin.y, Float(factor * noise.a),
      Float(factor * noise.b), Float(MosaicBlocks.leastRange))
    return share > 0 ? Double(share) : nil
  }

  @unsafe private var blocks: bromide_xtrans_blocks {
    var blocks = unsafe bromide_xtrans_blocks()
    unsafe blocks.samples = mosaic.samples.base
    unsafe blocks.stride = mosaic.samples.stride
    let levels = mosaic.levels
    unsafe withUnsafeMutableBytes(of: &blocks.black) { black in
      unsafe withUnsafeMutableBytes(of: &blocks.scale) { scale in
        unsafe withUnsafeMutableBytes(of: &blocks.is_green) { isGreen in
          let black = unsafe black.assumingMemoryBound(to: Float.self)
          let scale = unsafe scale.assumingMemoryBound(to: Float.self)
          for site in 0..<36 {
            let value = levels.black(x: site % 6, y: site / 6)
            unsafe black[site] = value
            unsafe scale[site] = 1 / max(levels.white - value, 1)
            unsafe isGreen[site] =
              mosaic.pattern.color(x: site % 6, y: site / 6) == .green ? 1 : 0
          }
        }
      }
    }
    return unsafe blocks
  }
}

// MARK: Formulas

extension XTransBlocks {
  private func light(_ x: Int, _ y: Int) -> Double {
    let black = Double(mosaic.levels.black(x: x % 6, y: y % 6))
    return (Double(mosaic.samples[x, y]) - black) / max(Double(mosaic.levels.white) - black, 1)
  }

  private func plainNoise(x: Int, y: Int) -> [NoiseSample] {
    [x, x + Self.width / 2].compactMap { left in
      var (lights, details, slopes) = ([Double](), [Double](), [Double]())
      for place in 0..<64 {
        func p(_ i: Int, _ j: Int) -> Double {
          light(left + 3 * (place % 8) + i, y + 3 * (place / 8) + j)
        }
        let (a, b, c, d) = (p(1, 1), p(2, 2), p(2, 1), p(1, 2))
        lights += [a, b, c, d]
        details.append((a + b - c - d) * (a + b - c - d) / 4)
        slopes.append(((a - b) * (a - b) + (c - d) * (c - d)) / 4)
      }
      guard lights.max()! < Double(MosaicBlocks.clipped) else { return nil }
      func mean(_ values: [Double]) -> Double { values.reduce(0, +) / Double(values.count) }
      return NoiseSample(mean: mean(lights), variance: mean(details), slope: mean(slopes))
    }
  }

  private func plainEdge(x: Int, y: Int, _ noise: NoiseModel) -> Double? {
    var share = 0.0
    func isGreen(_ x: Int, _ y: Int) -> Bool { mosaic.pattern.color(x: x, y: y) == .green }
    for j in y..<y + Self.height {
      for i in x..<x + Self.width where isGreen(i, j) {
        let around = (0..<81).map { (x: i + $0 % 9 - 4, y: j + $0 / 9 - 4) }
          .filter { isGreen($0.x, $0.y) }.map { light($0.x, $0.y) }
        let (least, most) = (around.min()!, around.max()!)
        let range = most - least
        guard range > MosaicBlocks.leastRange, most < Double(MosaicBlocks.clipped),
          range * range > MosaicBlocks.edgeFactor * (noise.a * most + noise.b)
        else { continue }
        for (u, v) in [(i - 1, j - 1), (i + 1, j - 1), (i - 1, j + 1), (i + 1, j + 1)]
        where isGreen(u, v) {
          share = max(share, abs(light(i, j) - light(u, v)) / range)
        }
      }
    }
    return share > 0 ? share : nil
  }
}
