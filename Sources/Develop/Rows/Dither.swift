internal import BromideValues

/// The treatment of light that is rounded to 8 bits: see `DitherKernel`.
public enum Dither: String, Sendable, Hashable, Codable, CaseIterable {
  /// An ordered dither in smooth light, so that gradients do not show bands.
  case auto
  /// Plain rounding.
  case none
  /// An ordered dither of every pixel.
  case all
}

extension DevelopRecipe {
  /// Chooses the rounding to 8 bits of a finished picture, unless the recipe sets it.
  ///
  /// The default is `auto`. Plain pictures, linear light and the earlier look use plain rounding,
  /// so that they keep their bytes. Callers that compute values instead of pictures, such as
  /// samples, do not call this. Without a choice, codes are rounded plainly.
  /// - Parameter isPlain: Whether the picture is plain, as with `--plain`.
  public mutating func chooseDither(isPlain: Bool = false) {
    let keepsBytes = isPlain || rendering == nil || rendering == .classic
    dither = dither ?? (keepsBytes ? Dither.none : .auto)
  }

  /// The dither to apply. Only 8-bit pictures have one.
  var roundingDither: Dither {
    sample == .uint8 ? dither ?? .none : .none
  }
}
