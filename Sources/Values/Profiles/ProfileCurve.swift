/// The curve of a channel in an output profile: light for codes, as entries at equal distances.
public struct ProfileCurve: Sendable, Hashable, Codable {
  /// The light of the codes 0…1, which never falls.
  private let entries: [Double]

  /// - Parameter light: The light of the codes 0…1 at equal distances.
  ///
  ///   If it falls anywhere, a smaller code with more light is not used, as in lcms2.
  /// - Returns: `nil` for fewer than two entries, an entry that is not finite, or a curve that does
  ///   not rise.
  public init?(_ light: [Double]) {
    guard light.count >= 2, light.allSatisfy(\.isFinite) else { return nil }
    var entries = light
    for i in (0..<light.count - 1).reversed() { entries[i] = min(entries[i], entries[i + 1]) }
    guard entries[0] < entries[light.count - 1] else { return nil }
    self.entries = entries
  }

  /// Returns the code, 0…1, of light: the largest if several codes have this light.
  ///
  /// - Complexity: O(log entries)
  public func code(of light: Double) -> Double {
    // The number of entries with at most this light.
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = (low + high) / 2
      if entries[middle] <= light { low = middle + 1 } else { high = middle }
    }
    guard low > 0 else { return 0 }
    guard low < entries.count else { return 1 }
    let (below, above) = (entries[low - 1], entries[low])
    return (Double(low - 1) + (light - below) / (above - below)) / Double(entries.count - 1)
  }

  /// The light of code 0.
  public var black: Double { entries[0] }
}
