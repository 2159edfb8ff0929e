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
  public let format: PixelFormat
  /// Rows in a band; the last one may have fewer. A function of the picture alone.
  public let bandHeight: Int
  /// The white balance used.
  public let whiteBalance: ResolvedWhiteBalance
  /// Stops by which scene-linear light was raised: the recipe's and the photo's baseline exposure.
  public let totalExposure: Double
  /// The part of the sensor image shown, before orientation.
  public let crop: Region

  let image: SensorImage
  let steps: FusedSteps
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

  /// - Parameter stripWidth: For tests, which show that no pixel depends on it.
  init(
    _ source: DevelopSource, recipe: DevelopRecipe, instructionSet: InstructionSet, stripWidth: Int,
    leastBandArea: Int = 0
  ) throws(DevelopError) {
    let crop = try Self.crop(of: source, recipe: recipe)
    let balance = try Self.whiteBalance(of: source, recipe: recipe, crop: crop)
    let exposure = recipe.exposure + source.profile.baselineExposure
    guard recipe.exposure.isFinite, abs(exposure) <= Self.largestExposure else {
      throw .unsupported(
        "an exposure of \(exposure) stops; accepted are \(-Self.largestExposure) to \(Self.largestExposure)"
      )
    }
    let geometry = OutputGeometry(
      source: Self.isHalved(source.image, recipe: recipe) ? crop.halved : crop,
      pixelAspect: source.pixelAspect,
      orientation: recipe.orientation == .apply ? source.orientation : .upright,
      request: recipe.size)
    let format = PixelFormat(channels: source.image.channels, sample: recipe.sample)
    let matrices = try Self.matrices(of: source, balance: balance, to: recipe.space)

    // The whole development in its order. Scene-linear filters belong before the tone curve, display-referred
    // ones after it, those on output pixels after the geometry.
    let steps: [DevelopStep] = [
      .levels,
      .whiteBalance(balance.multipliers / balance.multipliers.min()),
      .highlights(recipe.highlightMode),
      .demosaic(recipe.demosaic),
      .exposure(exposure),
      .matrix(matrices.working),
      .tone(recipe.tone),
      .outputMatrix(matrices.output),
      .geometry(geometry),
      .encoding(recipe.space.transfer, format),
    ]
    let fused = FusedSteps(steps, instructionSet: instructionSet)
    self.steps = fused
    self.crop = crop
    self.format = format
    self.instructionSet = instructionSet
    self.stripWidth = stripWidth
    image = source.image
    outputSize = geometry.outputSize
    bandHeight = max(
      geometry.orientation.isTransposed ? Self.transposedBandHeight : Self.bandHeight,
      min(outputSize.height, leastBandArea / outputSize.width))
    whiteBalance = balance
    totalExposure = exposure
    resamplePlan =
      geometry.isResampled
      ? ResamplePlan(geometry, stripWidth: stripWidth, instructionSet: instructionSet) : nil
  }

  /// The demosaic warms up for 8 rows a strip, and 31 bands of 24 megapixels keep two threads busy to the end:
  /// 46 ms, where 512 rows take 55.
  private static let bandHeight = 128
  /// Rows of the output are columns of the mosaic there, so that a band is one strip. 512 columns: 51 ms, 384: 53,
  /// 128: 83.
  private static let transposedBandHeight = 512
  /// No sensor has more stops; beyond, single precision would end.
  private static let largestExposure = 30.0

  public var bandCount: Int { (outputSize.height + bandHeight - 1) / bandHeight }

  /// The output rows of a band.
  public func rows(ofBand band: Int) -> Range<Int> {
    band * bandHeight..<min((band + 1) * bandHeight, outputSize.height)
  }
}
