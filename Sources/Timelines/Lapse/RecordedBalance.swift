internal import BromideDevelop
internal import BromideValues

/// The white balance that a photo records, in the units for smoothing.
public struct RecordedBalance: Sendable, Hashable, Codable {
  /// 10⁶ over the correlated colour temperature in kelvin.
  public var mired: Double
  /// 3000 × Duv.
  public var tint: Double

  init(mired: Double, tint: Double) {
    self.mired = mired
    self.tint = tint
  }

  /// Creates the balance of a photo. Returns `nil` if it is missing, or if temperature and tint
  /// cannot express it.
  init?(of source: DevelopSource) {
    guard source.profile.recordsWhiteBalance,
      let balance = try? source.profile.resolve(.camera),
      Parameter.temperature.range.contains(balance.temperature),
      Parameter.tint.range.contains(balance.tint)
    else { return nil }
    self.init(mired: 1e6 / balance.temperature, tint: balance.tint)
  }

  /// Correlated colour temperature in kelvin.
  public var kelvin: Double { 1e6 / mired }

  /// Returns matching balances: the stiffest curves through the recorded balances, or the first
  /// photo's balance for all.
  ///
  /// - Returns: The balance for each photo, or `nil` to keep the photo's balance.
  static func matched(_ recorded: [Self?], by settings: LapseSettings) -> [Self?] {
    let known = recorded.compactMap(\.self)
    // If all balances are equal, the photos already match.
    guard let first = known.first, known.contains(where: { !$0.isNear(first) }) else {
      return recorded.map { _ in nil }
    }
    switch settings.balance {
    case .camera: return recorded.map { _ in nil }
    case .lock: return recorded.map { $0 == nil ? nil : first }
    case .smooth:
      let smooth = settings.deflicker?.smooth ?? Self.usualReach
      guard let mireds = course(recorded.map { $0?.mired }, smooth),
        let tints = course(recorded.map { $0?.tint }, smooth)
      else { return recorded.map { _ in nil } }
      return recorded.indices.map { i in
        recorded[i] == nil ? nil : Self(mired: mireds[i], tint: tints[i])
      }
    }
  }

  /// Photos on either side that a balance depends on.
  private static let usualReach = 15.0

  private static func course(_ values: [Double?], _ smooth: Double) -> [Double]? {
    // 10 mired, and 10 of tint, are about the least that people see side by side.
    MeasuredLight(of: values, smooth: smooth, threshold: 10)?.course(values.map { _ in 0 })
  }

  private func isNear(_ other: Self) -> Bool {
    abs(mired - other.mired) < 0.01 && abs(tint - other.tint) < 0.01
  }
}
