internal import Kernels
package import Pixels
package import Scheduling

extension Developer {
  /// A part of the finished picture. Its pixels are those of the whole, and only they are made, unless a filter reads
  /// neighbours: then all rows are made as far as that filter, and finished here.
  ///
  /// - Parameters:
  ///   - sample: A type as wide as the format's samples; another width is a programming error.
  ///   - part: Pixels of the finished picture; nil for all.
  ///   - crew: Shares the bands.
  package func picture<Sample>(
    of sample: Sample.Type, part: Region? = nil, crew: Crew
  ) -> ImageBuffer<Sample> {
    precondition(MemoryLayout<Sample>.size == format.sample.byteCount, "the format's samples")
    let part = part ?? Region(outputSize)
    precondition(Region(outputSize).contains(part) && !part.isEmpty, "a part of the picture")
    // A row that is resampled and not turned begins with a whole group of columns.
    let lead = part.x % pipeline.columnGroup
    let wide = Region(
      x: part.x - lead, y: part.y, width: part.width + lead, height: part.height)
    let rowBytes = wide.width * format.bytesPerPixel
    let memory = PixelMemory(byteCount: wide.height * rowBytes)
    // Each thread has a band; small pictures of large photos have few rows.
    let share = (wide.height + crew.size - 1) / crew.size
    let height = min(bandHeight, max(share, Self.leastPartRows))
    let count = (wide.height + height - 1) / height
    @Sendable func make(_ band: Int, _ scratch: DevelopScratch) {
      let rows = band * height..<min((band + 1) * height, wide.height)
      let bytes = unsafe memory.bytes[rows.lowerBound * rowBytes..<rows.upperBound * rowBytes]
      unsafe develop(
        Region(x: wide.x, y: wide.y + rows.lowerBound, width: wide.width, height: rows.count),
        scratch, into: UnsafeMutableRawBufferPointer(rebasing: bytes))
    }
    crew.forEach(count, makeScratch: makeScratch, work: make)
    var picture = ImageBuffer<Sample>(size: part.size, channels: format.channels)
    unsafe picture.withUnsafeMutableSamples { samples in
      let target = UnsafeMutableRawBufferPointer(samples)
      let kept = part.width * format.bytesPerPixel
      for y in 0..<part.height {
        let first = y * rowBytes + lead * format.bytesPerPixel
        unsafe UnsafeMutableRawBufferPointer(rebasing: target[y * kept..<(y + 1) * kept])
          .copyMemory(from: UnsafeRawBufferPointer(rebasing: memory.bytes[first..<first + kept]))
      }
    }
    return picture
  }

  /// Resampling warms up for a few rows in each band.
  private static let leastPartRows = 16

  /// The sites of a mosaic that a part of the finished picture is made of; nil if it may be made of all, and for a photo
  /// without a mosaic.
  ///
  /// A clipped pixel that is recovered depends on the whole sensor, too: `PhotoMeasures.hasHighlightField` tells afterwards
  /// whether one was met. What the plan itself measured, as an automatic balance, is not looked at.
  ///
  /// - Parameter part: Pixels of the finished picture; nil for all.
  package func sites(of part: Region? = nil) -> Region? {
    let (steps, geometry) = (pipeline.steps, pipeline.steps.geometry)
    guard case .sensor(let image) = pipeline.pixels, let filters = image.filters,
      let kernel = steps.demosaic.kernel(of: filters), pipeline.passStage == nil,
      steps.optics == nil, steps.corrections?.readsAll != true
    else { return nil }
    let stored = pipeline.needed(
      for: geometry.orientation.storedRegion(
        part ?? Region(outputSize), in: geometry.storedOutput))
    let shown = geometry.reach(of: steps.warp?.reach(of: stored) ?? stored)
    let scale = kernel.sitesInPixel
    return Region(
      x: scale * shown.x, y: scale * shown.y, width: scale * shown.width,
      height: scale * shown.height
    ).grown(by: kernel.reach(of: filters)).intersection(Region(image.size))
  }
}

extension OutputGeometry {
  /// The part of the demosaic's output that a part of the canvas depends on, including the reach of resampling and the
  /// columns that begin a group.
  func reach(of part: Region) -> Region {
    if !isWarped, !isResampled { return part.translated(x: source.x, y: source.y) }
    if let (x, y) = canvasPlace, isWarped {
      return part.translated(x: source.x + x, y: source.y + y)
    }
    let (window, size) = canvas
    func span(_ start: Double, _ length: Double, _ count: Int, _ part: Range<Int>) -> (Int, Int) {
      let scale = length / Double(count)
      // As for all of it: twice the filter's stretch, and pixels for rounding.
      let margin = 2 * max(1, scale) + 2
      let first = start + Double(part.lowerBound) * scale - margin
      let last = start + Double(part.upperBound) * scale + margin
      return (Int(first.rounded(.down)), Int(last.rounded(.up)))
    }
    let first = part.x / ResampleRowKernel.group * ResampleRowKernel.group
    let (left, right) = span(window.x, window.width, size.width, first..<part.endX)
    let (top, bottom) = span(window.y, window.height, size.height, part.y..<part.endY)
    return Region(
      x: source.x + left, y: source.y + top, width: right - left, height: bottom - top
    ).intersection(source)
  }
}
