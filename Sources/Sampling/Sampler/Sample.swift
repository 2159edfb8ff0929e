public import BromideValues

/// The colour found at a point.
public struct Sample: Sendable {
  /// The requested point.
  public let point: NormalizedPoint
  /// Column of the upright picture's pixel that contains the point.
  public let pixelX: Int
  /// Row of that pixel, starting with 0 at the top.
  public let pixelY: Int
  /// Linear light in `space`'s primaries with white at 1, without clipping.
  public var light: SIMD3<Double>
  /// Stored Y, Cb and Cr of a YCbCr frame, chroma at the pixel.
  public var codes: SIMD3<Double>
  /// Camera red, green and blue from a raw's sensor, black 0 and saturation 1, before any white
  /// balance, or `nil` for other pictures.
  public internal(set) var camera: SIMD3<Double>?
  /// The space with the primaries of `light`.
  public let space: RGBSpace
  /// Whether pictures compress colours outside the space instead of clipping them.
  public let compressesGamut: Bool
  /// The number of included pixels: the ones that are not completely transparent, or all if all
  /// are.
  public let count: Int
  /// The fraction of pixels with a clipped channel, 0…1, weighted by opacity.
  public let clipped: Double
  /// The mean opacity, including transparent pixels, 0…1. Without alpha, it is 1.
  public let alpha: Double
  /// The pixels themselves, for `spread`.
  private let kept: Kept

  /// Pixels for statistics.
  private enum Kept: Sendable {
    case none
    /// Pixels and their weights.
    case pixels([PixelLight], [Double])
    /// Pixels that are read a second time.
    case visit(WindowVisit)
  }

  init(
    _ pixels: [PixelLight], statistic: SampleWindow.Statistic, space: RGBSpace,
    compressesGamut: Bool, point: NormalizedPoint, pixel: (x: Int, y: Int), keepsPixels: Bool
  ) {
    self.point = point
    (pixelX, pixelY) = pixel
    self.space = space
    self.compressesGamut = compressesGamut
    let total = pixels.reduce(0) { $0 + $1.alpha }
    alpha = total / Double(pixels.count)
    // Where all is transparent, the stored colours are all there is.
    let weights = total > 0 ? pixels.map(\.alpha) : [Double](repeating: 1, count: pixels.count)
    count = weights.count { $0 > 0 }
    clipped =
      zip(pixels, weights).reduce(0) { $0 + ($1.0.isClipped ? $1.1 : 0) }
      / weights.reduce(0, +)
    light = WeightedStatistic(statistic, weights)(pixels.map(\.light))
    codes = WeightedStatistic(statistic, weights)(pixels.map(\.codes))
    kept = keepsPixels ? .pixels(pixels, weights) : .none
  }

  /// Creates the mean of a sum of pixels.
  ///
  /// - Parameter visit: Rereads the pixels for statistics, or `nil` to skip statistics.
  init(
    _ sum: WindowSum, space: RGBSpace, compressesGamut: Bool, point: NormalizedPoint,
    pixel: (x: Int, y: Int), visit: WindowVisit? = nil
  ) {
    self.point = point
    (pixelX, pixelY) = pixel
    self.space = space
    self.compressesGamut = compressesGamut
    count = sum.count
    clipped = sum.clipped / sum.weight
    alpha = sum.alpha ?? sum.weight / Double(sum.area)
    light = sum.light / sum.weight
    codes = sum.codes / sum.weight
    kept = visit.map { .visit($0) } ?? .none
  }

  /// Creates the median or trimmed mean of a window of opaque pixels.
  ///
  /// - Parameter visit: Rereads the pixels for statistics, or `nil` to skip statistics.
  init(
    _ selection: WindowSelection, space: RGBSpace, compressesGamut: Bool, point: NormalizedPoint,
    pixel: (x: Int, y: Int), visit: WindowVisit?
  ) {
    self.point = point
    (pixelX, pixelY) = pixel
    self.space = space
    self.compressesGamut = compressesGamut
    count = selection.count
    clipped = Double(selection.clipped) / Double(selection.count)
    alpha = 1
    (light, codes) = (selection.light, selection.codes)
    kept = visit.map { .visit($0) } ?? .none
  }

  /// Standard deviation, minimum and maximum of each component, in the printed space.
  public struct Spread: Sendable, Hashable {
    /// Standard deviation of the population: the sum of squares divided by the count.
    public var deviation: SIMD3<Double>
    /// Minimum of each component.
    public var minimum: SIMD3<Double>
    /// Maximum of each component.
    public var maximum: SIMD3<Double>
  }

  /// Returns the spread of the window's pixels in a space, or `nil` if pixels were not kept or the
  /// space does not have values per pixel.
  ///
  /// Hues are circular. They are measured as the shortest distances from the sample's hue, so
  /// minimum and maximum can be outside 0…360.
  public func spread(_ readout: SampleReadout) -> Spread? {
    guard readout.space != .camera else { return nil }
    let middle = readout.value(self) ?? SIMD3()
    var spread = RunningSpread(about: middle, hue: readout.space.hue)
    switch kept {
    case .none: return nil
    case .pixels(let pixels, let weights):
      for (pixel, weight) in zip(pixels, weights) {
        spread.add(
          readout.value(light: pixel.light, codes: pixel.codes, compressesGamut: compressesGamut),
          weight)
      }
    case .visit(let visit):
      // Where all is transparent, the stored colours are all there is.
      let countsAll = alpha == 0
      let readout = readout.tabled()
      visit.forEach(codes: readout.space == .ycbcr) { pixel in
        spread.add(
          readout.value(light: pixel.light, codes: pixel.codes, compressesGamut: compressesGamut),
          countsAll ? 1 : pixel.alpha)
      }
    }
    return spread.result
  }

  /// The smallest light of the window's four quarters relative to the largest, or `nil` without
  /// enough pixels.
  ///
  /// It is 1 for even light.
  public var evenness: Double? { quarters.map { max(0, $0.least) / $0.most } }

  /// Whether the quarters differ by more than a quarter, and by more than noise explains.
  var isUneven: Bool {
    guard let quarters, quarters.most > 0 else { return false }
    let gap = quarters.most - quarters.least
    return gap > 0.25 * quarters.most && gap > 6 * quarters.error
  }

  /// The mean light of the darkest and of the brightest quarter, and the uncertainty of these
  /// means.
  private var quarters: (least: Double, most: Double, error: Double)? {
    var (sums, counts, squares) = ([0.0, 0, 0, 0], [0.0, 0, 0, 0], 0.0)
    func add(_ light: SIMD3<Double>, _ index: Int, _ side: Int, _ height: Int) {
      let quarter = 2 * (2 * (index / side) / height) + 2 * (index % side) / side
      let sum = light.sum()
      sums[quarter] += sum
      counts[quarter] += 1
      squares += sum * sum
    }
    switch kept {
    case .none: return nil
    case .pixels(let pixels, _):
      // For a square. Other pixels are ignored.
      let side = Int(Double(pixels.count).squareRoot())
      guard side >= 4 else { return nil }
      for index in 0..<side * side { add(pixels[index].light, index, side, side) }
    case .visit(let visit):
      guard visit.window.shape == .square, visit.inside.width >= 4, visit.inside.height >= 4 else {
        return nil
      }
      var index = 0
      visit.forEach(codes: false) { pixel in
        add(pixel.light, index, visit.inside.width, visit.inside.height)
        index += 1
      }
    }
    let means = zip(sums, counts).map { $0 / max($1, 1) }
    let count = counts.reduce(0, +)
    let within = squares / count - zip(means, counts).reduce(0) { $0 + $1.0 * $1.0 * $1.1 } / count
    return (
      means.min() ?? 0, means.max() ?? 0, (max(0, within) / (count / 4)).squareRoot()
    )
  }

  /// Returns the fraction of the pixels with colours outside a space's gamut, 0…1, or `nil` if
  /// pixels were not kept.
  ///
  /// A colour is outside if a channel of its linear light is more than a ten-thousandth of white
  /// outside 0…1. In the picture's own space, a channel is also outside if its code is more than
  /// half an 8-bit code below 0. There, the upper limit is the light of the largest code.
  public func shareOutside(_ gamut: RGBSpace) -> Double? {
    let matrix = space.matrix(to: gamut)
    let isOwn = gamut == space
    let least = isOwn ? max(-1e-4, gamut.transfer.decode(-0.5 / 255)) : -1e-4
    let most = 1e-4 + (isOwn ? SignalLight(gamut).light(of: SIMD3(1, 1, 1)).max() : 1)
    var (outside, total) = (0.0, 0.0)
    func add(_ pixel: PixelLight, _ weight: Double) {
      let light = matrix * pixel.light
      total += weight
      if light.min() < least || light.max() > most { outside += weight }
    }
    switch kept {
    case .none: return nil
    case .pixels(let pixels, let weights):
      for (pixel, weight) in zip(pixels, weights) { add(pixel, weight) }
    case .visit(let visit):
      let countsAll = alpha == 0
      visit.forEach(codes: false) { add($0, countsAll ? 1 : $0.alpha) }
    }
    return outside / total
  }
}

/// Standard deviation, minimum and maximum of a stream of numbers.
private struct RunningSpread {
  private let middle: SIMD3<Double>
  private let hue: Int?
  private var total = 0.0
  private var sum = SIMD3<Double>()
  private var squares = SIMD3<Double>()
  private var minimum = SIMD3<Double>(repeating: .infinity)
  private var maximum = SIMD3<Double>(repeating: -.infinity)

  /// - Parameters:
  ///   - middle: A number near all others. Distances from it keep the digits of squares.
  ///   - hue: The component that is an angle. It uses the shortest distance from the middle.
  init(about middle: SIMD3<Double>, hue: Int?) {
    (self.middle, self.hue) = (middle, hue)
  }

  @inline(__always)
  mutating func add(_ value: SIMD3<Double>, _ weight: Double) {
    guard weight > 0 else { return }
    var gap = value - middle
    if let hue { gap[hue] -= 360 * (gap[hue] / 360).rounded() }
    total += weight
    sum += weight * gap
    squares += weight * gap * gap
    minimum.replace(with: gap, where: gap .< minimum)
    maximum.replace(with: gap, where: gap .> maximum)
  }

  var result: Sample.Spread {
    let mean = sum / total
    let variance = squares / total - mean * mean
    return Sample.Spread(
      deviation: pointwiseMax(variance, SIMD3()).squareRoot(), minimum: middle + minimum,
      maximum: middle + maximum)
  }
}
