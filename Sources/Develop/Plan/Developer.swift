public import BromideKernels
public import BromideSystem
public import BromideValues

/// Develops a photo into finished rows, band by band, on any number of threads.
///
/// A developer is immutable, so any thread can develop any band with separate scratch. The pixels
/// of a band do not depend on the thread or the order of bands. They depend only on pixels within
/// the reach of the demosaic and the resampling.
public struct Developer: Sendable {
  /// Size of the finished picture.
  public let outputSize: Size
  /// Format of the finished pixels.
  public let format: PixelFormat
  /// White balance that was applied.
  public let whiteBalance: ResolvedWhiteBalance
  /// The confidence of `WhiteBalance.auto`, 0…1, or `nil` for other balances.
  public let balanceConfidence: Double?
  /// The gain of scene-linear light in stops: the recipe's exposure plus the photo's baseline
  /// exposure.
  public let totalExposure: Double
  /// Part of the sensor image that is shown, before orientation.
  public let crop: Region

  let pipeline: RowPipeline
  /// The corrections stored in the file, and the ones that Bromide skipped.
  let embeddedReport: OpticsReport
  private let bands: BandLayout
  /// Whether the strips of a band continue those of the band before, if they use the same scratch.
  let continuesStrips: Bool

  /// Creates a developer that starts from the sensor image.
  ///
  /// - Parameters:
  ///   - source: The photo.
  ///   - recipe: The settings.
  ///   - instructionSet: The instruction set of the kernels.
  ///   - leastBandArea: The minimum number of pixels in a band, if the picture has enough. Use it
  ///     for narrow pictures with bands that are encoded separately.
  ///   - bandAlignment: The first row of every band is a multiple of this number.
  ///   - bandLead: Rows above the picture, fewer than the alignment. Every band except the first
  ///     one then starts at a multiple of the alignment in the picture with these rows.
  ///   - crew: Measures lateral colour of X-Trans, which changes the picture's geometry, if the
  ///     recipe corrects it.
  /// - Throws: `DevelopError.unsupported` if this photo does not support the recipe, and
  ///   `outOfMemory`.
  public init(
    _ source: DevelopSource, recipe: DevelopRecipe, instructionSet: InstructionSet = .best,
    leastBandArea: Int = 0, bandAlignment: Int = 1, bandLead: Int = 0, crew: Crew = .alone
  ) throws(DevelopError) {
    try self.init(
      source, recipe: recipe, instructionSet: instructionSet,
      stripWidth: DemosaicStrip.preferredWidth, leastBandArea: leastBandArea,
      bandAlignment: bandAlignment, bandLead: bandLead, crew: crew)
  }

  /// Creates a developer that starts from demosaiced camera RGB. The picture is the same.
  ///
  /// - Parameters:
  ///   - photo: The demosaiced photo, filled.
  ///   - recipe: One of the recipes that the photo was demosaiced for.
  ///   - instructionSet: The instruction set of the kernels.
  /// - Throws: `DevelopError.unsupported` if the photo was not demosaiced for this recipe, and
  ///   `outOfMemory`.
  public init(
    _ photo: DemosaicedPhoto, recipe: DevelopRecipe, instructionSet: InstructionSet = .best
  ) throws(DevelopError) {
    // `DemosaicedPhoto` already measured the values that the plan depends on.
    let plan = try DevelopPlan(
      photo.source, recipe: photo.carriedOut(recipe), sensorScale: photo.scale)
    guard photo.accepts(recipe, gains: plan.whiteBalance.gains, reach: plan.geometry.reach) else {
      throw .unsupported("the photo was not demosaiced for this recipe")
    }
    try self.init(
      plan, .demosaiced(photo), instructionSet: instructionSet,
      stripWidth: Self.demosaicedStripWidth)
  }

  /// - Parameter stripWidth: The maximum width of a strip. Tests verify that pixels do not depend
  ///   on it.
  init(
    _ source: DevelopSource, recipe: DevelopRecipe, instructionSet: InstructionSet, stripWidth: Int,
    leastBandArea: Int = 0, bandAlignment: Int = 1, bandLead: Int = 0, crew: Crew = .alone
  ) throws(DevelopError) {
    let measuring = Measuring(instructionSet: instructionSet, crew: crew)
    try self.init(
      DevelopPlan(source, recipe: recipe, measuring: measuring), .sensor(source.image),
      instructionSet: instructionSet, stripWidth: stripWidth, leastBandArea: leastBandArea,
      bandAlignment: bandAlignment, bandLead: bandLead)
  }

  private init(
    _ plan: DevelopPlan, _ pixels: PixelInput, instructionSet: InstructionSet, stripWidth: Int,
    leastBandArea: Int = 0, bandAlignment: Int = 1, bandLead: Int = 0
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
    continuesStrips = pipeline.continuesStrips && plan.geometry.orientation.keepsRowOrder
    bands = BandLayout(
      plan.geometry, leastArea: leastBandArea, alignment: bandAlignment, lead: bandLead,
      readsFar: pipeline.steps.optics != nil || pipeline.steps.warp != nil,
      tileHeight: pipeline.warpTiles?.height, continues: continuesStrips)
  }

  /// No rings of a demosaic share the cache, so strips may be twice as wide.
  private static let demosaicedStripWidth = 2 * DemosaicStrip.preferredWidth
}

extension Developer {
  /// The applied multipliers of camera red, green and blue. Green is 1.
  public var multipliers: SIMD3<Double> { whiteBalance.multipliers }

  /// The demosaic method of this picture, or `nil` without a mosaic. `auto` is replaced by the
  /// selected method.
  public var demosaic: DemosaicMethod? {
    switch pipeline.pixels {
    case .sensor(let image): image.filters == nil ? nil : pipeline.steps.demosaic
    case .demosaiced(let photo): photo.source.image.filters == nil ? nil : photo.method
    }
  }

  /// Number of bands in the finished picture.
  public var bandCount: Int { bands.count }

  /// The maximum number of rows in a band. The last bands have fewer. It depends only on the
  /// picture.
  public var bandHeight: Int { bands.height }

  /// Output rows of a band.
  public func rows(ofBand band: Int) -> Range<Int> { bands.rows(of: band) }

  /// Allocates working memory for one thread.
  public func makeScratch() -> DevelopScratch { pipeline.makeScratch() }

  /// Develops one band.
  ///
  /// - Parameters:
  ///   - band: 0 ..< bandCount.
  ///   - scratch: Scratch from this developer, which only one thread can use at once.
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
  /// If the scratch was last used for the same strip of the band before, most pictures continue
  /// there. Otherwise the rows above the band are computed also, as far as its rows depend on them.
  ///
  /// - Parameters:
  ///   - strip: 0 ..< `stripCount(ofBand:)`.
  ///   - band: 0 ..< bandCount.
  ///   - scratch: Scratch from this developer, which only one thread can use at once.
  ///   - output: Memory for all rows of the band, without gaps. Other calls write the other strips.
  @unsafe public func develop(
    strip: Int, ofBand band: Int, scratch: DevelopScratch,
    into output: UnsafeMutableRawBufferPointer
  ) {
    let placement = placement(of: region(ofBand: band))
    pipeline.finishPasses(scratch)
    unsafe develop(
      strips(of: placement)[strip], placement, scratch, continues: continuesStrips, into: output)
  }

  /// Develops a part of the finished picture. If it is resampled without rotation, it must start at
  /// a group of columns.
  ///
  /// - Parameter output: Memory for the part's rows, without gaps.
  @unsafe func develop(
    _ part: Region, _ scratch: DevelopScratch, into output: UnsafeMutableRawBufferPointer
  ) {
    let placement = placement(of: part)
    pipeline.finishPasses(scratch)
    for columns in strips(of: placement) {
      unsafe develop(columns, placement, scratch, continues: false, into: output)
    }
  }

  /// Develops a strip of a part. Filter passes are done.
  ///
  /// - Parameter continues: Whether to continue the scratch's open strip, and to leave it open.
  @unsafe private func develop(
    _ columns: Range<Int>, _ placement: PixelPlacement, _ scratch: DevelopScratch, continues: Bool,
    into output: UnsafeMutableRawBufferPointer
  ) {
    let stored = placement.stored
    precondition(
      output.count >= stored.size.area * format.bytesPerPixel, "memory for all rows of the part")
    let rows = stored.y..<stored.endY
    let open = scratch.open
    scratch.open = nil
    let strip: StripRows
    if let open, continues, open.columns == columns, open.next == rows.lowerBound {
      strip = open.rows
    } else {
      // Rows are computed when they are needed, so a strip down to the last row costs no more.
      let end = continues ? pipeline.steps.geometry.storedOutput.height : rows.upperBound
      let needed = pipeline.needed(
        for: Region(
          x: columns.lowerBound, y: rows.lowerBound, width: columns.count,
          height: end - rows.lowerBound))
      strip = pipeline.beginFinished(needed.y..<needed.endY, needed.x..<needed.endX, scratch)
      scratch.dither?.begin(needed)
    }
    defer {
      if continues {
        scratch.open = OpenStrip(columns: columns, rows: strip, next: rows.upperBound)
      }
    }
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

  /// Develops the entire picture on this thread, one band at a time. Use it for small pictures.
  ///
  /// - Parameter sample: A type with the width of the format's samples. Another width is a
  ///   programming error.
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
