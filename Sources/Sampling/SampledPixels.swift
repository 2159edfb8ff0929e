internal import Color
public import Develop
public import Pixels
public import YCbCr

/// Pixels that can be sampled, as they are stored.
public enum SampledPixels: Sendable {
  /// Grey or RGB; alpha does not count.
  case eight(ImageBuffer<UInt8>)
  case sixteen(ImageBuffer<UInt16>)
  /// A frame with the converter to `.rgbFloat` that decides what its codes mean.
  case frame(YCbCrFrame, YCbCrConverter)
  case raw(RawPixels)

  /// The size as stored.
  public var size: Size {
    switch self {
    case .eight(let image): image.size
    case .sixteen(let image): image.size
    case .frame(let frame, _): frame.size
    case .raw(let raw): raw.size
    }
  }
}

/// A raw photo whose pixels are developed one by one as they are asked for. A class, so that samplers refer to one and do not
/// copy what it is made of for each place.
public final class RawPixels: Sendable {
  /// Develops the photo with the recipe adjusted for sampling, in the space of the light read.
  public let developer: Developer
  let source: DevelopSource
  let recipe: DevelopRecipe
  let sensor: SensorReader

  /// - Parameter recipe: Space, bits, orientation and size do not matter, nor do filters that change geometry, look at
  ///   neighbours or make alpha: light is sampled before the encoding, at the sensor's own pixels.
  /// - Throws: `DevelopError.unsupported` where the recipe asks for what this photo cannot give.
  public convenience init(
    _ source: DevelopSource, recipe: DevelopRecipe
  ) throws(DevelopError) {
    try self.init(source, recipe: recipe) { source, recipe throws(DevelopError) in
      try Developer(source, recipe: recipe)
    }
  }

  /// The same with a developer that the caller makes, of what it is handed, as on another instruction set.
  public init(
    _ source: DevelopSource, recipe: DevelopRecipe,
    developer make: (DevelopSource, DevelopRecipe) throws(DevelopError) -> Developer
  ) throws(DevelopError) {
    var source = source
    source.pixelAspect = 1
    var recipe = recipe
    recipe.space = Self.space
    recipe.size = nil
    recipe.orientation = .keep
    recipe.filters = recipe.filters.ofPixels
    self.source = source
    self.recipe = recipe
    developer = try make(source, recipe)
    sensor = SensorReader(source.image, developer)
  }

  /// The space of the light that is read: all colours of surfaces are positive in it.
  static let space = RGBSpace.rec2020

  /// The stored size of what is shown.
  public var size: Size { developer.outputSize }

  /// Whether the sensor recorded more than one channel.
  var hasColor: Bool {
    switch source.image {
    case .mosaic: true
    case .linear(let image): image.channels > 1
    }
  }
}
