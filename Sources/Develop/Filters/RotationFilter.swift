extension Parameter {
  /// Turn about the window's middle in degrees, clockwise, −180…180.
  public static let rotation = Parameter(
    "rotation", -180...180, unit: "degrees", standard: 0, tween: .angle, beyond: .allow,
    "Turn of the picture about the window's middle, clockwise; black where it ends")
}

extension Filter {
  /// A pass over the window at output size, by Catmull-Rom's cubic: see `RotateKernel`.
  static let rotation = Filter(.geometry, [.rotation])
}
