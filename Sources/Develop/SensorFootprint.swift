internal import Kernels
public import Pixels

/// The sites of a sensor that developed pixels depend on, known before any of them is decoded.
public struct SensorFootprint: Sendable {
  /// The size of what is shown, before orientation: the picture that `PixelReader` reads.
  public let size: Size
  private let sensor: Size
  /// The first site of the pixel at the origin.
  private let origin: (x: Int, y: Int)
  /// Sites that a pixel is as wide and high as.
  private let scale: Int
  /// Sites beside, and above and below.
  private let reach: (x: Int, y: Int)

  /// - Parameters:
  ///   - sensor: The size of a mosaic.
  ///   - defaultCrop: The maker's crop in it.
  ///   - recipe: Its crop area, demosaic and highlight mode count.
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
  }

  /// The sites that the pixels of a region of what is shown depend on, cut off at the sensor's edge.
  ///
  /// - Complexity: O(1).
  public func sites(of region: Region) -> Region {
    Region(
      x: origin.x + scale * region.x, y: origin.y + scale * region.y,
      width: scale * region.width, height: scale * region.height
    ).grown(x: reach.x, y: reach.y).intersection(Region(sensor))
  }
}
