internal import BromideValues

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
  /// Chooses the rounding to 8 bits of a finished picture, unless the recipe has one: `auto`, but plain rounding in linear light
  /// and in the earlier look, which keep their bytes.
  ///
  /// Who makes values rather than pictures, such as samples, does not call this: without a choice codes are rounded plainly.
  /// - Parameter isPlain: Whether the picture is plain, as with `--plain`; it has no dither then.
  public mutating func chooseDither(isPlain: Bool = false) {
    let keepsBytes = isPlain || rendering == nil || rendering == .classic
    dither = dither ?? (keepsBytes ? Dither.none : .auto)
  }

  /// The dither in force: only pictures of 8 bits have one.
  var roundingDither: Dither {
    sample == .uint8 ? dither ?? .none : .none
  }
}
