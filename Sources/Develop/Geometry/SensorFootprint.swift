internal import BromideKernels
public import BromideValues

/// The sensor sites that developed pixels depend on, calculated before any site is decoded.
///
/// If highlights are recovered, a clipped pixel also depends on the entire sensor.
/// `PhotoMeasures.hasHighlightField` reports afterwards whether there was one.
public struct SensorFootprint: Sendable {
  /// Size of the shown part, before orientation: the picture that `PixelReader` reads.
  public let size: Size
  private let sensor: Size
  /// First site of the pixel at the origin.
  private let origin: (x: Int, y: Int)
  /// Width and height of a pixel in sites.
  private let scale: Int
  /// Additional sites on every side.
  private let reach: Int
  /// Whether every pixel depends on the entire sensor.
  private let isWhole: Bool

  /// - Parameters:
  ///   - sensor: Size of the mosaic. It must be a Bayer mosaic, because others are always decoded
  ///     completely.
  ///   - defaultCrop: The maker's crop in the mosaic.
  ///   - userCrop: The photographer's crop, or `nil` without a crop.
  ///   - recipe: The recipe. It uses crop area, demosaic, local tone and optics.
  public init(
    sensor: Size, defaultCrop: Region, userCrop: Region? = nil, recipe: DevelopRecipe
  ) {
    let crop = recipe.cropArea.region(
      user: userCrop, default: defaultCrop, all: Region(sensor))
    scale = recipe.demosaic.halves ? 2 : 1
    let shown = scale == 2 ? crop.halved : crop
    size = shown.size
    self.sensor = sensor
    origin = (scale * shown.x, scale * shown.y)
    let filters = ColorFilters.bayer(.rggb)
    reach = (recipe.demosaic.kernel(of: filters) ?? .rcd).reach(of: filters)
    // Corrections on the mosaic are measured on all of it, and noise and blur have a long reach.
    let optics = recipe.optics
    let corrects =
      optics.lateralColor != .none || optics.hotPixels != .none || optics.noise.strength > 0
      || optics.captureAmount > 0
    isWhole = recipe.measuresPhoto || corrects
  }

  /// The sites that the pixels of a region depend on, cut off at the sensor's edge.
  ///
  /// - Complexity: O(1).
  public func sites(of region: Region) -> Region {
    if isWhole { return Region(sensor) }
    return Region(
      x: origin.x + scale * region.x, y: origin.y + scale * region.y,
      width: scale * region.width, height: scale * region.height
    ).grown(by: reach).intersection(Region(sensor))
  }
}
