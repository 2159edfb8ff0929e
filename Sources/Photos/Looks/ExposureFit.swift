internal import BromideKernels
internal import BromideLibc
internal import BromideValues

/// Finds the exposure that makes the standard look as bright as the camera's preview.
///
/// Both pictures are reduced to a long edge of 160 pixels. We compare 64 quantiles of lightness
/// instead of pixels, so a different framing or lens correction of the preview does not change the
/// result.
struct ExposureFit {
  /// The exposure in stops, a multiple of 0.01 within ±1.5.
  let stops: Double

  /// Finds the exposure.
  ///
  /// - Throws: `PreviewUnusable` if the preview does not show the exposure.
  init(_ pair: PicturePair) throws(PreviewUnusable) {
    let render = Renderer(pair.light)
    let targets = Self.quantiles(pair.luminance)
    let costs = (0..<Self.count).map { index in
      let own = render.quantiles(Self.stops(index))
      return zip(own, targets).reduce(0) { $0 + abs($1.0 - $1.1) } / Double(targets.count)
    }
    let best = costs.indices.min { costs[$0] < costs[$1] } ?? 0
    guard best > 0, best < costs.count - 1 else {
      throw PreviewUnusable("its preview is more than \(Self.reach) EV brighter or darker")
    }
    guard costs[best] <= Self.mostCost else {
      throw PreviewUnusable("no exposure explains its preview's brightness")
    }
    let (before, least, after) = (costs[best - 1], costs[best], costs[best + 1])
    // Find the minimum of the parabola through the lowest cost and its neighbours.
    let bend = before - 2 * least + after
    let offset = bend > 0 ? (before - after) / (2 * bend) : 0
    let stops = ((Self.stops(best) + offset * Self.step) * 100).rounded() / 100
    self.stops = min(max(stops, -Self.mostStops), Self.mostStops)
    try Self.checkChroma(of: pair, as: render.colors(self.stops))
  }

  private static let step = 0.05
  private static let reach = 1.6
  private static let count = 65
  private static let mostStops = 1.5
  /// Maximum mean difference in L*. Previews of the same photo have at most 2.3.
  private static let mostCost = 3.0
  fileprivate static let quantileCount = 64

  private static func stops(_ index: Int) -> Double { Double(index) * step - reach }

  /// Returns L* of luminance quantiles at (i + ½) / 64.
  private static func quantiles(_ luminance: [Double]) -> [Double] {
    let sorted = luminance.sorted()
    return (0..<quantileCount).map { i in
      100 * LookCurve.lightness(of: sorted[(2 * i + 1) * sorted.count / (2 * quantileCount)])
    }
  }

  /// Rejects a preview without colours if the photo has colours.
  private static func checkChroma(
    of pair: PicturePair, as picture: [SIMD3<Double>]
  ) throws(PreviewUnusable) {
    let theirs = meanChroma(pair.preview)
    let own = meanChroma(picture.map { RGBSpace.rec2020.toXYZ * $0 })
    guard theirs >= leastChroma || own <= someChroma else {
      throw PreviewUnusable("its preview is in black and white")
    }
  }

  private static let leastChroma = 1.5
  private static let someChroma = 4.0

  private static func meanChroma(_ colors: [SIMD3<Double>]) -> Double {
    colors.reduce(0) { sum, xyz in
      let lab = Lab(xyz: xyz, white: .d65)
      return sum + (lab.a * lab.a + lab.b * lab.b).squareRoot()
    } / Double(max(colors.count, 1))
  }
}

/// Renders light with the standard look repeatedly.
private struct Renderer {
  private let light: PlanarRow
  private let row: PlanarRow
  private let count: Int

  init(_ light: [SIMD3<Double>]) {
    count = light.count
    self.light = PlanarRow(capacity: count)
    row = PlanarRow(capacity: count)
    for (i, value) in light.enumerated() { self.light[i] = SIMD3<Float>(value) }
  }

  private func render(_ stops: Double) {
    // All compiled variants create the same bits, so the result is the same on every processor.
    let kernel = ColorKernel(
      matrix: Matrix3x3(diagonal: SIMD3(repeating: exp2(stops))), tone: .standard,
      path: PathToWhite(in: .rec2020), instructionSet: .best)
    for i in 0..<count { row[i] = light[i] }
    kernel.apply(to: row, count: count)
  }

  /// Returns display-linear Rec. 2020 after adding stops.
  func colors(_ stops: Double) -> [SIMD3<Double>] {
    render(stops)
    return (0..<count).map { SIMD3<Double>(row[$0]) }
  }

  /// Returns L* quantiles at (i + ½) / 64 after adding stops.
  ///
  /// It counts 4096 bins of the luminance's square root instead of sorting, and interpolates inside
  /// a bin. The error is at most 0.03 L*.
  func quantiles(_ stops: Double) -> [Double] {
    render(stops)
    var counts = [Int](repeating: 0, count: Self.bins + 1)
    let weights = SIMD3<Float>(PicturePair.weights)
    for i in 0..<count {
      let luminance = min(max((row[i] * weights).sum(), 0), 1)
      counts[Int(luminance.squareRoot() * Float(Self.bins))] += 1
    }
    var result: [Double] = []
    var (bin, below) = (0, 0)
    for i in 0..<ExposureFit.quantileCount {
      let rank = (Double(i) + 0.5) / Double(ExposureFit.quantileCount) * Double(count)
      while bin < Self.bins, Double(below + counts[bin]) < rank {
        below += counts[bin]
        bin += 1
      }
      let share = counts[bin] > 0 ? (rank - Double(below)) / Double(counts[bin]) : 0
      let root = (Double(bin) + share) / Double(Self.bins)
      result.append(100 * LookCurve.lightness(of: root * root))
    }
    return result
  }

  private static let bins = 4096
}
