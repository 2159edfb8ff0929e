internal import BromideDevelop
internal import BromideValues

extension PreviewPicture {
  /// Returns the sensor region that the preview shows.
  ///
  /// This is the photo's crop. If the proportions differ by more than 2 %, it is the centre of the
  /// crop with the preview's proportions.
  func shown(of source: DevelopSource) -> Region {
    let crop = source.defaultCrop
    let upright = orientation.upright(pixels.size)
    let size = source.orientation.isTransposed ? upright.transposed : upright
    let aspect = Double(size.width) / Double(size.height) / source.pixelAspect
    let own = Double(crop.width) / Double(crop.height)
    // Damaged headers can contain any aspect ratio.
    guard abs(aspect / own - 1) > 0.02, (0.01...100).contains(aspect) else { return crop }
    let width = aspect < own ? Int((Double(crop.height) * aspect).rounded()) : crop.width
    let height = aspect > own ? Int((Double(crop.width) / aspect).rounded()) : crop.height
    return Region(
      x: crop.x + (crop.width - width) / 2, y: crop.y + (crop.height - height) / 2, width: width,
      height: height)
  }
}

extension PreviewPicture {
  /// Returns whether a sensor region has the preview's proportions, within 2 %.
  func hasAspect(of region: Region, in source: DevelopSource) -> Bool {
    let upright = orientation.upright(pixels.size)
    let size = source.orientation.isTransposed ? upright.transposed : upright
    let aspect = Double(size.width) / Double(size.height) / source.pixelAspect
    return region.height > 0
      && abs(aspect * Double(region.height) / Double(region.width) - 1) <= 0.02
  }
}

/// Pearson's correlation.
struct Correlation {
  private var (count, a, b, aa, bb, ab) = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)

  /// Adds a pair of values, each about 1.
  mutating func add(_ x: Double, _ y: Double) {
    count += 1
    a += x
    b += y
    aa += x * x
    bb += y * y
    ab += x * y
  }

  /// The correlation from −1 to 1, or 0 if one input is constant.
  var value: Double {
    let (varianceA, varianceB) = (aa - a * a / count, bb - b * b / count)
    guard count > 1, varianceA > 1e-12 * aa, varianceB > 1e-12 * bb else { return 0 }
    return (ab - a * b / count) / (varianceA * varianceB).squareRoot()
  }

  static func of(_ a: [Double], _ b: [Double]) -> Double {
    var sums = Correlation()
    for (x, y) in zip(a, b) { sums.add(x, y) }
    return sums.value
  }
}
