internal import Color
internal import Kernels

extension Parameter {
  /// Stops that one stop becomes, counted from metered grey, 0.1…4; 1 changes nothing.
  public static let contrast = Parameter(
    "contrast", 0.1...4, standard: 1, tween: .logarithm,
    "Stops that one stop becomes, counted from metered grey")
  /// Stops added to the brightest tones, −1…1, from 1.5 to 3.5 stops above grey.
  public static let whites = Parameter(
    "whites", -1...1, unit: "EV", standard: 0,
    "Light added to the brightest tones, 1.5 to 3.5 stops above grey")
  /// Stops added to the darkest tones, −2…2, from 2 to 6 stops below grey.
  public static let blacks = Parameter(
    "blacks", -2...2, unit: "EV", standard: 0,
    "Light added to the darkest tones, 2 to 6 stops below grey")
}

extension Filter {
  /// Contrast and the ends of the tonal range, in stops of scene-linear luminance from metered grey
  /// (half a stop below 18 % of saturation, after ISO 12232).
  ///
  /// They see one pixel at a time, after local tone. Contrast is a power of light about a pivot, as
  /// in a log grade. Each end is raised by a smoothstep whose slope never reaches −1 stop per stop,
  /// so that no setting reverses tones. See `ZonesKernel`.
  static let tonalRange = Filter(.scene, [.contrast, .whites, .blacks]) { settings, _ in
    .kernel(
      ZonesKernel(
        weights: FilterContext.luminance, grey: ToneCurve.meteredGrey,
        contrast: settings.number(.contrast),
        zones: [
          .init(start: 1.5, end: 3.5, amount: settings.number(.whites)),
          .init(start: -2, end: -6, amount: settings.number(.blacks)),
        ]))
  }
}
