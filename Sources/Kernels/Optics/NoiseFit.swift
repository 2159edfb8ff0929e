#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

extension NoiseModel {
  /// The model that a photo's blocks tell; nil if no light has enough of them.
  ///
  /// Blocks are sorted by their light into 32 levels, of which those with 50 or more count. Of white noise, a block's slope and
  /// its variance are two independent measures of one number, so that the tenth of least slope has the noise's variance
  /// in the mean, whatever the rest of the photo is; a quantile of the variances themselves would have to be corrected, and where
  /// all blocks have some texture, that tenth would still be too much. Texture shows in slopes first: its variance is
  /// a share r of its slope, about the same in a whole photo (0.05…0.4 in photos, noise has 1). r is what variances grow
  /// with slopes, from the quietest tenth to the other blocks, and with it what texture is left in the tenth is taken away: of
  /// variance = n + r·t and slope = n + t, n = variance − r·(slope − variance)/(1 − r).
  ///
  /// A line through the levels gives a and b; a level counts less by what was taken away there.
  public init?(fitting samples: [NoiseSample]) {
    let levels = Self.levels(of: samples)
    guard !levels.isEmpty else { return nil }
    let share = Self.textureShare(levels)
    self.init(through: levels.map { Self.point($0, share) })
    guard isSound else { return nil }
  }

  /// What the blocks of one light show, in the mean.
  private struct Level {
    var count: Double
    /// The tenth of least slope.
    var quiet: NoiseSample
    /// Those above, up to eight tenths, without the three that noise alone may bring there.
    var other: NoiseSample
  }

  private static let levelCount = 32
  /// Fewer blocks than this have no tenth to speak of.
  private static let leastBlocks = 50
  /// Below a 16-bit sample's rounding.
  private static let floor = 1e-12
  /// No texture is nearer to white noise.
  private static let mostShare = 0.4

  private static func levels(of samples: [NoiseSample]) -> [Level] {
    var bins = [[NoiseSample]](repeating: [], count: levelCount)
    for sample in samples
    where sample.mean.isFinite && sample.variance.isFinite && sample.slope.isFinite {
      let bin = Int(max(sample.mean, 0).squareRoot() * Double(levelCount))
      bins[min(bin, levelCount - 1)].append(sample)
    }
    return bins.filter { $0.count >= leastBlocks }.map { bin in
      let slopes = bin.map(\.slope)
      let (quiet, low, high) = (
        quantile(slopes, 0.1), quantile(slopes, 0.3), quantile(slopes, 0.8)
      )
      let first = mean(bin.filter { $0.slope <= quiet })
      return Level(
        count: Double(bin.count), quiet: first ?? bin[0],
        other: mean(bin.filter { $0.slope > low && $0.slope <= high }) ?? first ?? bin[0])
    }
  }

  private static func mean(_ samples: [NoiseSample]) -> NoiseSample? {
    guard !samples.isEmpty else { return nil }
    var sum = NoiseSample(mean: 0, variance: 0, slope: 0)
    for sample in samples {
      sum.mean += max(sample.mean, 0)
      sum.variance += sample.variance
      sum.slope += sample.slope
    }
    let count = Double(samples.count)
    return NoiseSample(
      mean: sum.mean / count, variance: sum.variance / count, slope: sum.slope / count)
  }

  /// How much a photo's variances grow with its slopes. Each level counts by its blocks and not by its light.
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

  /// The line of least squares, each point weighted by its variance: 2/64 of that of a block's, and a third of what was taken
  /// away, to which r is known.
  /// Points above three times the line, of texture like noise, count less.
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

  /// A quantile, interpolated between the two nearest values.
  static func quantile(_ values: [Double], _ share: Double) -> Double {
    let place = share * Double(values.count - 1)
    let index = Int(place)
    let (here, next) = values.selected(index)
    return here + (place - Double(index)) * (next - here)
  }
}

/// The blur of lens and sensor, from the steepest edges of a photo.
public enum BlurRadius {
  /// The deviation of the blur in pixels, 0.5…1.
  ///
  /// Of a straight edge blurred by a Gaussian of deviation σ, the share φ = erf(1/2σ) lies between diagonal neighbours. The
  /// 98th percentile of the blocks' steepest edges gives σ₀ = 1/(2·erf⁻¹ φ), and σ = 1.25·σ₀ − 0.1 calibrates it by
  /// generated pictures, which show 0.40…0.49 for 0.5, 0.54…0.63 for 0.7 and 0.69…0.83 for 0.9.
  ///
  /// - Parameter edges: The steepest edge of each block that has one; with fewer than 20 the radius is ``standard``.
  public static func radius(of edges: [Double]) -> Double {
    guard edges.count >= 20 else { return standard }
    let share = min(NoiseModel.quantile(edges, 0.98), 0.9999)
    return min(max(1.25 / (2 * inverseErf(share)) - 0.1, 0.5), 1)
  }

  /// The radius of a photo that shows no edges.
  public static let standard = 0.7

  /// The inverse of the error function, by bisection.
  static func inverseErf(_ value: Double) -> Double {
    var (low, high) = (0.0, 5.0)
    for _ in 0..<60 {
      let middle = (low + high) / 2
      if erf(middle) < value { low = middle } else { high = middle }
    }
    return (low + high) / 2
  }
}
