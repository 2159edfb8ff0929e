internal import BromideDevelop
internal import BromideValues

/// Reads the values that a raw's sensor recorded: linear camera values, black 0 and saturation 1,
/// before any white balance.
struct SensorReader: Sendable {
  private let image: SensorImage
  /// Pixels of the sensor image per pixel of the visible picture, in each direction.
  private let scale: Int
  private let crop: Region

  /// - Parameter developer: A developer of the image, without a size.
  init(_ image: SensorImage, _ developer: Developer) {
    self.image = image
    crop = developer.crop
    scale = developer.outputSize.width < crop.width ? 2 : 1
  }

  /// Returns the mean of the recorded values of each colour in a region of the visible picture.
  ///
  /// A region without a site of each colour, such as a single pixel, is widened to the two columns
  /// and rows (three for X-Trans) that contain all colours.
  ///
  /// - Returns: The means, and the fraction of clipped values.
  func mean(
    of region: Region, includes: (Int, Int) -> Bool
  ) -> (camera: SIMD3<Double>, clipped: Double) {
    var sum = SIMD3<Double>()
    var count = SIMD3<Double>()
    var clipped = 0.0
    func add(_ x: Int, _ y: Int) {
      forEachValue(x: x, y: y) { color, value in
        sum[color] += value
        count[color] += 1
        if value >= Self.clippedFrom { clipped += 1 }
      }
    }
    for y in region.y..<region.endY {
      for x in region.x..<region.endX where includes(x, y) {
        forEachSite(x: x, y: y, add)
      }
    }
    if count.min() == 0 {
      (sum, count, clipped) = (SIMD3(), SIMD3(), 0)
      let side = image.filters?.period == XTransPattern.period ? 3 : 2
      let x = min(crop.x + scale * region.x, image.size.width - side)
      let y = min(crop.y + scale * region.y, image.size.height - side)
      for j in y..<y + side {
        for i in x..<x + side { add(i, j) }
      }
    }
    return (sum / count, clipped / count.sum())
  }

  /// Whether the sensor was saturated at a pixel of the visible picture.
  func isClipped(x: Int, y: Int) -> Bool {
    var isClipped = false
    forEachSite(x: x, y: y) { i, j in
      forEachValue(x: i, y: j) { _, value in
        if value >= Self.clippedFrom { isClipped = true }
      }
    }
    return isClipped
  }

  private func forEachSite(x: Int, y: Int, _ body: (Int, Int) -> Void) {
    guard scale == 2 else { return body(crop.x + x, crop.y + y) }
    let (i, j) = ((crop.x / 2 + x) * 2, (crop.y / 2 + y) * 2)
    for site in 0..<4 { body(i + site % 2, j + site / 2) }
  }

  /// Calls `body` with the values of a pixel of the sensor image: one colour of a mosaic, or all
  /// three.
  private func forEachValue(x: Int, y: Int, _ body: (_ color: Int, _ value: Double) -> Void) {
    switch image {
    case .mosaic(let mosaic):
      let black = Double(mosaic.levels.black(x: x, y: y))
      let value =
        (Double(mosaic.samples[x, y]) - black) / (Double(mosaic.levels.white) - black)
      body(mosaic.pattern.color(x: x, y: y).rawValue, value)
    case .xtrans(let mosaic):
      body(mosaic.pattern.color(x: x, y: y).rawValue, mosaic.light(x: x, y: y))
    case .linear(let linear):
      for c in 0..<3 {
        let sample = linear.samples[x * linear.channels + min(c, linear.channels - 1), y]
        body(c, Double(sample) / Double(linear.white * linear.appliedGains[c]))
      }
    }
  }

  /// Leaves room for noise, and for white levels that are slightly too high.
  static let clippedFrom = 0.98
}
