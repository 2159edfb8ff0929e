internal import Color
public import Develop
internal import Pixels

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// How bright a part of a raw photo is, measured on the sensor's own values without developing it.
///
/// A value is Y of scene-linear light under the recipe's white balance with the photo's baseline exposure, 1 white, before any
/// other exposure, filter or tone: what a gain on the photo multiplies.
public struct RawLuminance: Sendable {
  private let sensor: SensorReader
  private let size: Size
  private let orientation: Orientation
  /// What each camera channel gives to Y.
  private let weights: SIMD3<Double>

  /// - Parameter recipe: Its white balance and crop area count.
  /// - Throws: `DevelopError.unsupported` where the recipe asks for what this photo cannot give.
  public init(_ source: DevelopSource, recipe: DevelopRecipe) throws(DevelopError) {
    var recipe = recipe
    recipe.demosaic = .bilinear
    let raw = try RawPixels(source, recipe: recipe)
    sensor = raw.sensor
    size = raw.size
    orientation = source.orientation
    let gain = exp2(raw.developer.totalExposure - recipe.exposure)
    guard raw.hasColor else {
      weights = SIMD3(repeating: gain / 3)
      return
    }
    let balance = raw.developer.whiteBalance
    let gains = balance.multipliers / balance.multipliers.min()
    let toXYZ = RawPixels.space.toXYZ * source.profile.matrix(for: balance, to: RawPixels.space)
    weights = gain * toXYZ.rows[1] * gains
  }

  /// The mean of the middle half of about 2800 places on a grid, each the mean of 8×8 sites.
  ///
  /// Clipped lights and a bulb here or there do not move it, up to a quarter of the part; a gain on all light multiplies it, and
  /// averages of 64 sites are finer than a code value. 8×8 sites of 24 megapixels lie in as many lines of the cache as
  /// one column of them would.
  /// - Parameter region: x, y, width and height in fractions of the upright picture, inside it and not empty; what is beyond
  ///   does not count.
  public func middle(of region: SIMD4<Double>) -> Double {
    let window = SampleWindow(side: .pixels(8))
    var values: [Double] = []
    for row in 0..<Self.rows {
      for column in 0..<Self.columns {
        let point = NormalizedPoint(
          x: region.x + region.z * (Double(column) + 0.5) / Double(Self.columns),
          y: region.y + region.w * (Double(row) + 0.5) / Double(Self.rows))
        guard point.isInside else { continue }
        let place = window.region(around: point.stored(orientation), in: size)
          .intersection(Region(size))
        values.append((weights * sensor.mean(of: place) { _, _ in true }.camera).sum())
      }
    }
    guard !values.isEmpty else { return 0 }
    values.sort()
    let half = values[values.count / 4..<values.count - values.count / 4]
    return half.reduce(0, +) / Double(half.count)
  }

  private static let columns = 65
  private static let rows = 43
}
