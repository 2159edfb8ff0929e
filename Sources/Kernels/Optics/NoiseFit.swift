#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

extension NoiseModel {
  /// The model that a photo's blocks tell; nil if none of them is flat enough.
  ///
  /// Blocks are sorted by their light into 32 bins. Of those with 50 or more, the quietest tenth shows noise alone: by the
  /// approximation of Wilson and Hilferty (1931) for the mean square of n = 64 values, that quantile is the variance times
  /// (1 − 2/9n − 1.2816·√(2/9n))³. A line through the bins gives a and b; bins above it count less, as texture raises
  /// them.
  public init?(fitting samples: [NoiseSample]) {
    var bins = [[NoiseSample]](repeating: [], count: 32)
    for sample in samples where sample.mean.isFinite && sample.variance.isFinite {
      let bin = Int(max(sample.mean, 0).squareRoot() * 32)
      bins[min(bin, 31)].append(sample)
    }
    let points = bins.filter { $0.count >= 50 }.map { bin in
      (
        light: bin.reduce(0) { $0 + max($1.mean, 0) } / Double(bin.count),
        variance: Self.quantile(bin.map(\.variance), 0.1) / Self.tenth,
        weight: Double(bin.count)
      )
    }
    guard !points.isEmpty else { return nil }
    let floor = 1e-12
    var (a, b) = (0.0, points.reduce(0) { $0 + $1.variance } / Double(points.count))
    for round in 0..<12 {
      var (s, sx, sy, sxx, sxy) = (0.0, 0.0, 0.0, 0.0, 0.0)
      for point in points {
        let expected = max(a * point.light + b, floor)
        let ratio = point.variance / expected
        let rest = round > 0 && ratio > 1.15 ? (1.15 / ratio) * (1.15 / ratio) : 1
        let weight = point.weight * rest * rest / (expected * expected)
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
    }
    self.init(a: a, b: b)
    guard isSound else { return nil }
  }

  /// The quietest tenth of mean squares of 64 values, relative to their variance.
  private static let tenth: Double = {
    let part = 2 / (9.0 * 64)
    let root = 1 - part - 1.2816 * part.squareRoot()
    return root * root * root
  }()

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
