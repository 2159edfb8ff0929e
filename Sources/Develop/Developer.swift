public import Color
public import Kernels
public import Pixels
public import Scheduling

/// Turns one photo into finished rows, band by band, on as many threads as the caller has.
///
/// A developer is immutable: any thread may develop any band, each with scratch of its own. The
/// pixels of a band do not depend on the thread that makes it or on the order of bands, nor on
/// anything in the picture further away than the demosaic and the resampling reach.
public struct Developer: Sendable {
  /// Size of the finished picture.
  public let outputSize: Size
  /// Format of the finished pixels.
  public let format: PixelFormat
  /// White balance that was applied.
  public let whiteBalance: ResolvedWhiteBalance
  /// How sure `WhiteBalance.auto` is of that, 0…1; nil for all other balances.
  public let balanceConfidence: Double?
  /// Stops by which scene-linear light was raised: the recipe's and the photo's baseline exposure.
  public let totalExposure: Double
  /// Part of the sensor image that is shown, before orientation.
  public let crop: Region

  let pipeline: RowPipeline
  /// What the file's own corrections were, and which were left out.
  let embeddedReport: OpticsReport
  private let bands: BandLayout

  /// A developer of a photo from its sensor image.
  ///
  /// - Parameters:
  ///   - source: The photo.
  ///   - recipe: How the picture shall look.
  ///   - instructionSet: The instruction set of the kernels.
  ///   - leastBandArea: Least pixels in a band, where the picture has them; for narrow pictures
  ///     whose bands are coded one by one.
  ///   - bandAlignment: Every band begins at a multiple of that many rows.
  ///   - crew: Measures what the picture's geometry depends on: lateral colour of X-Trans, if the recipe corrects it.
  /// - Throws: `DevelopError.unsupported` if the recipe asks for something this photo cannot give, and `outOfMemory`.
  public init(
    _ source: DevelopSource, recipe: DevelopRecipe, instructionSet: InstructionSet = .best,
    leastBandArea: Int = 0, bandAlignment: Int = 1, crew: Crew = .alone
  ) throws(DevelopError) {
    try self.init(
      source, recipe: recipe, instructionSet: instructionSet,
      stripWidth: DemosaicStrip.preferredWidth, leastBandArea: leastBandArea,
      bandAlignment: bandAlignment, crew: crew)
  }

  /// A developer of a photo from camera RGB that was demosaiced before; the picture is the same.
  ///
  /// - Parameters:
  ///   - photo: The demosaiced photo, filled.
  ///   - recipe: One of the recipes that the photo was demosaiced for.
  ///   - instructionSet: The instruction set of the kernels.
  /// - Throws: `DevelopError.unsupported` if the photo was not demosaiced for this recipe, and `outOfMemory`.
  public init(
    _ photo: DemosaicedPhoto, recipe: DevelopRecipe, instructionSet: InstructionSet = .best
  ) throws(DevelopError) {
    // What the plan depends on was measured when the photo was demosaiced.
    let plan = try DevelopPlan(
      photo.source, recipe: photo.carriedOut(recipe), sensorScale: photo.scale)
    guard photo.accepts(recipe, gains: plan.whiteBalance.gains, reach: plan.geometry.reach) else {
      throw .unsupported("the photo was not demosaiced for this recipe")
    }
    try self.init(
      plan, .demosaiced(photo), instructionSet: instructionSet,
      stripWidth: Self.demosaicedStripWidth)
  }

  /// - Parameter stripWidth: Widest strip; tests show that no pixel depends on it.
  init(
    _ source: DevelopSource, recipe: DevelopRecipe, instructionSet: InstructionSet, stripWidth: Int,
    leastBandArea: Int = 0, bandAlignment: Int = 1, crew: Crew = .alone
  ) throws(DevelopError) {
    let measuring = Measuring(instructionSet: instructionSet, crew: crew)
    try self.init(
      DevelopPlan(source, recipe: recipe, measuring: measuring), .sensor(source.image),
      instructionSet: instructionSet, stripWidth: stripWidth, leastBandArea: leastBandArea,
      bandAlignment: bandAlignment)
  }

  private init(
    _ plan: DevelopPlan, _ pixels: PixelInput, instructionSet: InstructionSet, stripWidth: Int,
    leastBandArea: Int = 0, bandAlignment: Int = 1
  ) throws(DevelopError) {
    outputSize = plan.geometry.outputSize
    format = plan.format
    whiteBalance = plan.whiteBalance
    balanceConfidence = plan.balanceConfidence
    totalExposure = plan.exposure
    crop = plan.crop
    embeddedReport = plan.embedded
    pipeline = try DevelopError.passing { () throws(PixelShortage) in
      try RowPipeline(
        pixels, steps: plan.steps, stripWidth: stripWidth, instructionSet: instructionSet)
    }
    bands = BandLayout(
      plan.geometry, leastArea: leastBandArea, alignment: bandAlignment,
      readsFar: pipeline.steps.optics != nil || pipeline.steps.warp != nil,
      tileHeight: pipeline.warpTiles?.height)
  }

  /// No rings of a demosaic share the cache, so strips may be twice as wide.
  private static let demosaicedStripWidth = 2 * DemosaicStrip.preferredWidth
}

extension Developer {
  /// Multipliers of camera red, green and blue that were applied; green is 1.
  public var multipliers: SIMD3<Double> { whiteBalance.multipliers }

  /// The method that makes full colour of the photo's mosaic: what `auto` stands for in this picture; nil if there
  /// is no mosaic.
  public var demosaic: DemosaicMethod? {
    switch pipeline.pixels {
    case .sensor(let image): image.filters == nil ? nil : pipeline.steps.demosaic
    case .demosaiced(let photo): photo.source.image.filters == nil ? nil : photo.method
    }
  }

  /// Number of bands in the finished picture.
  public var bandCount: Int { bands.count }

  /// Most rows in a band; the last bands have fewer. It depends on the picture alone.
  public var bandHeight: Int { bands.height }

  /// Output rows of a band.
  public func rows(ofBand band: Int) -> Range<Int> { bands.rows(of: band) }

  /// Allocates working memory for one thread.
  public func makeScratch() -> DevelopScratch { pipeline.makeScratch() }

  /// Develops one band.
  ///
  /// - Parameters:
  ///   - band: 0 ..< bandCount.
  ///   - scratch: Made by this developer, and used by one thread at a time.
  ///   - output: Memory for the band's rows, without gaps: rows · width · bytesPerPixel bytes.
  @unsafe public func develop(
    band: Int, scratch: DevelopScratch, into output: UnsafeMutableRawBufferPointer
  ) {
    unsafe develop(region(ofBand: band), scratch, into: output)
  }

  /// The strips that a band is made in, which threads may share.
  public func stripCount(ofBand band: Int) -> Int {
    strips(of: placement(of: region(ofBand: band))).count
  }

  /// Develops one strip of a band.
  ///
  /// - Parameters:
  ///   - strip: 0 ..< `stripCount(ofBand:)`.
  ///   - band: 0 ..< bandCount.
  ///   - scratch: Made by this developer, and used by one thread at a time.
  ///   - output: Memory for all of the band's rows, without gaps; other strips are written by other calls.
  @unsafe public func develop(
    strip: Int, ofBand band: Int, scratch: DevelopScratch,
    into output: UnsafeMutableRawBufferPointer
  ) {
    let placement = placement(of: region(ofBand: band))
    pipeline.finishPasses(scratch)
    unsafe develop(strips(of: placement)[strip], placement, scratch, into: output)
  }

  /// Develops a part of the finished picture; one that is resampled and not turned begins with a group of columns.
  ///
  /// - Parameter output: Memory for the part's rows, without gaps.
  @unsafe func develop(
    _ part: Region, _ scratch: DevelopScratch, into output: UnsafeMutableRawBufferPointer
  ) {
    let placement = placement(of: part)
    pipeline.finishPasses(scratch)
    for columns in strips(of: placement) {
      unsafe develop(columns, placement, scratch, into: output)
    }
  }

  /// Develops a strip of a part. Filter passes are done.
  @unsafe private func develop(
    _ columns: Range<Int>, _ placement: PixelPlacement, _ scratch: DevelopScratch,
    into output: UnsafeMutableRawBufferPointer
  ) {
    let stored = placement.stored
    precondition(
      output.count >= stored.size.area * format.bytesPerPixel, "memory for all rows of the part")
    let rows = stored.y..<stored.endY
    let needed = pipeline.needed(
      for: Region(
        x: columns.lowerBound, y: rows.lowerBound, width: columns.count, height: rows.count))
    let strip = pipeline.beginFinished(
      needed.y..<needed.endY, needed.x..<needed.endX, scratch)
    let lead = max(0, stored.x - columns.lowerBound)
    guard let dither = scratch.dither else {
      let encode = pipeline.steps.encode
      return unsafe scratch.placer.place(
        rows: rows, columns: columns, lead: lead, placement: placement, into: output
      ) { y, target in
        strip.make(y)
        unsafe encode.encode(strip.row, count: columns.count, into: target)
      }
    }
    dither.begin(needed)
    unsafe scratch.placer.place(
      rows: rows, columns: columns, lead: lead, placement: placement, into: output
    ) { y, target in
      while let next = dither.missing(for: y) {
        strip.make(next)
        dither.add(strip.row)
      }
      unsafe dither.write(
        y, columns: columns, position: { placement.position(x: $0, y: y) }, into: target)
    }
  }

  /// The columns of a part's strips, in the stored picture.
  private func strips(of placement: PixelPlacement) -> [Range<Int>] {
    pipeline.strips(of: placement.stored.x..<placement.stored.endX)
  }

  private func region(ofBand band: Int) -> Region {
    precondition(band >= 0 && band < bandCount, "the picture has no such band")
    let rows = rows(ofBand: band)
    return Region(x: 0, y: rows.lowerBound, width: outputSize.width, height: rows.count)
  }

  private func placement(of part: Region) -> PixelPlacement {
    PixelPlacement(
      part, geometry: pipeline.steps.geometry, bytesPerPixel: format.bytesPerPixel)
  }

  /// The whole picture, its bands developed one after the other on this thread: for small ones.
  ///
  /// - Parameter sample: A type as wide as the format's samples; another width is a programming
  ///   error.
  public func picture<Sample>(of sample: Sample.Type) -> ImageBuffer<Sample> {
    precondition(MemoryLayout<Sample>.size == format.sample.byteCount, "the format's samples")
    var picture = ImageBuffer<Sample>(size: outputSize, channels: format.channels)
    let stride = picture.stride
    let scratch = makeScratch()
    unsafe picture.withUnsafeMutableSamples { samples in
      for band in 0..<bandCount {
        let rows = rows(ofBand: band)
        let part = unsafe samples[rows.lowerBound * stride..<rows.upperBound * stride]
        unsafe develop(
          band: band, scratch: scratch,
          into: UnsafeMutableRawBufferPointer(UnsafeMutableBufferPointer(rebasing: part)))
      }
    }
    return picture
  }
}
