internal import BromideKernels

extension Parameter {
  /// Oklab hue in degrees, saturation 0…1 and luminance −1…1 of shadows, middle tones, highlights
  /// and all: 12 numbers. All are 0 by default.
  public static let grading = Parameter(
    "grading",
    .groups(
      ["shadows", "midtones", "highlights", "all"],
      [
        Member(name: "hue", range: 0...360), Member(name: "saturation", range: 0...1),
        Member(name: "luminance", range: -1...1),
      ]), -1...360, standard: [Double](repeating: 0, count: 12), tween: .hues,
    "Colour and brightness of tones. Hue is in Oklab degrees, and 250 is blue")
  /// Width of the transitions between tones, 0…1.
  public static let gradingBlending = Parameter(
    "grading-blending", 0...1, standard: 0.5, "Width of the transitions between graded tones")
  /// Where highlights begin, −1…1.
  public static let gradingBalance = Parameter(
    "grading-balance", -1...1, standard: 0,
    "Start of graded highlights. Larger values make more of the picture highlights")
}

extension Filter {
  /// Colours of shadows, middle tones and highlights: see `GradingKernel`.
  static let grading = Filter(
    .display, coloring: [.grading, .gradingBlending, .gradingBalance]
  ) { settings, _ in
    guard !settings.isStandard(.grading) else { return nil }
    let values = settings.numbers(.grading)
    return .kernel(
      GradingKernel(
        space: .working,
        zones: stride(from: 0, to: values.count, by: 3).map {
          .init(hue: values[$0], saturation: values[$0 + 1], luminance: values[$0 + 2])
        }, blending: settings.number(.gradingBlending), balance: settings.number(.gradingBalance)))
  }
}
