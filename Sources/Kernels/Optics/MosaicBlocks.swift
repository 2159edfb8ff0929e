public import BromideValues
internal import CBromideKernels

/// Measures noise and edge sharpness in a mosaic's blocks of 32×32 sites.
///
/// Light is 0 at black and 1 at white, before any balance. At most about ``most`` blocks are
/// measured, on a regular grid.
public struct MosaicBlocks: Sendable {
  /// Columns and rows of blocks.
  public let size: Size
  private let mosaic: Mosaic
  private let step: Int
  private let instructionSet: InstructionSet

  /// Side of a block in sites.
  static let side = Int(BROMIDE_SITES)
  private static let margin = Int(BROMIDE_SITES_MARGIN)
  /// Maximum number of blocks. Measuring all blocks of a 24-megapixel photo changes its noise by
  /// less than 1 %.
  static let most = 6000

  /// Creates the blocks of a mosaic. A mosaic smaller than a block does not have blocks.
  public init(_ mosaic: Mosaic, instructionSet: InstructionSet) {
    self.mosaic = mosaic
    self.instructionSet = instructionSet
    let all = Size(
      width: max(0, mosaic.size.width - 2 * Self.margin) / Self.side,
      height: max(0, mosaic.size.height - 2 * Self.margin) / Self.side)
    step = max(1, Int((Double(all.area) / Double(Self.most)).squareRoot().rounded(.up)))
    size = Size(width: (all.width + step - 1) / step, height: (all.height + step - 1) / step)
  }

  /// Returns the first site of a block. It is even, and outside the margin.
  private func origin(x: Int, y: Int) -> (x: Int, y: Int) {
    (Self.margin + x * step * Self.side, Self.margin + y * step * Self.side)
  }

  /// Returns the noise of a block's four planes. Skips planes with a sample of 0.9 or more.
  public func noise(x: Int, y: Int) -> [NoiseSample] {
    let origin = origin(x: x, y: y)
    if instructionSet == .reference { return plainNoise(x: origin.x, y: origin.y) }
    var blocks = unsafe blocks
    return unsafe withUnsafeTemporaryAllocation(of: bromide_noise.self, capacity: 4) { planes in
      unsafe bromide_noise_block(
        instructionSet.code, &blocks, origin.x, origin.y, planes.baseAddress!)
      return (0..<4).compactMap { unsafe NoiseSample(planes[$0]) }
    }
  }

  /// Measures the noise of a row of blocks like `noise(x:y:)`, but never with the formulas.
  ///
  /// - Parameter samples: Has ``noisePlanes`` for each block, in the order of rows.
  public func measureNoise(row: Int, into samples: NoiseSamples) {
    let code = max(instructionSet, .baseline).code
    var blocks = unsafe blocks
    for x in 0..<size.width {
      let origin = origin(x: x, y: row)
      unsafe bromide_noise_block(
        code, &blocks, origin.x, origin.y,
        samples.place(ofBlock: row * size.width + x, planes: Self.noisePlanes))
    }
  }

  /// Planes in a block whose noise is measured.
  public static let noisePlanes = 4

  /// Returns the steepest edge of a block, or `nil` if no edge exceeds the noise.
  ///
  /// The result is the maximum share φ of an edge's height between two diagonal neighbours. An edge
  /// is a range D of green within 9×9 sites, above 40 deviations of the noise and above 0.02, with
  /// all values below 0.9.
  public func edge(x: Int, y: Int, noise: NoiseModel) -> Double? {
    let origin = origin(x: x, y: y)
    if instructionSet == .reference { return plainEdge(x: origin.x, y: origin.y, noise) }
    var blocks = unsafe blocks
    let share = unsafe bromide_edge_block(
      instructionSet.code, &blocks, origin.x, origin.y,
      Float(Self.edgeFactor * noise.a), Float(Self.edgeFactor * noise.b), Float(Self.leastRange))
    return share > 0 ? Double(share) : nil
  }

  static let clipped: Float = 0.9
  static let leastRange = 0.02
  /// 40 deviations, squared.
  static let edgeFactor = 1600.0

  @unsafe private var blocks: bromide_blocks {
    let levels = mosaic.levels
    let black = (0..<4).map { levels.black(x: $0 % 2, y: $0 / 2) }
    let scale = black.map { 1 / max(levels.white - $0, 1) }
    return unsafe bromide_blocks(
      samples: mosaic.samples.base, stride: mosaic.samples.stride,
      black: (black[0], black[1], black[2], black[3]),
      scale: (scale[0], scale[1], scale[2], scale[3]),
      green_first: mosaic.pattern.color(x: 0, y: 0) == .green ? 1 : 0)
  }
}

/// The noise measured in one plane of a block.
public struct NoiseSample: Sendable, Hashable {
  /// Mean light.
  public var mean: Double
  /// Mean square of (a + b − c − d)/2, where a and b are opposite corners of a square of samples,
  /// and c and d the others. It equals the variance of noise, plus some detail.
  public var variance: Double
  /// Mean square of (a − b)/√2 and (c − d)/√2. It equals the variance of noise, plus much more
  /// detail.
  public var slope: Double

  /// Creates a plane's sample from its mean light and mean squares.
  public init(mean: Double, variance: Double, slope: Double) {
    self.mean = mean
    self.variance = variance
    self.slope = slope
  }

  /// Returns `nil` for a plane with clipped samples.
  init?(_ noise: bromide_noise) {
    guard noise.largest < MosaicBlocks.clipped else { return nil }
    self.init(
      mean: Double(noise.mean), variance: Double(noise.detail), slope: Double(noise.slope))
  }
}

// MARK: Formulas

extension MosaicBlocks {
  private func light(_ x: Int, _ y: Int) -> Double {
    let black = Double(mosaic.levels.black(x: x % 2, y: y % 2))
    return (Double(mosaic.samples[x, y]) - black) / max(Double(mosaic.levels.white) - black, 1)
  }

  private func plainNoise(x: Int, y: Int) -> [NoiseSample] {
    let half = Self.side / 2
    return (0..<4).compactMap { site in
      func p(_ i: Int, _ j: Int) -> Double { light(x + site % 2 + 2 * i, y + site / 2 + 2 * j) }
      var (sum, details, slopes, most) = (0.0, 0.0, 0.0, 0.0)
      for j in 0..<half {
        for i in 0..<half {
          sum += p(i, j)
          most = max(most, p(i, j))
          guard i % 2 == 0, j % 2 == 0 else { continue }
          let (a, b, c, d) = (p(i, j), p(i + 1, j + 1), p(i + 1, j), p(i, j + 1))
          details += (a + b - c - d) * (a + b - c - d) / 4
          slopes += ((a - b) * (a - b) + (c - d) * (c - d)) / 4
        }
      }
      guard most < Double(Self.clipped) else { return nil }
      let count = Double(half * half)
      return NoiseSample(
        mean: sum / count, variance: details / (count / 4), slope: slopes / (count / 4))
    }
  }

  private func plainEdge(x: Int, y: Int, _ noise: NoiseModel) -> Double? {
    var share = 0.0
    func isGreen(_ x: Int, _ y: Int) -> Bool { mosaic.pattern.color(x: x, y: y) == .green }
    for j in y..<y + Self.side {
      for i in x..<x + Self.side where isGreen(i, j) {
        var (least, most) = (Double.infinity, -Double.infinity)
        for v in j - 4...j + 4 {
          for u in i - 4...i + 4 where isGreen(u, v) {
            least = min(least, light(u, v))
            most = max(most, light(u, v))
          }
        }
        let range = most - least
        guard range > Self.leastRange, most < Double(Self.clipped),
          range * range > Self.edgeFactor * (noise.a * most + noise.b)
        else { continue }
        for (u, v) in [(i - 1, j - 1), (i + 1, j - 1), (i - 1, j + 1), (i + 1, j + 1)] {
          share = max(share, abs(light(i, j) - light(u, v)) / range)
        }
      }
    }
    return share > 0 ? share : nil
  }
}
