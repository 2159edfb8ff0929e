internal import BromideKernels
internal import BromideValues

extension Parameter {
  /// Stops added to light parts, −2…2, in full where the surroundings are 3 stops above grey.
  public static let highlights = Parameter(
    "highlights", -2...2, unit: "EV", standard: 0,
    "Brighten or darken light areas. The full effect starts 3 stops above grey")
  /// Stops added to dark parts, −2…2, in full where the surroundings are 4 stops below grey.
  public static let shadows = Parameter(
    "shadows", -2...2, unit: "EV", standard: 0,
    "Brighten or darken dark areas. The full effect starts 4 stops below grey")
  /// Contrast added to detail of up to about a stop, −1…1. Values below 0 soften it.
  public static let clarity = Parameter(
    "clarity", -1...1, standard: 0,
    "Contrast of details. Values below 0 soften. Strong edges stay unchanged")
}

extension Filter {
  /// Brightness of light and dark parts, and contrast of detail, by an edge-aware base of the photo
  /// (see `LocalToneKernel` and `ToneGrid`).
  ///
  /// It comes before contrast and the other tones because its base is measured in the scene.
  /// Filters before it change only a pixel's own brightness. After a vignette, the base follows the
  /// change as closely as it follows edges.
  static let localTone = Filter(.scene, [.highlights, .shadows, .clarity]) { settings, context in
    guard let base = context.toneBase else { return nil }
    return .kernel(
      LocalToneKernel(
        base, weights: FilterContext.luminance, grey: ToneCurve.meteredGrey,
        exposure: context.exposure, shadows: settings.number(.shadows),
        highlights: settings.number(.highlights), clarity: settings.number(.clarity)))
  }
}

extension DevelopRecipe {
  /// Whether pixels depend on the entire photo by more than a white balance, so that you cannot
  /// develop a part without the rest.
  public var measuresPhoto: Bool { !Filter.localTone.isStandard(filters) }
}
