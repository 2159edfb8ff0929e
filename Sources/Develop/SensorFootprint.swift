internal import Kernels
public import Pixels

/// The sites of a sensor that developed pixels depend on, known before any site is decoded.
public struct SensorFootprint: Sendable {
  /// Size of the shown part, before orientation: the picture that `PixelReader` reads.
  public let size: Size
  private let sensor: Size
  /// First site of the pixel at the origin.
  private let origin: (x: Int, y: Int)
  /// Width and height of a pixel in sites.
  private let scale: Int
  /// Additional sites on the left and right, and above and below.
  private let reach: (x: Int, y: Int)
  /// Whether every pixel depends on the whole sensor.
  private let isWhole: Bool

  /// - Parameters:
  ///   - sensor: Size of the mosaic.
  ///   - defaultCrop: The maker's crop in the mosaic.
  ///   - recipe: The recipe, of which crop area, demosaic, highlight mode and local tone count.
  public init(sensor: Size, defaultCrop: Region, recipe: DevelopRecipe) {
    let crop = recipe.cropArea == .default ? defaultCrop : Region(sensor)
    scale = recipe.demosaic == .half ? 2 : 1
    let shown = scale == 2 ? crop.halved : crop
    size = shown.size
    self.sensor = sensor
    origin = (scale * shown.x, scale * shown.y)
    let kernel = recipe.demosaic.kernel.reach
    let highlights =
      recipe.highlightMode == .reconstruct ? HighlightKernel.Mode.reconstruct.reach : 0
    reach = (kernel + scale * highlights, kernel)
    isWhole = recipe.measuresPhoto
  }

  /// The sites that the pixels of a region depend on, cut off at the sensor's edge.
  ///
  /// - Complexity: O(1).
  public func sites(of region: Region) -> Region {
    if isWhole { return Region(sensor) }
    return Region(
      x: origin.x + scale * region.x, y: origin.y + scale * region.y,
      width: scale * region.width, height: scale * region.height
    ).grown(x: reach.x, y: reach.y).intersection(Region(sensor))
  }
}
