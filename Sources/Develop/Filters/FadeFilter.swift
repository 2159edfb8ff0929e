internal import BromideKernels
internal import BromideValues

extension Parameter {
  /// Blend to `fadeColor`, 0…1. With 1, the picture shows only that colour.
  public static let fade = Parameter(
    "fade", 0...1, standard: 0, "Fade to one colour")
  /// The colour to fade to, as sRGB code values 0…1. The default is black.
  public static let fadeColor = Parameter(
    "fade-color", .color, 0...1, standard: [0, 0, 0], tween: .oklab, "Colour of the fade")
}

extension Filter {
  /// p + fade · (color − p), in display-linear light: see `MixKernel`.
  static let fade = Filter(.output, coloring: [.fade, .fadeColor]) { settings, _ in
    let amount = settings.number(.fade)
    guard amount != 0 else { return nil }
    let code = settings.numbers(.fadeColor)
    let light = SIMD3(code[0], code[1], code[2])
    let linear = SIMD3(
      RGBSpace.srgb.transfer.decode(light.x), RGBSpace.srgb.transfer.decode(light.y),
      RGBSpace.srgb.transfer.decode(light.z))
    return .kernel(
      MixKernel(color: RGBSpace.srgb.matrix(to: .working) * linear, amount: amount))
  }
}
