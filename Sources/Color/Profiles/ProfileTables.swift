/// The parts of a camera profile beside its matrices, each of which may be missing.
public struct ProfileTables: Sendable, Hashable, Codable {
  /// The name that the profile gives itself, such as `Adobe Standard`.
  public var name: String?
  /// The corrections of colours under the first and the second calibration's light; one for both.
  public var hueSatMaps: [ColorTable] = []
  /// Gains by place and brightness.
  public var gainTable: GainTable?
  /// The taste in colours of the profile's maker, for display.
  public var lookTable: ColorTable?
  /// The curve in place of the standard look's.
  public var toneCurve: SplineCurve?
  /// Stops that the profile adds to the photo's own (BaselineExposureOffset).
  public var exposureOffset = 0.0
  /// What was wrong with parts that are left out, one clause each.
  public var findings: [String] = []

  /// A profile of matrices only.
  public init() {}

  /// Whether nothing but matrices, a name and an exposure is there.
  public var isEmpty: Bool {
    hueSatMaps.isEmpty && gainTable == nil && lookTable == nil && toneCurve == nil
  }

  /// The correction of colours.
  ///
  /// - Parameter share: The second calibration's share of the light.
  /// Whether every table has as many numbers as its dimensions ask for, which one that came from another process may not.
  package var isSound: Bool {
    (hueSatMaps + [lookTable].compactMap(\.self)).allSatisfy(\.isSound)
      && gainTable?.isSound ?? true && toneCurve?.isSound ?? true
  }

  func hueSatMap(share: Double) -> ColorTable? {
    guard let first = hueSatMaps.first else { return nil }
    return hueSatMaps.count > 1 ? first.mixed(with: hueSatMaps[1], share: share) : first
  }
}
