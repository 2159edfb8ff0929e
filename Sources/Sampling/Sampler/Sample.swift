public import BromideValues

/// The colour found at a place.
public struct Sample: Sendable {
  /// The requested place.
  public let point: NormalizedPoint
  /// Column of the pixel of the upright picture that contains the place.
  public let pixelX: Int
  /// Row of that pixel, 0 at the top.
  public let pixelY: Int
  /// Linear light in `space`'s primaries with white at 1; not clipped.
  public var light: SIMD3<Double>
  /// Stored Y, Cb and Cr of a YCbCr frame, chroma at the pixel.
  public var codes: SIMD3<Double>
  /// Camera red, green and blue from a raw's sensor, black 0 and saturation 1, before any white
  /// balance; nil for other pictures.
  public internal(set) var camera: SIMD3<Double>?
  /// The space whose primaries `light` has.
  public let space: RGBSpace
  /// Whether a picture of it has colours outside its space compressed rather than clipped.
  public let compressesGamut: Bool
  /// Number of pixels that counted: those that are not wholly transparent, or all if all are.
  public let count: Int
  /// Share of them with a clipped channel, 0…1; pixels weigh as much as they are opaque.
  public let clipped: Double
  /// How opaque they are on average, with those that are transparent, 0…1; 1 without alpha.
  public let alpha: Double
  /// The pixels themselves, if `spread` is wanted.
  private let pixels: [PixelLight]
  private let weights: [Double]

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
    self.pixels = keepsPixels ? pixels : []
    self.weights = keepsPixels ? weights : []
  }

  /// The mean of a sum of pixels.
  init(
    _ sum: WindowSum, space: RGBSpace, compressesGamut: Bool, point: NormalizedPoint,
    pixel: (x: Int, y: Int)
  ) {
    self.point = point
    (pixelX, pixelY) = pixel
    self.space = space
    self.compressesGamut = compressesGamut
    count = sum.count
    clipped = sum.clipped / sum.weight
    alpha = sum.weight / Double(sum.area)
    light = sum.light / sum.weight
    codes = sum.codes / sum.weight
    (pixels, weights) = ([], [])
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

  /// The spread of the window's pixels in a space; nil if pixels were not kept or the space has no
  /// values per pixel.
  ///
  /// Hues are circular: they are measured as distances from the sample's own hue, the short way,
  /// and minimum and maximum may leave 0…360.
  public func spread(_ readout: SampleReadout) -> Spread? {
    guard !pixels.isEmpty, readout.space != .camera else { return nil }
    let middle = readout.value(self) ?? SIMD3()
    let values = pixels.map { pixel in
      var value = readout.value(
        light: pixel.light, codes: pixel.codes, compressesGamut: compressesGamut)
      if let hue = readout.space.hue {
        let gap = value[hue] - middle[hue]
        value[hue] -= 360 * (gap / 360).rounded()
      }
      return value
    }
    let total = weights.reduce(0, +)
    let mean = zip(values, weights).reduce(SIMD3()) { $0 + $1.1 * $1.0 } / total
    let variance =
      zip(values, weights).reduce(SIMD3()) { $0 + $1.1 * ($1.0 - mean) * ($1.0 - mean) } / total
    let seen = zip(values, weights).filter { $0.1 > 0 }.map(\.0)
    return Spread(
      deviation: variance.squareRoot(),
      minimum: seen.reduce(seen[0]) { pointwiseMin($0, $1) },
      maximum: seen.reduce(seen[0]) { pointwiseMax($0, $1) })
  }

  /// The share of the pixels whose colours a space cannot show, 0…1: a channel of its linear light
  /// lies more than a ten-thousandth of white beyond 0…1. Nil if pixels were not kept.
  public func shareOutside(_ gamut: RGBSpace) -> Double? {
    guard !pixels.isEmpty else { return nil }
    let matrix = space.matrix(to: gamut)
    let outside = zip(pixels, weights).reduce(0.0) { sum, pixel in
      let light = matrix * pixel.0.light
      return light.min() < -1e-4 || light.max() > 1 + 1e-4 ? sum + pixel.1 : sum
    }
    return outside / weights.reduce(0, +)
  }
}
