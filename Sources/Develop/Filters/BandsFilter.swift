internal import BromideKernels

extension Parameter {
  /// Hue, saturation and luminance of eight hue bands, each −1…1: 24 numbers in band order. All are
  /// 0 by default.
  public static let bands = Parameter(
    "bands",
    .groups(
      ["red", "orange", "yellow", "green", "aqua", "blue", "purple", "magenta"],
      [
        Member(name: "hue", range: -1...1), Member(name: "saturation", range: -1...1),
        Member(name: "luminance", range: -1...1),
      ]), -1...1, standard: [Double](repeating: 0, count: 24),
    "Hue, saturation and luminance of eight colours")
}

extension Filter {
  /// Colours by their hue: see `ColorBandsKernel`.
  static let bands = Filter(.display, [.bands]) { settings, context in
    guard !context.isGrey else { return nil }
    let values = settings.numbers(.bands)
    return .kernel(
      ColorBandsKernel(
        space: .working,
        bands: stride(from: 0, to: values.count, by: 3).map {
          .init(hue: values[$0], saturation: values[$0 + 1], luminance: values[$0 + 2])
        }))
  }
}
