internal import BromideKernels
internal import BromideValues

/// The parts of a plan, each checked.
extension DevelopPlan {
  /// The part of the sensor image that the recipe's crop area shows.
  static func crop(of source: DevelopSource, recipe: DevelopRecipe) throws(DevelopError) -> Region {
    let all = Region(source.image.size)
    var crop = source.region(recipe.cropArea)
    if recipe.cropArea != .active, recipe.optics.lens.usesEmbedded {
      crop = source.embedded.trimmed(crop)
    }
    guard all.contains(crop), !crop.isEmpty else {
      throw .unsupported("a crop of \(crop) in a picture of \(all.size)")
    }
    let least = isHalved(source.image, recipe: recipe) ? 2 : 1
    guard crop.width >= least, crop.height >= least else {
      throw .unsupported("a crop of \(crop); half size needs at least 2×2 pixels")
    }
    try check(source.image, recipe.demosaic)
    guard source.pixelAspect.isFinite, (0.1...10).contains(source.pixelAspect) else {
      throw .unsupported("a pixel aspect of \(source.pixelAspect); expected 0.1 to 10")
    }
    try check(recipe.size)
    try check(recipe.filters)
    try check(recipe.tableLook, strength: recipe.filters[.lutStrength])
    if recipe.outputProfile != nil, recipe.sample == .float32 {
      throw .unsupported("an output profile with float32, which is linear light")
    }
    guard recipe.optics.isSound else {
      throw .unsupported("corrections of lens and sensor outside their ranges: \(recipe.optics)")
    }
    return crop
  }

  /// All that may be shown, in pixels of the demosaic's output.
  static func shown(of source: DevelopSource, recipe: DevelopRecipe, _ crop: Region) -> Region {
    isHalved(source.image, recipe: recipe) ? crop.halved : crop
  }

  /// Whether the demosaic halves the picture. This is always false without a mosaic.
  static func isHalved(_ image: SensorImage, recipe: DevelopRecipe) -> Bool {
    image.filters != nil && recipe.demosaic.halves
  }

  private static func check(
    _ image: SensorImage, _ method: DemosaicMethod
  ) throws(DevelopError) {
    if let filters = image.filters {
      let least = DemosaicKernel.leastSize(of: filters)
      guard image.size.shortEdge >= least else {
        throw .unsupported("a mosaic of \(image.size); at least \(least)×\(least) sites are needed")
      }
      guard method.kernel(of: filters) != nil else {
        let (sensor, own) = filters.period == 2 ? ("a Bayer", "X-Trans") : ("an X-Trans", "Bayer")
        throw .unsupported(
          "the \(method.rawValue) demosaic, which is for \(own), of \(sensor) mosaic; auto takes \(DemosaicMethod.auto.resolved(filters).rawValue) here"
        )
      }
    }
    switch image {
    case .mosaic, .xtrans: break
    case .linear(let linear):
      guard linear.white > 0, linear.appliedGains.min() > 0 else {
        throw .unsupported(
          "a white level of \(linear.white) and gains of \(linear.appliedGains); both must be above 0"
        )
      }
    }
  }

  private static func check(_ request: SizeRequest?) throws(DevelopError) {
    guard let request else { return }
    let sides: [Int] =
      switch request.bounds {
      case .box(let size): [size.width, size.height]
      case .longEdge(let edge), .shortEdge(let edge): [edge]
      case .megapixels, .fraction: []
      }
    guard sides.allSatisfy({ (1...largestSide).contains($0) }) else {
      throw .unsupported(
        "a size of \(sides.map { "\($0)" }.joined(separator: "×")); expected sides of 1 to \(largestSide)"
      )
    }
    guard request.bounds.isSound else {
      throw .unsupported(
        "a size of \(request.bounds.text); expected \(SizeRequest.Bounds.accepted)")
    }
  }

  private static func check(_ settings: FilterSettings) throws(DevelopError) {
    for parameter in ParameterTable.all {
      guard let values = settings[parameter], !parameter.allows(values) else { continue }
      throw .unsupported(
        "\(parameter.name) \(parameter.text(values)); expected \(parameter.accepted)")
    }
  }

  private static func check(
    _ look: TableLook?, strength: [Double]?
  ) throws(DevelopError) {
    guard let strength else { return }
    let given = "lut-strength \(Parameter.lutStrength.text(strength))"
    guard let look else { throw .unsupported("\(given) without a lut") }
    guard !look.input.isLog else {
      throw .unsupported(
        "\(given) with a lut of \(look.input.rawValue), which takes the tone curve's place; only luts of display light are mixed"
      )
    }
  }

  /// Rejects outputs with impossible sides. A request can name only one of the sides.
  static func check(_ output: Size) throws(DevelopError) {
    guard output.longEdge <= largestSide else {
      throw .unsupported("an output of \(output); expected sides of 1 to \(largestSide)")
    }
  }

  /// Far above any sensor, and small enough that no byte count of a picture overflows.
  private static let largestSide = 100_000

  /// Returns the sum of the recipe's exposure, the photo's baseline exposure and its headroom, in
  /// stops.
  static func exposure(
    of source: DevelopSource, recipe: DevelopRecipe
  ) throws(DevelopError) -> Double {
    let exposure = recipe.exposure + source.exposure(for: recipe).stops + source.headroom
    guard recipe.exposure.isFinite, abs(exposure) <= largestExposure else {
      throw .unsupported(
        "an exposure of \(exposure) stops; expected \(-largestExposure) to \(largestExposure)")
    }
    return exposure
  }

  /// No sensor has more stops. Larger values would overflow single precision.
  private static let largestExposure = 30.0

  /// The number of colours before the encoding: three if the photo, a filter or the output profile
  /// has colour.
  static func colorChannels(of source: DevelopSource, recipe: DevelopRecipe) -> Int {
    let isColored =
      recipe.filters.isColoring || recipe.tableLook != nil || recipe.outputProfile?.isGrey == false
    return isColored ? 3 : source.image.channels
  }

  /// Colour if the photo or a filter has colour and the output profile is not grey, and alpha below
  /// full opacity.
  static func format(of source: DevelopSource, recipe: DevelopRecipe) -> PixelFormat {
    let channels =
      recipe.outputProfile?.isGrey == true ? 1 : colorChannels(of: source, recipe: recipe)
    let alpha = recipe.filters.number(.opacity)
    return PixelFormat(channels: channels + (alpha < 1 ? 1 : 0), sample: recipe.sample)
  }

  /// Returns the source positions of pixels, and the warp that corrects lateral colour of X-Trans.
  ///
  /// - Parameters:
  ///   - crop: The part of the sensor image that the recipe's crop area shows.
  ///   - measuring: Measures lateral colour, or `nil` to skip the correction.
  static func geometry(
    of source: DevelopSource, recipe: DevelopRecipe, crop: Region, measuring: Measuring?
  ) -> (OutputGeometry, LateralWarp?) {
    if let filters = source.image.filters, recipe.demosaic.isCentred(filters), recipe.size != nil {
      var sites = recipe
      sites.demosaic = .auto
      // Cells are too coarse to show the error that a warp of X-Trans corrects.
      let (geometry, _) = geometry(of: source, recipe: sites, crop: crop, measuring: nil)
      if geometry.largestScale <= mostHalvedScale {
        return (geometry.inCells(of: source.image.size), nil)
      }
    }
    let shown = shown(of: source, recipe: recipe, crop)
    let geometry = OutputGeometry(
      source: shown, pixelAspect: source.pixelAspect,
      orientation: recipe.orientation == .apply ? source.orientation : .upright,
      window: window(of: source, recipe, shown),
      rotation: recipe.filters.number(.rotation) * source.orientation.handedness,
      request: recipe.size, fillsCorners: recipe.optics.rotationFit == .fill)
    let corrections = source.lensCorrections(recipe)
    let lateral = measuring.flatMap {
      LateralWarp(source, recipe, scale: geometry.largestScale, corrections, $0)
    }
    let warps = [lateral?.warp].compactMap(\.self) + corrections.warps
    guard !warps.isEmpty else { return (geometry, nil) }
    let isHalved = isHalved(source.image, recipe: recipe)
    let size = source.image.size
    let whole = Region(
      isHalved ? Size(width: size.width / 2, height: size.height / 2) : size)
    guard
      let lens = LensGeometry(
        warps, pixel: isHalved ? 2 : 1, whole: whole, shown: shown,
        scale: geometry.scale, fills: !corrections.warps.isEmpty)
    else { return (geometry, nil) }
    return (geometry.corrected(lens, shown: shown, whole: whole), lateral)
  }

  /// Returns the window of the recipe, in fractions of the shown part of the stored picture.
  private static func window(
    of source: DevelopSource, _ recipe: DevelopRecipe, _ shown: Region
  ) -> OutputGeometry.Window {
    let square = OutputGeometry.square(shown.size, source.pixelAspect)
    let size = Size(
      width: OutputGeometry.pixels(square.width), height: OutputGeometry.pixels(square.height))
    let upright = source.orientation.isTransposed ? size.transposed : size
    return recipe.filters.window(in: upright).stored(source.orientation)
  }

  /// Returns the recipe's white balance for this photo, with the temperature and tint filters
  /// applied, and the confidence of the estimate if the balance is estimated.
  static func whiteBalance(
    of source: DevelopSource, recipe: DevelopRecipe, crop: Region
  ) throws(DevelopError) -> (balance: ResolvedWhiteBalance, confidence: Double?) {
    if source.image.channels == 1 {
      let none = ResolvedWhiteBalance(
        multipliers: SIMD3(1, 1, 1), white: .d65, temperature: 6504, tint: 0)
      return (none, nil)
    }
    let estimate =
      recipe.whiteBalance == .auto
      ? NeutralEstimate(source.image, region: crop, profile: source.profile) : nil
    var resolved: ResolvedWhiteBalance
    do {
      // Without an estimate the neutral is black. The profile then keeps the camera's balance.
      resolved = try source.profile.resolve(
        recipe.whiteBalance, auto: estimate?.neutral ?? SIMD3(0, 0, 0))
      let (temperature, tint) = (recipe.filters[.temperature], recipe.filters[.tint])
      if temperature != nil || tint != nil {
        let requested = WhiteBalance.temperature(
          temperature?.first ?? resolved.temperature, tint: tint?.first ?? resolved.tint)
        resolved = try source.profile.resolve(requested)
      }
    } catch {
      throw DevelopError(error)
    }
    let m = resolved.multipliers
    guard m.min() > 0, m.max().isFinite, m.max() <= 1e4 * m.min() else {
      throw .unsupported(
        "white-balance multipliers \(m.x), \(m.y), \(m.z); expected positive ones within 1:10000"
      )
    }
    let isEstimated = recipe.filters[.temperature] == nil
    return (resolved, isEstimated ? estimate?.confidence : nil)
  }

  /// The matrices from balanced camera RGB to the working space, and from there to the output's
  /// primaries.
  static func matrices(
    of source: DevelopSource, recipe: DevelopRecipe, balance: ResolvedWhiteBalance
  ) throws(DevelopError) -> (working: Matrix3x3, output: Matrix3x3) {
    let space = recipe.space
    if source.image.channels == 1 { return (.identity, RGBSpace.working.matrix(to: space)) }
    let adaptation = recipe.look.adaptation
    let working = source.profile.matrix(for: balance, to: .working, adaptation: adaptation)
    // With the same adaptation both ways, the product is exactly the profile's matrix for the
    // output.
    guard let back = working.inverse else {
      throw .unsupported("a camera matrix without an inverse, so the photo's colours are unknown")
    }
    let output = source.profile.matrix(for: balance, to: space, adaptation: adaptation)
    return (working, output * back)
  }
}

extension DevelopRecipe {
  /// The compression of colours into the output space, or `nil` if the look or the space does not
  /// use it.
  var gamutCompression: GamutCompression? {
    rendering?.compressesGamut == true ? encodedSpace.gamutCompression : nil
  }
}

extension ResolvedWhiteBalance {
  /// The multipliers, scaled so that the smallest is 1 and no channel loses light.
  var gains: SIMD3<Double> { multipliers / multipliers.min() }
}

extension SensorImage {
  /// 1 for a monochrome picture, otherwise 3.
  var channels: Int {
    switch self {
    case .mosaic, .xtrans: 3
    case .linear(let image): image.channels
    }
  }
}

extension Region {
  /// This region of a mosaic in cells of 2×2 pixels.
  var halved: Region { Region(x: x / 2, y: y / 2, width: width / 2, height: height / 2) }
}
