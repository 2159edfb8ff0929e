extension Parameter {
  /// Temperature of the scene's light in kelvin, 1500…40 000. The default comes from the photo.
  public static let temperature = Parameter(
    "temperature", 1500...40_000, unit: "K", standard: nil, tween: .mired,
    "Colour temperature. Higher values make the picture warmer")
  /// Tint of the scene's light, 3000 × Duv, −150…150. The default comes from the photo.
  public static let tint = Parameter(
    "tint", -150...150, standard: nil,
    "Tint of the light. The unit is 3000 × Duv. Higher values make the picture more magenta")
}

extension Filter {
  /// Temperature and tint that replace the values from the photo's white balance.
  static let whiteBalance = Filter(.light, [.temperature, .tint])
}
