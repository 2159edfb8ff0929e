extension Parameter {
  /// Clockwise rotation about the window's middle in degrees, −180…180.
  public static let rotation = Parameter(
    "rotation", -180...180, unit: "degrees", standard: 0, tween: .angle, beyond: .allow,
    "Rotate clockwise. The centre of the crop stays fixed. Areas outside the picture are black")
}

extension Filter {
  /// Turned about the window's middle while rows are made: see `WarpKernel`.
  static let rotation = Filter(.geometry, [.rotation])
}
