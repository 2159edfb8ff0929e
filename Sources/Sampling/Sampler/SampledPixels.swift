public import BromideCodecs
public import BromideDevelop
public import BromideValues

/// A picture that can be sampled, as stored.
public enum SampledPixels: Sendable {
  /// Grey or RGB, with alpha or without.
  case eight(ImageBuffer<UInt8>)
  case sixteen(ImageBuffer<UInt16>)
  /// Floats with white at 1. Values outside 0…1 are kept.
  case float(ImageBuffer<Float>)
  /// A frame with a converter to `.rgbFloat` that defines the meaning of its codes.
  case frame(YCbCrFrame, YCbCrConverter)
  case raw(RawPixels)

  /// Creates the pixels of a picture that was read.
  init(_ pixels: PicturePixels) {
    self =
      switch pixels {
      case .eight(let image): .eight(image)
      case .sixteen(let image): .sixteen(image)
      case .float(let image): .float(image)
      }
  }

  /// The size as stored.
  public var size: Size {
    switch self {
    case .eight(let image): image.size
    case .sixteen(let image): image.size
    case .float(let image): image.size
    case .frame(let frame, _): frame.size
    case .raw(let raw): raw.size
    }
  }
}

/// The type of light in samples of raw photos.
public enum SampledLight: String, Sendable, Hashable, CaseIterable {
  /// The scene's, as the sensor recorded it: linear, without look, without the exposure that a file
  /// or a camera model adds, without recovered highlights and without compression into a gamut.
  case scene
  /// Light of the developed picture, which `convert` writes at the point.
  case convert
}

/// A raw photo with pixels that are developed separately on request. It is a class so that samplers
/// do not copy its contents for each point.
public final class RawPixels: Sendable {
  /// Develops the photo in the space of the light read, with the recipe adjusted for sampling.
  public let developer: Developer
  let source: DevelopSource
  let recipe: DevelopRecipe
  let sensor: SensorReader

  /// - Parameter recipe: The settings. Space, bits, orientation and size are ignored. Filters that
  ///   change geometry, read neighbours or create alpha are also ignored, because light is sampled
  ///   before the encoding, at the sensor's pixels.
  /// - Parameter light: The light to read. Scene light uses only white balance, exposure, demosaic,
  ///   profile and crop area of the recipe.
  /// - Throws: `DevelopError.unsupported` if the photo does not support the recipe.
  public convenience init(
    _ source: DevelopSource, recipe: DevelopRecipe, light: SampledLight = .convert
  ) throws(DevelopError) {
    try self.init(source, recipe: recipe, light: light) { source, recipe throws(DevelopError) in
      try Developer(source, recipe: recipe)
    }
  }

  /// Creates the same with a developer from the caller, for example on another instruction set.
  public init(
    _ source: DevelopSource, recipe: DevelopRecipe, light: SampledLight = .convert,
    developer make: (DevelopSource, DevelopRecipe) throws(DevelopError) -> Developer
  ) throws(DevelopError) {
    var (source, recipe) = (source, recipe)
    if light == .scene {
      (source, recipe) = (source.ofScene(recipe.profile), recipe.ofScene)
    }
    source.pixelAspect = 1
    recipe.space = Self.space
    recipe.size = nil
    recipe.orientation = .keep
    recipe.dither = nil
    // Neither is at the sensor's pixels.
    recipe.optics.outputSharpening = .none
    if [.half, .cells].contains(recipe.demosaic) { recipe.optics.noise = .none }
    recipe.filters = recipe.filters.ofPixels
    self.source = source
    self.recipe = recipe
    developer = try make(source, recipe)
    sensor = SensorReader(source.image, developer)
  }

  /// The space of the light read: all surface colours are positive in it.
  static let space = RGBSpace.rec2020

  /// Stored size of the visible picture.
  public var size: Size { developer.outputSize }

  /// Whether the sensor recorded more than one channel.
  var hasColor: Bool {
    switch source.image {
    case .mosaic, .xtrans: true
    case .linear(let image): image.channels > 1
    }
  }
}
