internal import BromideKernels
package import BromideSystem
package import BromideValues

extension Developer {
  /// Whether a few rows cost little more than their share of the picture. Otherwise, rows depend on
  /// many others, or a filter first computes all rows.
  package var developsFewRowsCheaply: Bool {
    let steps = pipeline.steps
    return pipeline.passStage == nil && steps.optics == nil && steps.warp == nil
      && !steps.geometry.orientation.isTransposed
  }

  /// Develops rows, with the same pixels as in the full picture.
  ///
  /// - Parameters:
  ///   - scratch: Scratch from this developer, which only one thread can use at once.
  ///   - output: Memory for the rows, without gaps: rows · width · bytesPerPixel bytes.
  @unsafe package func develop(
    rows: Range<Int>, scratch: DevelopScratch, into output: UnsafeMutableRawBufferPointer
  ) {
    let part = Region(x: 0, y: rows.lowerBound, width: outputSize.width, height: rows.count)
    precondition(Region(outputSize).contains(part) && !part.isEmpty, "a part of the picture")
    unsafe develop(part, scratch, into: output)
  }

  /// Returns a part of the finished picture, with the same pixels as in the full picture.
  ///
  /// Only the pixels of the part are computed. If a filter reads neighbours, all rows are computed
  /// up to that filter.
  ///
  /// - Parameters:
  ///   - sample: A type with the width of the format's samples. Another width is a programming
  ///     error.
  ///   - part: Pixels of the finished picture, or `nil` for all.
  ///   - crew: Threads that develop the bands.
  package func picture<Sample>(
    of sample: Sample.Type, part: Region? = nil, crew: Crew
  ) -> ImageBuffer<Sample> {
    precondition(MemoryLayout<Sample>.size == format.sample.byteCount, "the format's samples")
    let part = part ?? Region(outputSize)
    precondition(Region(outputSize).contains(part) && !part.isEmpty, "a part of the picture")
    // If a row is resampled without rotation, start at a complete group of columns.
    let lead = part.x % pipeline.columnGroup
    let wide = Region(
      x: part.x - lead, y: part.y, width: part.width + lead, height: part.height)
    let rowBytes = wide.width * format.bytesPerPixel
    let memory = PixelMemory(byteCount: wide.height * rowBytes)
    // One band per thread, because small pictures of large photos have few rows.
    let share = (wide.height + crew.size - 1) / crew.size
    let height = min(max(bandHeight, Self.mostPartRows), max(share, Self.leastPartRows))
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
  /// Every band computes the rows around it also, which is at most a sixth of it.
  private static let mostPartRows = 512

  /// Returns the sites of the mosaic that a part of the finished picture needs. Returns `nil` if
  /// the part can depend on all sites, or if the photo has no mosaic.
  ///
  /// A recovered pixel also depends on the entire sensor. `PhotoMeasures.hasHighlightField` reports
  /// afterwards whether there was one. Measurements of the plan, such as an automatic balance, are
  /// not included.
  ///
  /// - Parameter part: Pixels of the finished picture, or `nil` for all.
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
  /// The part of the demosaic's output that a part of the canvas depends on, including the reach of
  /// resampling and the columns that begin a group.
  func reach(of part: Region) -> Region {
    if !isWarped, !isResampled { return part.translated(x: source.x, y: source.y) }
    if let (x, y) = canvasPlace, isWarped {
      return part.translated(x: source.x + x, y: source.y + y)
    }
    let (window, size) = canvas
    func span(_ start: Double, _ length: Double, _ count: Int, _ part: Range<Int>) -> (Int, Int) {
      let scale = length / Double(count)
      // Use the same margin as for the entire picture: twice the filter's stretch, and pixels for
      // rounding.
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
