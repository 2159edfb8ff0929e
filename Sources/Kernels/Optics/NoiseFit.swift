internal import BromideLibc

extension NoiseModel {
  /// Fits the model to a photo's blocks, or returns `nil` if all light levels have too few blocks.
  ///
  /// Blocks are sorted by light into 32 levels. Levels with fewer than 50 blocks are skipped. With
  /// white noise, a block's slope and its variance are two independent measures of the same number.
  /// So the tenth with the lowest slopes has the noise's variance on average, for any content of
  /// the photo. A quantile of the variances would need a correction. If all blocks have some
  /// texture, the tenth's variance is still too high.
  ///
  /// Texture mostly affects slopes. Its variance is a fraction r of its slope, and r is similar
  /// everywhere in a photo (0.05…0.4, and 1 for noise). r is the growth of variances with slopes
  /// from the quietest tenth to the other blocks. It allows us to remove the tenth's remaining
  /// texture: from variance = n + r·t and slope = n + t follows n = variance − r·(slope −
  /// variance)/(1 − r).
  ///
  /// A line through the levels gives a and b. The weight of a level falls with the removed amount.
  public init?(fitting samples: NoiseSamples) {
    self.init(samples.count) { samples[$0] }
  }

  /// Fits the model to a list of samples in the same way.
  public init?(fitting samples: [NoiseSample]) {
    self.init(samples.count) { samples[$0] }
  }

  /// - Parameters:
  ///   - count: The number of samples.
  ///   - sample: Returns a sample, or `nil` for a plane with clipped samples.
  private init?(_ count: Int, _ sample: @escaping (Int) -> NoiseSample?) {
    let levels = Self.levels(of: count, sample)
    guard !levels.isEmpty else { return nil }
    let share = Self.textureShare(levels)
    self.init(through: levels.map { Self.point($0, share) })
    guard isSound else { return nil }
  }

  /// Means over the blocks of one light level.
  private struct Level {
    var count: Double
    /// The tenth with the lowest slopes.
    var quiet: NoiseSample
    /// The fourth to the eighth tenth. The first three are omitted, because noise alone can put
    /// blocks there.
    var other: NoiseSample
  }

  private static let levelCount = 32
  /// With fewer blocks, a tenth is too small.
  private static let leastBlocks = 50
  /// Less than the rounding error of a 16-bit sample.
  private static let floor = 1e-12
  /// Maximum share for texture. Higher values are closer to white noise than any texture.
  private static let mostShare = 0.4

  private static func levels(
    of count: Int, _ sample: @escaping (Int) -> NoiseSample?
  ) -> [Level] {
    // Numbers of the samples, which need less memory than copies.
    var bins = [[Int32]](repeating: [], count: levelCount)
    for index in 0..<count {
      guard let sample = sample(index), sample.mean.isFinite, sample.variance.isFinite,
        sample.slope.isFinite
      else { continue }
      let bin = Int(max(sample.mean, 0).squareRoot() * Double(levelCount))
      bins[min(bin, levelCount - 1)].append(Int32(index))
    }
    return bins.filter { $0.count >= leastBlocks }.compactMap { bin in
      let samples = bin.lazy.compactMap { sample(Int($0)) }
      let slopes = Array(samples.map(\.slope))
      let (quiet, low, high) = (
        quantile(slopes, 0.1), quantile(slopes, 0.3), quantile(slopes, 0.8)
      )
      // The lowest slope is never above a quantile.
      guard let first = mean(samples.filter { $0.slope <= quiet }) else { return nil }
      return Level(
        count: Double(bin.count), quiet: first,
        other: mean(samples.filter { $0.slope > low && $0.slope <= high }) ?? first)
    }
  }

  private static func mean(_ samples: some Sequence<NoiseSample>) -> NoiseSample? {
    var (sum, count) = (NoiseSample(mean: 0, variance: 0, slope: 0), 0.0)
    for sample in samples {
      sum.mean += max(sample.mean, 0)
      sum.variance += sample.variance
      sum.slope += sample.slope
      count += 1
    }
    guard count > 0 else { return nil }
    return NoiseSample(
      mean: sum.mean / count, variance: sum.variance / count, slope: sum.slope / count)
  }

  /// Returns the growth of a photo's variances with its slopes. A level's weight depends on its
  /// blocks and not on its light.
  private static func textureShare(_ levels: [Level]) -> Double {
    var (variances, slopes) = (0.0, 0.0)
    for level in levels {
      let weight = level.count / max(level.quiet.slope, floor)
      variances += weight * (level.other.variance - level.quiet.variance)
      slopes += weight * (level.other.slope - level.quiet.slope)
    }
    return slopes > 0 ? min(max(variances / slopes, 0), mostShare) : 0
  }

  private struct Point {
    var light, variance, taken, blocks: Double
  }

  private static func point(_ level: Level, _ share: Double) -> Point {
    let quiet = level.quiet
    let taken = share * max(quiet.slope - quiet.variance, 0) / (1 - share)
    return Point(
      light: quiet.mean, variance: quiet.variance - taken, taken: taken, blocks: level.count / 10)
  }

  /// Fits a line by least squares, weighted by the points' variances. A point's variance is 2/64 of
  /// its squared expected value per block, plus the square of a third of the removed amount,
  /// because r is accurate to a third. Points above three times the line contain texture similar to
  /// noise, and get less weight.
  private init(through points: [Point]) {
    var (a, b) = (0.0, points.reduce(0) { $0 + $1.variance } / Double(points.count))
    for round in 0..<12 {
      var (s, sx, sy, sxx, sxy) = (0.0, 0.0, 0.0, 0.0, 0.0)
      for point in points {
        let expected = max(a * point.light + b, Self.floor)
        let outside = round > 0 ? max(point.variance / (3 * expected), 1) : 1
        let spread = expected * expected / (32 * point.blocks) + point.taken * point.taken / 9
        let weight = 1 / (spread * outside * outside * outside * outside)
        s += weight
        sx += weight * point.light
        sy += weight * point.variance
        sxx += weight * point.light * point.light
        sxy += weight * point.light * point.variance
      }
      let determinant = s * sxx - sx * sx
      a = determinant > 1e-12 * s * sxx ? (s * sxy - sx * sy) / determinant : 0
      b = (sy - a * sx) / s
      if a < 0 { (a, b) = (0, sy / s) }
      if b < 0 { (a, b) = (sxx > 0 ? sxy / sxx : 0, 0) }
      (a, b) = (max(a, 0), max(b, 0))
    }
    self.init(a: a, b: b)
  }

  /// Returns a quantile, interpolated between the two nearest values.
  static func quantile(_ values: [Double], _ share: Double) -> Double {
    let place = share * Double(values.count - 1)
    let index = Int(place)
    let (here, next) = values.selected(index)
    return here + (place - Double(index)) * (next - here)
  }
}

/// The blur of lens and sensor, estimated from the steepest edges of a photo.
public enum BlurRadius {
  /// Returns the deviation of the blur in pixels, 0.5…1.
  ///
  /// For a straight edge blurred by a Gaussian of deviation σ, the share φ = erf(1/2σ) is between
  /// diagonal neighbours. The 98th percentile of the blocks' steepest edges gives σ₀ = 1/(2·erf⁻¹
  /// φ). σ = 1.25·σ₀ − 0.1 is a calibration with generated pictures, which give 0.40…0.49 for 0.5,
  /// 0.54…0.63 for 0.7 and 0.69…0.83 for 0.9.
  ///
  /// - Parameter edges: The steepest edge of each block with an edge. With fewer than 20 edges the
  ///   result is ``standard``.
  public static func radius(of edges: [Double]) -> Double {
    guard edges.count >= 20 else { return standard }
    let share = min(NoiseModel.quantile(edges, 0.98), 0.9999)
    return min(max(1.25 / (2 * inverseErf(share)) - 0.1, 0.5), 1)
  }

  /// The radius for a photo without edges.
  public static let standard = 0.7

  /// Returns the inverse of the error function, found by bisection.
  static func inverseErf(_ value: Double) -> Double {
    var (low, high) = (0.0, 5.0)
    for _ in 0..<60 {
      let middle = (low + high) / 2
      if erf(middle) < value { low = middle } else { high = middle }
    }
    return (low + high) / 2
  }
}
