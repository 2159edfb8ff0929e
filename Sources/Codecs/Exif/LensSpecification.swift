/// The numbers of a lens in a photo's file. Lenses of several models can share them, so they never
/// replace a name.
public struct LensSpecification: Sendable, Hashable, Codable {
  /// The maker's number of the lens, or `nil` if the file lacks it. Numbers of two makers can be
  /// equal.
  public var number: UInt64?
  /// The shortest focal length in millimetres, or 0 if it is unknown.
  public var leastFocalLength = 0.0
  /// The longest focal length in millimetres, or 0 if it is unknown.
  public var mostFocalLength = 0.0
  /// The f-number of the widest aperture at the shortest focal length, or 0 if it is unknown.
  public var leastFocalAperture = 0.0
  /// The f-number of the widest aperture at the longest focal length, or 0 if it is unknown.
  public var mostFocalAperture = 0.0
  /// Whether the lens is fixed to the camera.
  public var isFixed = false

  /// Creates a specification without numbers.
  public init() {}
}
