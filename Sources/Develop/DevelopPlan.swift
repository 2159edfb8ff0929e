internal import Color
internal import Kernels
internal import Pixels

/// A recipe worked out for one photo: every request checked, and the steps in their order.
struct DevelopPlan: Sendable {
  /// Part of the sensor image that is shown, before orientation.
  let crop: Region
  let whiteBalance: ResolvedWhiteBalance
  /// How sure an estimated white balance is, 0…1; nil if it is not estimated.
  let balanceConfidence: Double?
  /// Stops by which scene-linear light is raised.
  let exposure: Double
  let geometry: OutputGeometry
  /// Format of the finished pixels.
  let format: PixelFormat
  let steps: [DevelopStep]
  /// The file's own corrections.
  let embedded: OpticsReport

  /// - Parameters:
  ///   - measuring: Who measures what the plan depends on.
  ///   - sensorScale: Output pixels per pixel of the demosaic's output at which a photo that was demosaiced before was corrected;
  ///     nil for others.
  /// - Throws: `DevelopError.unsupported` if the recipe asks for something this photo cannot give.
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

    // The whole development in its order.
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
      + optics.atEnd + filters(.output) + [
        .outputMatrix(matrices.output),
        .gamut(recipe.gamutCompression),
        .dither(recipe.roundingDither),
        .encoding(recipe.encodedSpace.transfer, format, alpha: recipe.filters.number(.opacity)),
      ]
    self.crop = crop
    embedded = OpticsReport(source.lensCorrections(recipe), lateral, geometry)
    whiteBalance = balance
    balanceConfidence = confidence
    self.exposure = exposure
    self.geometry = geometry
    self.format = format
  }

  /// The steps that make balanced camera RGB of one region of the demosaic's output, and nothing
  /// more.
  ///
  /// - Parameter scale: Output pixels per pixel of the demosaic's output, of the recipe that has most.
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
