internal import BromideCodecs
internal import BromideDevelop
internal import BromideDrawing
internal import BromideKernels
internal import BromideSampling
internal import BromideSystem
internal import BromideValues

/// The developer of a picture, its border, its logo, and its light above white.
struct PictureRendering {
  var developer: Developer
  /// The border around the developer's picture.
  var border: PictureBorder?
  /// The logo on the developer's picture.
  var stamp: Stamp?
  /// The gain map of a JPEG.
  var gainMap: GainMap?
  /// The light of a JPEG XL or AVIF.
  var highRange: HighRangeLight?
  /// The stops of light above white, 0 if there is too little, or `nil` if it is not requested.
  var stops: Double?

  /// The size of the picture with its border.
  var size: Size { border?.size(around: developer.outputSize) ?? developer.outputSize }

  /// Minimum stops of light above white with a visible effect.
  private static let leastGain = 0.1

  /// Prepares the pixels of a picture.
  init(
    of source: DevelopSource, _ recipe: DevelopRecipe, _ settings: PictureSettings,
    _ instructionSet: InstructionSet, crew: Crew
  ) throws(DevelopError) {
    let encoding = settings.encoding
    let (recipe, border) = try Self.inside(settings.border, recipe, of: source)
    let alignment = encoding.format.bandAlignment
    func development(_ recipe: DevelopRecipe) throws(DevelopError) -> Developer {
      try Developer(
        source, recipe: recipe, instructionSet: instructionSet,
        leastBandArea: PhotoWork.leastBandArea,
        bandAlignment: alignment, bandLead: border % alignment, crew: crew)
    }
    developer = try development(recipe)
    if let color = settings.border {
      let pixel = try color.pixel(
        developer.format, in: recipe.encodedSpace, by: recipe.outputProfile)
      self.border = PictureBorder(width: border, pixel: pixel)
    }
    if let watermark = settings.watermark {
      stamp = try watermark.stamp(
        on: developer.outputSize, developer.format, in: recipe.encodedSpace,
        instructionSet)
    }
    guard let headroom = encoding.headroom else { return }
    var light = recipe
    if encoding.highRange != nil {
      light.space = .rec2020
      light.sample = .float32
    }
    let map = try GainMap(
      of: source, recipe: light, picture: developer.outputSize, headroom: headroom,
      isWhole: encoding.highRange != nil, instructionSet: instructionSet, crew: crew)
    guard map.mostStops >= Self.leastGain else {
      stops = 0
      return
    }
    stops = map.mostStops
    guard let range = encoding.highRange else {
      gainMap = map
      return
    }
    developer = try development(light)
    guard developer.outputSize == map.size else {
      throw .unsupported("HDR does not support this size; use another size")
    }
    highRange = HighRangeLight(map, curve: range.curve, space: light.space)
  }

  /// Returns the recipe of the picture inside the border, and the border's pixels on each side.
  private static func inside(
    _ border: Border?, _ recipe: DevelopRecipe, of source: DevelopSource
  ) throws(DevelopError) -> (DevelopRecipe, border: Int) {
    guard let border else { return (recipe, 0) }
    var recipe = recipe
    var size = recipe.size
    if case .fraction = size?.bounds {
      size?.bounds = .box(try Developer.size(of: source, recipe: recipe))
    }
    recipe.size = nil
    let photo = try Developer.size(of: source, recipe: recipe)
    let pixels: Int
    (pixels, recipe.size) = try border.inside(size, of: photo)
    return (recipe, pixels)
  }
}

extension PictureDescription {
  /// Creates the description of a picture, without its fingerprint.
  init(_ rendering: PictureRendering, _ metadata: PictureMetadata, _ settings: PictureSettings) {
    self.init(
      size: rendering.size, format: rendering.developer.format,
      space: settings.photo.recipe.encodedSpace)
    profile = settings.photo.recipe.outputProfile.map {
      ICCProfile(bytes: $0.bytes, name: $0.name)
    }
    self.metadata = metadata.photo
    texts = metadata.texts
    properties = metadata.properties
    dotsPerInch = settings.dotsPerInch ?? PictureMetadata.dotsPerInch
    gainMap = rendering.gainMap
    if rendering.highRange != nil, let range = settings.encoding.highRange {
      // The samples are codes of light above white.
      format.sample = .uint16
      space = range.space
      peak = range.peak
    }
  }
}
