public import Kernels

/// What a development corrected on the mosaic, and what decided it.
public struct MosaicReport: Sendable, Hashable, Codable {
  /// The shift of red and blue that was corrected; nil if none was.
  public var lateralColor: LateralColor?
  /// `measured` on the mosaic, or `stated`; nil if nothing was corrected.
  public var lateralColorFrom: String?
  /// Hot and dead sites that were replaced; nil if none were searched for.
  public var hotPixels, deadPixels: Int?
}

extension Developer {
  /// What was corrected on the mosaic; nil if nothing was.
  ///
  /// Ask for it when the picture is developed.
  public var mosaicReport: MosaicReport? {
    guard case .sensor = pipeline.pixels, let report = pipeline.steps.corrections?.report else {
      return nil
    }
    return report == MosaicReport() ? nil : report
  }
}
