internal import Color
internal import Develop
internal import Pixels

/// Reads what a raw's sensor recorded: camera values, linear, black 0 and saturation 1, before any white balance.
struct SensorReader {
  private let image: SensorImage
  /// Pixels of the sensor image that a pixel of the shown picture is made of, in each direction.
  private let scale: Int
  private let crop: Region
  private let shown: Size

  init(_ raw: RawPixels) {
    image = raw.source.image
    crop = raw.developer.crop
    shown = raw.size
    scale = raw.size.width < raw.developer.crop.width ? 2 : 1
  }

  /// The mean of the recorded values of each colour in a region of the shown picture.
  ///
  /// A region without a site of each colour, such as one pixel, is widened to the two columns and rows that have them.
  /// - Returns: The means, and the share of values that are clipped.
  func mean(
    of region: Region, includes: (Int, Int) -> Bool
  ) -> (camera: SIMD3<Double>, clipped: Double) {
    var sum = SIMD3<Double>()
    var count = SIMD3<Double>()
    var clipped = 0.0
    func add(_ x: Int, _ y: Int) {
      for (color, value) in values(x: x, y: y) {
        sum[color] += value
        count[color] += 1
        if value >= Self.clippedFrom { clipped += 1 }
      }
    }
    for y in region.y..<region.endY {
      for x in region.x..<region.endX where includes(x, y) {
        for (i, j) in sites(x: x, y: y) { add(i, j) }
      }
    }
    if count.min() == 0 {
      (sum, count, clipped) = (SIMD3(), SIMD3(), 0)
      let x = min(crop.x + scale * region.x, image.size.width - 2)
      let y = min(crop.y + scale * region.y, image.size.height - 2)
      for (i, j) in [(x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)] { add(i, j) }
    }
    return (sum / count, clipped / count.sum())
  }

  /// Whether the sensor saturated at a pixel of the shown picture.
  func isClipped(x: Int, y: Int) -> Bool {
    sites(x: x, y: y).contains { i, j in
      values(x: i, y: j).contains { $0.value >= Self.clippedFrom }
    }
  }

  private func sites(x: Int, y: Int) -> [(Int, Int)] {
    guard scale == 2 else { return [(crop.x + x, crop.y + y)] }
    let (i, j) = ((crop.x / 2 + x) * 2, (crop.y / 2 + y) * 2)
    return [(i, j), (i + 1, j), (i, j + 1), (i + 1, j + 1)]
  }

  /// What a pixel of the sensor image holds: its colour's value, or all three.
  private func values(x: Int, y: Int) -> [(color: Int, value: Double)] {
    switch image {
    case .mosaic(let mosaic):
      let black = Double(mosaic.levels.black(x: x, y: y))
      let value =
        (Double(mosaic.samples[x, y]) - black) / (Double(mosaic.levels.white) - black)
      return [(mosaic.pattern.color(x: x, y: y).rawValue, value)]
    case .linear(let linear):
      return (0..<3).map { c in
        let sample = linear.samples[
          x * linear.channels + min(c, linear.channels - 1), y]
        return (c, Double(sample) / Double(linear.white * linear.appliedGains[c]))
      }
    }
  }

  /// Room for noise, and for white levels that are a little too high.
  static let clippedFrom = 0.98
}
