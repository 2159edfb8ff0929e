extension Parameter {
  /// Temperature of the scene's light in kelvin, 1500…40 000; the photo's by default.
  public static let temperature = Parameter(
    "temperature", 1500...40_000, unit: "K", standard: nil, tween: .mired,
    "Temperature of the scene's light")
  /// Tint of the scene's light, 3000 × Duv, −150…150; the photo's by default.
  public static let tint = Parameter(
    "tint", -150...150, standard: nil,
    "Tint of the scene's light, 3000 × Duv; more makes the picture more magenta")
}

extension Filter {
  /// Temperature and tint in place of those of the photo's white balance.
  static let whiteBalance = Filter(.light, [.temperature, .tint])
}
