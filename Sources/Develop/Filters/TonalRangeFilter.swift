internal import BromideKernels
internal import BromideValues

extension Parameter {
  /// Contrast around metered grey, 0.1…4. One stop becomes this number of stops, so 1 has no
  /// effect.
  public static let contrast = Parameter(
    "contrast", 0.1...4, standard: 1, tween: .logarithm,
    "Contrast around metered grey. With 2, one stop becomes two")
  /// The white end of the tonal range, −1…1: stops added from half a stop below grey to 2.5 stops
  /// above.
  public static let whites = Parameter(
    "whites", -1...1, standard: 0,
    "Brighten or darken the brightest tones")
  /// The black end of the tonal range, −1…1: shadows are raised by up to 1.5 stops, or lowered
  /// until the darkest are black.
  public static let blacks = Parameter(
    "blacks", -1...1, formerly: -2...2, standard: 0,
    "Brighten or darken the darkest tones")
}

extension Filter {
  /// Contrast and the ends of the tonal range, in stops of scene-linear luminance from metered grey
  /// (half a stop below 18 % of saturation, after ISO 12232).
  ///
  /// These filters see one pixel at a time, after local tone. Contrast is a power of light about a
  /// pivot, as in a log grade. The ends move tones where the look's curve still has a slope. With
  /// ±1, `whites` moves sRGB code 200 by +24 and −29, and `blacks` moves code 20 by ±19. No setting
  /// reverses tones. See `ZonesKernel`.
  static let tonalRange = Filter(.scene, [.contrast, .whites, .blacks]) { settings, _ in
    .kernel(
      ZonesKernel(
        weights: FilterContext.luminance, grey: ToneCurve.meteredGrey,
        contrast: settings.number(.contrast),
        zones: [
          .init(start: -0.5, end: 2.5, amount: settings.number(.whites)),
          .init(start: -1, end: -5, amount: 1.5 * max(settings.number(.blacks), 0)),
        ], black: 0.012 * max(-settings.number(.blacks), 0)))
  }
}
