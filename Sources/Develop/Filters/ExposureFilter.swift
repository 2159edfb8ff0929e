extension Parameter {
  /// Stops of light to add, −10…10. Values from a curve can exceed this range.
  public static let exposure = Parameter(
    "exposure", -10...10, unit: "EV", standard: 0, beyond: .allow, "Brighten or darken the scene")
}

extension Filter {
  /// A factor of 2^exposure, which is part of the camera's matrix.
  static let exposure = Filter(.light, [.exposure])
}
