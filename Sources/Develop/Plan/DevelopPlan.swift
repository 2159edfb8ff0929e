internal import BromideKernels
internal import BromideValues

/// A recipe worked out for one photo: every request checked, and the steps in their order.
struct DevelopPlan: Sendable {
  /// Part of the sensor image that is shown, before orientation.
  let crop: Region
  let whiteBalance: ResolvedWhiteBalance
  /// The confidence of an estimated white balance, 0…1, or `nil` if the balance is not estimated.
  let balanceConfidence: Double?
  /// The gain of scene-linear light, in stops.
  let exposure: Double
  let geometry: OutputGeometry
  /// Format of the finished pixels.
  let format: PixelFormat
  let steps: [DevelopStep]
  /// A report of the corrections stored in the file.
  let embedded: OpticsReport

  /// - Parameters:
  ///   - measuring: Measures the values that the plan depends on.
  ///   - sensorScale: For a demosaiced photo, the output pixels per pixel of the demosaic's output
  ///     at which it was corrected. Otherwise `nil`.
  /// - Throws: `DevelopError.unsupported` if this photo does not support the recipe.
  init(
    _ photo: DevelopSource, recipe: DevelopRecipe, measuring: Measuring = Measuring(),
    sensorScale: Double? = nil
  ) throws(DevelopError) {
    var recipe = recipe
    recipe.demosaic = try Self.method(of: photo, recipe: recipe)
    let source = photo.applying(recipe.profile)
    let crop = try Self.crop(of: source, recipe: recipe)
    let (balance, confidence) = try Self.whiteBalance(of: source, recipe: recipe, crop: crop)
    let exposure = try Self.exposure(of: source, recipe: recipe)
    let (geometry, lateral) = Self.geometry(
      of: source, recipe: recipe, crop: crop, measuring: measuring)
    try Self.check(geometry.storedOutput)
    let format = Self.format(of: source, recipe: recipe)
    let matrices = try Self.matrices(of: source, recipe: recipe, balance: balance)
    let context = FilterContext(
      size: geometry.storedOutput, isGrey: source.image.channels == 1,
      toneBase: try Self.toneBase(
        of: photo, recipe: recipe, balance: balance, geometry: geometry),
      exposure: exposure)
    func filters(_ stage: Filter.Stage) -> [DevelopStep] {
      recipe.filters.steps(stage, context).map { .filter($0) }
    }

    let profile = ProfileSteps(
      source, balance: balance, geometry: geometry,
      scale: Self.isHalved(source.image, recipe: recipe) ? 2 : 1)

    let optics = try OpticsSteps(
      photo, recipe, geometry, scale: sensorScale, exposure: exposure, matrix: matrices.working)

    // The complete development in order.
    steps =
      [
        .levels,
        .whiteBalance(balance.gains),
        .highlights(HighlightStep(recipe, source)),
      ] + optics.inDemosaic + [
        .demosaic(recipe.demosaic)
      ] + optics.onRows + [
        .geometry(geometry)
      ] + optics.onOutput + [
        .matrix(matrices.working)
      ] + profile.correction + [
        .exposure(exposure)
      ] + filters(.scene) + recipe.rendered(by: profile, filters(.display)) + filters(.neighborhood)
      + optics.atEnd + filters(.output)
      + Self.ending(source, recipe, format, outputMatrix: matrices.output)
    self.crop = crop
    embedded = OpticsReport(source.lensCorrections(recipe), lateral, geometry)
    whiteBalance = balance
    balanceConfidence = confidence
    self.exposure = exposure
    self.geometry = geometry
    self.format = format
  }

  /// Returns the steps from the working space to codes.
  private static func ending(
    _ source: DevelopSource, _ recipe: DevelopRecipe, _ format: PixelFormat,
    outputMatrix: Matrix3x3
  ) -> [DevelopStep] {
    let alpha = recipe.filters.number(.opacity)
    if let profile = recipe.outputProfile {
      return [
        .outputProfile(
          OutputProfileKernel(profile), channels: colorChannels(of: source, recipe: recipe)),
        .dither(recipe.roundingDither),
        .encoding(.linear, format, alpha: alpha),
      ]
    }
    return [
      .outputMatrix(outputMatrix),
      .gamut(recipe.gamutCompression),
      .dither(recipe.roundingDither),
      .encoding(recipe.encodedSpace.transfer, format, alpha: alpha),
    ]
  }

  /// Returns the steps that make balanced camera RGB of one region of the demosaic's output.
  ///
  /// - Parameter scale: Output pixels per pixel of the demosaic's output, for the recipe with the
  ///   largest scale.
  static func demosaicing(
    _ source: DevelopSource, region: Region, scale: Double, gains: SIMD3<Double>,
    highlights: HighlightStep, recipe: DevelopRecipe
  ) throws(DevelopError) -> [DevelopStep] {
    let geometry = OutputGeometry(
      source: region, pixelAspect: 1, orientation: .upright, request: nil)
    let format = PixelFormat(channels: source.image.channels, sample: .uint8)
    let optics = try OpticsSteps(source, recipe, geometry, scale: scale)
    return [
      .levels,
      .whiteBalance(gains),
      .highlights(highlights),
    ] + optics.inDemosaic + [
      .demosaic(recipe.demosaic)
    ] + optics.onRows + [
      .geometry(geometry),
      .encoding(.linear, format, alpha: 1),
    ]
  }
}
