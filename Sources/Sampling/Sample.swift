public import Color
public import Pixels

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
  /// Number of pixels that counted.
  public let count: Int
  /// Share of them with a clipped channel, 0…1.
  public let clipped: Double
  /// The pixels themselves, if `spread` is wanted.
  private let pixels: [PixelLight]

  init(
    _ pixels: [PixelLight], statistic: SampleWindow.Statistic, space: RGBSpace,
    compressesGamut: Bool, point: NormalizedPoint, pixel: (x: Int, y: Int), keepsPixels: Bool
  ) {
    self.point = point
    (pixelX, pixelY) = pixel
    self.space = space
    self.compressesGamut = compressesGamut
    count = pixels.count
    clipped = Double(pixels.count { $0.isClipped }) / Double(pixels.count)
    light = Self.statistic(statistic, pixels.map(\.light))
    codes = Self.statistic(statistic, pixels.map(\.codes))
    self.pixels = keepsPixels ? pixels : []
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
      if readout.space.hasHue {
        let gap = value.z - middle.z
        value.z -= 360 * (gap / 360).rounded()
      }
      return value
    }
    let count = Double(values.count)
    let mean = values.reduce(SIMD3(), +) / count
    let variance = values.reduce(SIMD3()) { $0 + ($1 - mean) * ($1 - mean) } / count
    return Spread(
      deviation: variance.squareRoot(),
      minimum: values.reduce(values[0]) { pointwiseMin($0, $1) },
      maximum: values.reduce(values[0]) { pointwiseMax($0, $1) })
  }

  private static func statistic(
    _ statistic: SampleWindow.Statistic, _ values: [SIMD3<Double>]
  ) -> SIMD3<Double> {
    if values.count == 1 { return values[0] }
    if statistic == .mean { return values.reduce(SIMD3(), +) / Double(values.count) }
    let dropped = statistic == .median ? (values.count - 1) / 2 : values.count / 10
    var result = SIMD3<Double>()
    for channel in 0..<3 {
      let kept = values.map { $0[channel] }.sorted().dropFirst(dropped).dropLast(dropped)
      result[channel] = kept.reduce(0, +) / Double(kept.count)
    }
    return result
  }
}
