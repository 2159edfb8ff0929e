internal import BromideKernels
public import BromideValues

/// Develops the few pixels around a point with the same steps as for full pictures.
///
/// A pixel has the value that `Developer.develop` encodes. The cost is the demosaic's warm-up of
/// some rows around it. Use one reader per thread.
public final class PixelReader {
  /// Size of the picture that is read: all that is shown, before orientation.
  public let size: Size
  /// The number of columns made together. Wider regions are made in parts.
  private let maximumWidth: Int
  private let steps: FusedSteps
  private let source: RowSource
  private let row: PlanarRow
  private let kernels: [any PointKernel]
  private let instructionSet: InstructionSet

  /// - Parameters:
  ///   - developer: A developer of a sensor image with output pixels that are source pixels. It
  ///     must have no size, square pixels, and only filters of single pixels. Anything else is a
  ///     programming error.
  ///   - maximumWidth: Width of the widest usual region.
  public init(_ developer: Developer, maximumWidth: Int) {
    let pipeline = developer.pipeline
    precondition(
      pipeline.resamplePlan == nil && pipeline.warpTiles == nil,
      "pixels of a picture at its own size")
    precondition(pipeline.passStage == nil, "filters of single pixels")
    guard case .sensor = pipeline.pixels else { preconditionFailure("a sensor image") }
    let steps = pipeline.steps
    size = steps.geometry.source.size
    self.maximumWidth = min(max(maximumWidth, 1), min(size.width, DemosaicStrip.preferredWidth))
    self.steps = steps
    instructionSet = pipeline.instructionSet
    source = RowSource(
      pipeline.pixels, steps: steps, maximumWidth: self.maximumWidth,
      instructionSet: pipeline.instructionSet)
    row = PlanarRow(capacity: self.maximumWidth)
    let last = steps.outputMatrix.map {
      ColorKernel(matrix: $0, tone: nil, instructionSet: pipeline.instructionSet)
    }
    kernels = steps.kernels + (last.map { [$0] } ?? [])
  }

  /// Returns linear light in the recipe's space for the pixels of `region`, in row order. It is not
  /// clipped or encoded.
  ///
  /// - Parameter region: A region inside `size`. Anything else is a programming error.
  /// - Complexity: O(pixels of the region and of some 8 rows and columns around it).
  public func read(_ region: Region) -> [SIMD3<Float>] {
    precondition(Region(size).contains(region) && !region.isEmpty, "pixels inside the picture")
    var pixels = [SIMD3<Float>](repeating: SIMD3(), count: region.size.area)
    let shown = steps.geometry.source
    let isGrey = steps.colorChannels == 1
    for x in stride(from: region.x, to: region.endX, by: maximumWidth) {
      let width = min(maximumWidth, region.endX - x)
      source.begin(
        Region(x: shown.x + x, y: shown.y + region.y, width: width, height: region.height))
      for y in 0..<region.height {
        source.next(into: row)
        // By index: a loop over the elements would copy each one and retain its references.
        for index in kernels.indices {
          kernels[index].apply(
            to: row, x: x, y: region.y + y, count: width, isGrey: isGrey,
            instructionSet: instructionSet)
        }
        let start = y * region.width + x - region.x
        for i in 0..<width {
          let value = row[i]
          pixels[start + i] = isGrey ? SIMD3(repeating: value.x) : value
        }
      }
    }
    return pixels
  }
}
