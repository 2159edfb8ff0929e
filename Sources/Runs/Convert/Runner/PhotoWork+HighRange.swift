internal import BromideCodecs
internal import BromideDevelop
internal import BromideDrawing
internal import BromideKernels
internal import BromideSystem
internal import BromideValues

extension PhotoWork {
  /// The developer of a picture, its border, and its light above white.
  struct Rendering {
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
  }

  /// Minimum stops of light above white with a visible effect.
  private static let leastGain = 0.1

  /// Prepares the pixels of a picture.
  func rendering(
    of source: DevelopSource, _ recipe: DevelopRecipe, _ encoding: PictureEncoding,
    _ instructionSet: InstructionSet, crew: Crew
  ) throws(DevelopError) -> Rendering {
    let (recipe, border) = try inside(recipe, of: source)
    let alignment = encoding.format.bandAlignment
    func developer(_ recipe: DevelopRecipe) throws(DevelopError) -> Developer {
      try Developer(
        source, recipe: recipe, instructionSet: instructionSet, leastBandArea: Self.leastBandArea,
        bandAlignment: alignment, bandLead: border % alignment, crew: crew)
    }
    var rendering = Rendering(developer: try developer(recipe))
    if let color = job.settings.border {
      let pixel = try color.pixel(
        rendering.developer.format, in: recipe.encodedSpace, by: recipe.outputProfile)
      rendering.border = PictureBorder(width: border, pixel: pixel)
    }
    if let watermark = job.settings.watermark {
      rendering.stamp = try watermark.stamp(
        on: rendering.developer.outputSize, rendering.developer.format, in: recipe.encodedSpace,
        instructionSet)
    }
    guard let headroom = encoding.headroom else { return rendering }
    var light = recipe
    if encoding.highRange != nil {
      light.space = .rec2020
      light.sample = .float32
    }
    let map = try GainMap(
      of: source, recipe: light, picture: rendering.developer.outputSize, headroom: headroom,
      isWhole: encoding.highRange != nil, instructionSet: instructionSet, crew: crew)
    guard map.mostStops >= Self.leastGain else {
      rendering.stops = 0
      return rendering
    }
    rendering.stops = map.mostStops
    guard let range = encoding.highRange else {
      rendering.gainMap = map
      return rendering
    }
    rendering.developer = try developer(light)
    guard rendering.developer.outputSize == map.size else {
      throw .unsupported("HDR does not support this size; use another size")
    }
    rendering.highRange = HighRangeLight(map, curve: range.curve, space: light.space)
    return rendering
  }
}

extension PictureDescription {
  /// Changes the samples to the codes of light above white.
  mutating func setHighRange(_ range: HighRange) {
    format.sample = .uint16
    space = range.space
    peak = range.peak
  }
}
