extension Parameter {
  /// Alpha of every pixel of the PNG, 0…1. With 1, the PNG does not have an alpha channel.
  public static let opacity = Parameter(
    "opacity", 0...1, standard: 1,
    "Alpha of the PNG. With 1, the PNG does not have an alpha channel")
}

extension Filter {
  /// A constant alpha channel. Colours are not multiplied by it, as PNG requires.
  static let opacity = Filter(.output, [.opacity])
}
