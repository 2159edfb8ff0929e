internal import BromideKernels
internal import BromideLibc
internal import BromideValues

extension Parameter {
  /// Amount of colour in the shadows, 0…1. 0 turns it off.
  public static let shadowToning = Parameter(
    "shadow-toning", 0...1, standard: 0, "Tint the shadows")
  /// Oklab hue of the shadow tint in degrees, 0…360. The default is 250, blue.
  public static let shadowHue = Parameter(
    "shadow-hue", 0...360, unit: "degrees", standard: 250, tween: .angle, beyond: .allow,
    "Oklab hue of the shadow tint. 250 is blue")
  /// Amount of colour in the highlights, 0…1. 0 turns it off.
  public static let highlightToning = Parameter(
    "highlight-toning", 0...1, standard: 0, "Tint the highlights")
  /// Oklab hue of the highlight tint in degrees, 0…360. The default is 70, orange.
  public static let highlightHue = Parameter(
    "highlight-hue", 0...360, unit: "degrees", standard: 70, tween: .angle, beyond: .allow,
    "Oklab hue of the highlight tint. 70 is orange")
  /// Where shadows end, from −1 (nearly everything is highlights) to 1 (nearly everything is
  /// shadows).
  public static let toningBalance = Parameter(
    "toning-balance", -1...1, standard: 0,
    "Limit of the shadows. At -1, nearly all tones are highlights. At 1, nearly all are shadows")
}

extension Filter {
  /// One colour for shadows and one for highlights, at constant luminance: see `ToningKernel`.
  static let splitToning = Filter(
    .display,
    coloring: [.shadowToning, .shadowHue, .highlightToning, .highlightHue, .toningBalance]
  ) { settings, _ in
    let shadow = settings.number(.shadowToning)
    let highlight = settings.number(.highlightToning)
    guard shadow != 0 || highlight != 0 else { return nil }
    let middle = 0.5 + 0.4 * settings.number(.toningBalance)
    return .kernel(
      ToningKernel(
        weights: FilterContext.luminance,
        shadows: ToningColor.offset(hue: settings.number(.shadowHue), amount: shadow),
        highlights: ToningColor.offset(hue: settings.number(.highlightHue), amount: highlight),
        start: middle - 0.35, end: middle + 0.35))
  }
}

enum ToningColor {
  /// Oklab chroma at full amount and at luminance ¼, where toning is strongest.
  private static let chroma = 0.15

  /// The offset, of luminance 0, that gives the hue to light of luminance ¼ in working RGB.
  static func offset(hue: Double, amount: Double) -> SIMD3<Double> {
    let angle = hue * .pi / 180
    let lab = Oklab(
      l: cbrt(0.25), a: amount * chroma * cos(angle), b: amount * chroma * sin(angle))
    let color = RGBSpace.working.fromXYZ * lab.xyz
    let light = (color * FilterContext.luminance).sum()
    // The kernel's weight is ¼ there.
    return 4 * (color - light)
  }
}
