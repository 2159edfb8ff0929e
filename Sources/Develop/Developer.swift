public import Color
public import Kernels
public import Pixels

/// Turns one photo into finished rows, band by band, on as many threads as its user has.
///
/// A developer is immutable: any thread may develop any band, each with scratch of its own. The pixels of a
/// band do not depend on which thread makes it or in what order, nor on anything else in the picture further away
/// than the demosaic's and the resampling's reach.
public struct Developer: Sendable {
  /// The finished picture.
  public let outputSize: Size
  /// The format of the finished pixels.
  public let format: PixelFormat
  /// The most rows in a band; the last bands have fewer. A function of the picture alone.
  public let bandHeight: Int
  /// The most rows in one of the last bands.
  private let lastBandHeight: Int
  /// The white balance used.
  public let whiteBalance: ResolvedWhiteBalance
  /// Stops by which scene-linear light was raised: the recipe's and the photo's baseline exposure.
  public let totalExposure: Double
  /// The part of the sensor image shown, before orientation.
  public let crop: Region

  let pixels: PixelInput
  let steps: FusedSteps
  /// nil where no filter looks at neighbours.
  let frameStage: FrameStage?
  /// nil where output pixels are source pixels.
  let resamplePlan: ResamplePlan?
  let instructionSet: InstructionSet
  /// Source columns that a strip has at most.
  let stripWidth: Int

  /// The multipliers used, green 1.
  public var multipliers: SIMD3<Double> { whiteBalance.multipliers }

  /// - Parameter leastBandArea: Pixels that a band has at least, where the picture has them: for narrow pictures whose bands are
  ///   coded each on its own.
  /// - Throws: `DevelopError.unsupported` where the recipe asks for what this photo cannot give.
  public init(
    _ source: DevelopSource, recipe: DevelopRecipe, instructionSet: InstructionSet = .best,
    leastBandArea: Int = 0
  ) throws(DevelopError) {
    try self.init(
      source, recipe: recipe, instructionSet: instructionSet,
      stripWidth: DemosaicStrip.preferredWidth, leastBandArea: leastBandArea)
  }

  /// Develops from camera RGB that was made before; the same picture.
  ///
  /// - Throws: `DevelopError.unsupported` where the photo was not demosaiced for this recipe.
  public init(
    _ photo: DemosaicedPhoto, recipe: DevelopRecipe, instructionSet: InstructionSet = .best
  ) throws(DevelopError) {
    try self.init(
      photo.source, recipe: recipe, instructionSet: instructionSet,
      stripWidth: Self.frameStripWidth, photo: photo)
  }

  /// - Parameter stripWidth: For tests, which show that no pixel depends on it.
  init(
    _ source: DevelopSource, recipe: DevelopRecipe, instructionSet: InstructionSet, stripWidth: Int,
    leastBandArea: Int = 0, photo: DemosaicedPhoto? = nil
  ) throws(DevelopError) {
    let crop = try Self.crop(of: source, recipe: recipe)
    let balance = try Self.whiteBalance(of: source, recipe: recipe, crop: crop)
    let exposure = recipe.exposure + source.profile.baselineExposure
    guard recipe.exposure.isFinite, abs(exposure) <= Self.largestExposure else {
      throw .unsupported(
        "an exposure of \(exposure) stops; accepted are \(-Self.largestExposure) to \(Self.largestExposure)"
      )
    }
    let shown = DemosaicedPhoto.shown(of: source, recipe: recipe, crop)
    let geometry = Self.geometry(of: source, recipe: recipe, shown: shown)
    if let photo, !photo.accepts(recipe, gains: balance.gains, reach: geometry.reach) {
      throw .unsupported("the photo was not demosaiced for this recipe")
    }
    let channels = recipe.filters.isColoring ? 3 : source.image.channels
    let alpha = recipe.filters.number(.opacity)
    let format = PixelFormat(
      channels: channels + (alpha < 1 ? 1 : 0), sample: recipe.sample)
    let matrices = try Self.matrices(of: source, balance: balance, to: recipe.space)
    let frame = FilterFrame(size: geometry.storedOutput, isGrey: source.image.channels == 1)
    func filters(_ stage: Filter.Stage) -> [DevelopStep] {
      recipe.filters.steps(stage, frame).map { .filter($0) }
    }

    // The whole development in its order.
    let steps: [DevelopStep] =
      [
        .levels,
        .whiteBalance(balance.gains),
        .highlights(recipe.highlightMode),
        .demosaic(recipe.demosaic),
        .geometry(geometry),
        .exposure(exposure),
        .matrix(matrices.working),
      ] + filters(.scene) + [
        .tone(recipe.tone)
      ] + filters(.display) + filters(.frame) + filters(.output) + [
        .outputMatrix(matrices.output),
        .encoding(recipe.space.transfer, format, alpha: alpha),
      ]
    let fused = FusedSteps(steps, instructionSet: instructionSet)
    self.steps = fused
    self.crop = crop
    self.format = format
    self.instructionSet = instructionSet
    self.stripWidth = stripWidth
    pixels = photo.map { .frame($0) } ?? .sensor(source.image)
    outputSize = geometry.outputSize
    let least = min(outputSize.height, leastBandArea / outputSize.width)
    let isTransposed = geometry.orientation.isTransposed
    bandHeight = max(isTransposed ? Self.transposedBandHeight : Self.bandHeight, least)
    lastBandHeight = isTransposed ? bandHeight : max(Self.lastBandHeight, least)
    whiteBalance = balance
    frameStage =
      fused.frameSteps.isEmpty
      ? nil
      : FrameStage(
        size: geometry.canvas.size, channels: format.colorChannels,
        ceiling: fused.ceiling.isFinite ? 1 : fused.gains.max(), steps: fused.frameSteps,
        instructionSet: instructionSet)
    totalExposure = exposure
    resamplePlan =
      geometry.isResampled
      ? .of(geometry, stripWidth: stripWidth, instructionSet: instructionSet) : nil
  }

  /// A developer that makes nothing but camera RGB: see `fill`.
  init(
    demosaicing source: DevelopSource, region: Region, gains: SIMD3<Double>, recipe: DevelopRecipe,
    instructionSet: InstructionSet
  ) {
    let geometry = OutputGeometry(
      source: region, pixelAspect: 1, orientation: .upright, request: nil)
    let format = PixelFormat(channels: source.image.channels, sample: .uint8)
    steps = FusedSteps(
      [
        .levels, .whiteBalance(gains), .highlights(recipe.highlightMode),
        .demosaic(recipe.demosaic), .geometry(geometry), .encoding(.linear, format, alpha: 1),
      ], instructionSet: instructionSet)
    crop = region
    self.format = format
    self.instructionSet = instructionSet
    stripWidth = DemosaicStrip.preferredWidth
    pixels = .sensor(source.image)
    outputSize = region.size
    bandHeight = Self.bandHeight
    lastBandHeight = Self.lastBandHeight
    whiteBalance = ResolvedWhiteBalance(
      multipliers: gains, white: .d65, temperature: 6504, tint: 0)
    totalExposure = 0
    frameStage = nil
    resamplePlan = nil
  }

  /// The demosaic warms up for 8 rows a strip: 3 % of a band.
  private static let bandHeight = 256
  /// So that all threads end together: of 24 megapixels in 32 bands of 128 rows the last one kept one of two threads
  /// waiting for 3 ms of 110.
  private static let lastBandHeight = 40
  /// Rows of the output are columns of the mosaic there, so that a band is one strip. 512 columns: 51 ms, 384: 53,
  /// 128: 83.
  private static let transposedBandHeight = 512
  /// No demosaic's rings share the cache there.
  private static let frameStripWidth = 2 * DemosaicStrip.preferredWidth
  /// No sensor has more stops; beyond, single precision would end.
  private static let largestExposure = 30.0

  /// How many bands the finished picture has.
  public var bandCount: Int {
    highBandCount + (lowRows.count + lastBandHeight - 1) / lastBandHeight
  }

  /// The output rows of a band.
  public func rows(ofBand band: Int) -> Range<Int> {
    guard band >= highBandCount else { return band * bandHeight..<(band + 1) * bandHeight }
    let (index, count) = (band - highBandCount, bandCount - highBandCount)
    let start = lowRows.lowerBound
    return start + lowRows.count * index / count..<start + lowRows.count * (index + 1) / count
  }

  /// Bands of the full height: all but what one or two such would hold.
  private var highBandCount: Int { max(0, outputSize.height / bandHeight - 1) }

  /// The rows of the others, which share them evenly.
  private var lowRows: Range<Int> { highBandCount * bandHeight..<outputSize.height }
}
