internal import Color
internal import Pixels

/// The treatment of light that is rounded to 8 bits: see `DitherKernel`.
public enum Dither: String, Sendable, Hashable, Codable, CaseIterable {
  /// An ordered dither where light is smooth, so that gradients show no bands.
  case auto
  /// Plain rounding.
  case none
  /// An ordered dither of every pixel.
  case all
}

extension DevelopRecipe {
  /// The dither of pictures whose rounding nobody states: linear light and the earlier look keep their bytes.
  public var usualDither: Dither? {
    rendering == nil || rendering == .classic ? nil : .auto
  }

  /// The dither of `bromide convert`: none without corrections, as with `--plain`.
  public var ditherOfConvert: Dither? { optics == .none ? nil : usualDither }

  /// The dither in force: only pictures of 8 bits have one.
  var roundingDither: Dither {
    sample == .uint8 ? dither ?? .none : .none
  }
}
