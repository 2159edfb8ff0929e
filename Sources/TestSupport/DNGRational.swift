/// A ratio as TIFF stores it: two 32-bit integers.
public struct DNGRational: Sendable, Hashable {
  public var numerator: Int
  public var denominator: Int

  public init(_ numerator: Int, _ denominator: Int) {
    precondition(denominator != 0, "a ratio has a denominator")
    self.numerator = numerator
    self.denominator = denominator
  }

  /// The nearest ratio with the given denominator.
  public init(_ value: Double, denominator: Int = 10_000) {
    self.init(Int((value * Double(denominator)).rounded()), denominator)
  }

  public var value: Double { Double(numerator) / Double(denominator) }
}
