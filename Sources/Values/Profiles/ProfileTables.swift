/// The optional parts of a camera profile other than its matrices.
public struct ProfileTables: Sendable, Hashable, Codable {
  /// The name that the profile gives itself, such as `Adobe Standard`.
  public var name: String?
  /// The colour corrections under the first and the second calibration's light. One applies to
  /// both.
  public var hueSatMaps: [ColorTable] = []
  /// Gains by position and brightness.
  public var gainTable: GainTable?
  /// The taste in colours of the profile's maker, for display.
  public var lookTable: ColorTable?
  /// The curve that replaces the standard look's curve.
  public var toneCurve: SplineCurve?
  /// Stops that the profile adds to the photo's baseline exposure (BaselineExposureOffset).
  public var exposureOffset = 0.0
  /// The problems with parts that were skipped, one clause each.
  public var findings: [String] = []

  /// A profile of matrices only.
  public init() {}

  /// Whether all tables and the curve are missing.
  public var isEmpty: Bool {
    hueSatMaps.isEmpty && gainTable == nil && lookTable == nil && toneCurve == nil
  }

  /// Whether every table has the number of values for its dimensions. This can be false for a table
  /// from another process.
  package var isSound: Bool {
    (hueSatMaps + [lookTable].compactMap(\.self)).allSatisfy(\.isSound)
      && gainTable?.isSound ?? true && toneCurve?.isSound ?? true
  }

  /// Returns the colour correction, or `nil` without maps.
  ///
  /// - Parameter share: The weight of the second calibration's light, 0…1.
  func hueSatMap(share: Double) -> ColorTable? {
    guard let first = hueSatMaps.first else { return nil }
    return hueSatMaps.count > 1 ? first.mixed(with: hueSatMaps[1], share: share) : first
  }
}
