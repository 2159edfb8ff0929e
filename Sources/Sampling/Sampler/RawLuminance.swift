public import BromideDevelop
internal import BromideLibc
internal import BromideValues

/// The brightness of a raw photo's part, measured on the sensor's values without developing it.
///
/// A value is Y of scene-linear light under the recipe's white balance and the photo's baseline
/// exposure, with white at 1, before any other exposure, filter or tone. A gain multiplies this
/// quantity.
public struct RawLuminance: Sendable {
  private let sensor: SensorReader
  private let size: Size
  private let orientation: Orientation
  /// The weight of each camera channel in Y.
  private let weights: SIMD3<Double>

  /// - Parameter recipe: The recipe. Only white balance and crop area are used.
  /// - Throws: `DevelopError.unsupported` if the photo does not support the recipe.
  public init(_ source: DevelopSource, recipe: DevelopRecipe) throws(DevelopError) {
    var recipe = recipe
    recipe.demosaic = .bilinear
    // Without a development, these measurements are not needed.
    for parameter in [Parameter.highlights, .shadows, .clarity] { recipe.filters[parameter] = nil }
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
    let toXYZ =
      RawPixels.space.toXYZ
      * source.profile.applying(recipe.profile)
      .matrix(for: balance, to: RawPixels.space)
    weights = gain * toXYZ.rows[1] * gains
  }

  /// The light of a part and its tiles, with white at 1.
  public struct Light: Sendable, Hashable {
    /// The mean of the tiles' middle half.
    ///
    /// It is calculated from the tiles and not from their points. So a local light that is found in
    /// the tiles can be removed from it exactly.
    public let middle: Double
    /// The light of 8 × 6 tiles in row order. Each is the mean of the middle half of about 60
    /// points.
    public let tiles: [Double]
  }

  /// Returns the light of a part and its tiles. It uses about 2800 points on a grid, and each point
  /// is the mean of 8×8 sites.
  ///
  /// Clipped lights and single lamps do not affect it if they cover up to a quarter of the part. A
  /// gain on all light multiplies it, and averages of 64 sites are finer than a code value. At 24
  /// megapixels, 8×8 sites use the same number of cache lines as one of their columns.
  ///
  /// - Parameter region: x, y, width and height as fractions of the upright picture, inside it and
  ///   not empty. Only the region is measured.
  public func light(of region: SIMD4<Double>) -> Light {
    var tiles = [[Double]](repeating: [], count: Self.tileColumns * Self.tileRows)
    for (row, line) in places(of: region).enumerated() {
      let first = row * Self.tileRows / Self.rows * Self.tileColumns
      for (column, value) in line.enumerated() {
        guard let value else { continue }
        tiles[first + column * Self.tileColumns / Self.columns].append(value)
      }
    }
    return Light(
      middle: Self.middle(tiles.filter { !$0.isEmpty }.map(Self.middle)),
      tiles: tiles.map(Self.middle))
  }

  /// Returns the light of the grid points in row order, with `nil` for points outside the picture.
  private func places(of region: SIMD4<Double>) -> [[Double?]] {
    let window = SampleWindow(side: .pixels(8))
    var values = [[Double?]](
      repeating: [Double?](repeating: nil, count: Self.columns), count: Self.rows)
    for row in 0..<Self.rows {
      for column in 0..<Self.columns {
        let point = NormalizedPoint(
          x: region.x + region.z * (Double(column) + 0.5) / Double(Self.columns),
          y: region.y + region.w * (Double(row) + 0.5) / Double(Self.rows))
        guard point.isInside else { continue }
        let place = window.region(around: point, orientation, in: size)
          .intersection(Region(size))
        values[row][column] = (weights * sensor.mean(of: place) { _, _ in true }.camera).sum()
      }
    }
    return values
  }

  /// Returns the mean of the middle half of numbers, or 0 for an empty list.
  private static func middle(_ numbers: [Double]) -> Double {
    var values = numbers
    guard !values.isEmpty else { return 0 }
    values.sort()
    let half = values[values.count / 4..<values.count - values.count / 4]
    return half.reduce(0, +) / Double(half.count)
  }

  private static let columns = 65
  private static let rows = 43
  private static let tileColumns = 8
  private static let tileRows = 6
}
