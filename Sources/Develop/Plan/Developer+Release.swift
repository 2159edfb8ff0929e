internal import BromideValues

extension Developer {
  /// Returns the number of rows at the top of the sensor's image that no band from `band` on reads
  /// again. It is 0 if bands do not follow the image from the top, or if the entire image may still
  /// be measured.
  func finishedRows(before band: Int) -> Int {
    guard continuesStrips, case .sensor(let image) = pipeline.pixels,
      !pipeline.steps.highlights.mayMeasure
    else { return 0 }
    guard band < bandCount else { return image.size.height }
    let shown = pipeline.steps.geometry.source
    let sites = image.filters != nil && pipeline.steps.demosaic.halves ? 2 : 1
    let next = sites * (shown.y + rows(ofBand: band).lowerBound) - Self.mostReach
    return min(max(0, next), image.size.height)
  }

  /// Frees the memory of rows of the sensor's image, if they stay in their file.
  func release(rows: Range<Int>) {
    if case .sensor(let image) = pipeline.pixels { image.samples.release(rows: rows) }
  }

  /// Sensor rows above a strip that it can read, if it begins there. With all corrections it reads
  /// about 100. If it needs more, the file is read again.
  private static let mostReach = 128
}
