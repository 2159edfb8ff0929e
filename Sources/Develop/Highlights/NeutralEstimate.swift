internal import BromideLibc
package import BromideValues

/// The light of a photo, estimated from its pixels. `WhiteBalance.auto` makes it neutral.
///
/// Five estimators that fail for different reasons each estimate a light. The result is halfway
/// between plain daylight and their median. On photos with a known balance, this point has a mean
/// error of 2.9°, the median 4.1°, a fixed 5200 K 3.9° and grey-world 5.1°.
package struct NeutralEstimate: Sendable, Hashable {
  /// Camera values of a neutral surface at any brightness.
  package let neutral: SIMD3<Double>
  /// The agreement of the estimators: 0.8 if all five agree, and less with a larger spread.
  package let confidence: Double

  /// Estimates the light of a region of a photo. Returns `nil` if the region has no usable pixels.
  package init?(_ image: SensorImage, region: Region, profile: CameraProfile) {
    guard image.channels == 3, Region(image.size).contains(region) else { return nil }
    let cells = SensorCells.sampled(image, region: region).filter(Self.isUsable)
    guard !cells.isEmpty else { return nil }
    let mean = cells.reduce(.zero, +) / Double(cells.count)
    let sorted = Self.sorted(cells, along: mean)
    let estimates = [
      mean, Self.minkowski(cells), Self.gradient(image, region: region),
      Self.principalAxis(Self.ends(sorted)), Self.brightest(sorted),
    ]
    let places = estimates.compactMap { estimate -> PlanckianPlace? in
      guard let estimate, estimate.min() > 0, let white = try? profile.white(neutral: estimate)
      else { return nil }
      return PlanckianPlace(white).limited
    }
    guard !places.isEmpty else { return nil }
    let mired = places.map(\.mired).median
    let duv = places.map(\.duv).median
    let half = PlanckianPlace(
      mired: (mired + Self.daylight.mired) / 2, duv: (duv + Self.daylight.duv) / 2)
    neutral = profile.neutral(white: half.white)
    let spread = 1.4826 * places.map { abs($0.mired - mired) }.median
    guard neutral.min() > 0, neutral.sum().isFinite, spread.isFinite else { return nil }
    confidence = 1 / (1 + (spread + 5) / 20)
  }

  /// Above it, the channels of a cell no longer tell its colour: sensors bend before they clip.
  private static let clipped = 0.95
  /// One code value of a 10-bit sensor, which is as large as its noise.
  private static let dark = 0.001
  /// 5200 K, a little above the locus: the light of most photos.
  private static let daylight = PlanckianPlace(mired: 1e6 / 5200, duv: 0.001)

  /// Levels of damaged files can create values that are not numbers.
  private static func isUsable(_ cell: SIMD3<Double>) -> Bool {
    cell.max() < clipped && cell.min() > dark && cell.sum().isFinite
  }

  // MARK: Estimators

  /// Between the mean and the largest value (Finlayson and Trezzi, 2004), with p = 6.
  private static func minkowski(_ cells: [SIMD3<Double>]) -> SIMD3<Double> {
    let sum = cells.reduce(SIMD3<Double>.zero) { sum, cell in
      let square = cell * cell
      return sum + square * square * square
    }
    let mean = sum / Double(cells.count)
    return SIMD3(cbrt(mean.x), cbrt(mean.y), cbrt(mean.z)).squareRoot()
  }

  /// Grey edges (van de Weijer, 2007): the mean difference between neighbours of a small picture.
  private static func gradient(_ image: SensorImage, region: Region) -> SIMD3<Double>? {
    guard let small = ReducedSensor(image, region: region, longEdge: 256) else { return nil }
    let (width, pixels) = (small.size.width, small.pixels)
    let usable = pixels.map(isUsable)
    var sum = SIMD3<Double>.zero
    for i in pixels.indices where usable[i] {
      for other in [i % width + 1 < width ? i + 1 : i, i + width]
      where other < pixels.count && usable[other] {
        let d = pixels[other] - pixels[i]
        sum += pointwiseMax(d, -d)
      }
    }
    return sum
  }

  /// Returns the cells sorted by brightness along `axis`. Equal cells keep their order.
  private static func sorted(
    _ cells: [SIMD3<Double>], along axis: SIMD3<Double>
  ) -> [SIMD3<Double>] {
    let scale = 0x1p31 / axis.sum()
    // Brightness above the index, so that sorting numbers sorts cells.
    let keys = cells.enumerated().map { index, cell in
      UInt64((cell * axis).sum() * scale) << 32 | UInt64(index)
    }
    return keys.sorted().map { cells[Int($0 & 0xFFFF_FFFF)] }
  }

  /// The 3.5 % least and most bright cells (Cheng, Prasad and Brown, 2014).
  private static func ends(_ sorted: [SIMD3<Double>]) -> [SIMD3<Double>] {
    let count = max(1, Int(0.035 * Double(sorted.count)))
    return Array(sorted.prefix(count) + sorted.suffix(count))
  }

  /// The mean of the brightest 5 %.
  private static func brightest(_ sorted: [SIMD3<Double>]) -> SIMD3<Double> {
    let last = sorted.suffix(max(1, Int(0.05 * Double(sorted.count))))
    return last.reduce(.zero, +) / Double(last.count)
  }

  /// The direction through the origin that is nearest to all cells, by power iteration.
  private static func principalAxis(_ cells: [SIMD3<Double>]) -> SIMD3<Double> {
    var rows = [SIMD3<Double>](repeating: .zero, count: 3)
    for cell in cells { for c in 0..<3 { rows[c] += cell[c] * cell } }
    let products = Matrix3x3(rows[0], rows[1], rows[2])
    // All values are positive, so the axis is the only one without a change of sign.
    var axis = SIMD3<Double>(1, 1, 1)
    for _ in 0..<200 {
      let next = products * axis
      let unit = next / next.max()
      let step = unit - axis
      axis = unit
      if pointwiseMax(step, -step).max() < 1e-12 { break }
    }
    return axis
  }
}

extension PlanckianPlace {
  /// This light, limited to the usual range: 2500 to 8500 K, Duv −0.007 to 0.009.
  fileprivate var limited: PlanckianPlace {
    PlanckianPlace(
      mired: min(max(mired, 1e6 / 8500), 1e6 / 2500), duv: min(max(duv, -0.007), 0.009))
  }
}
