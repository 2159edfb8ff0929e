extension Parameter {
  /// Alpha of every pixel of the PNG, 0…1; at 1 it has no alpha.
  public static let opacity = Parameter(
    "opacity", 0...1, standard: 1, "What the PNG's alpha is; 1 has none")
}

extension Filter {
  /// An alpha channel that is the same everywhere; colours are not multiplied with it, as PNG demands.
  static let opacity = Filter(.output, [.opacity])
}
