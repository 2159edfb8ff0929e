/// A ratio as TIFF stores it: two 32-bit integers.
public struct DNGRational: Sendable, Hashable {
  /// Above the line; it carries the sign.
  public var numerator: Int
  /// Below the line, not 0.
  public var denominator: Int

  /// - Precondition: The denominator is not 0.
  public init(_ numerator: Int, _ denominator: Int) {
    precondition(denominator != 0, "a ratio has a denominator")
    self.numerator = numerator
    self.denominator = denominator
  }

  /// The nearest ratio with the given denominator.
  public init(_ value: Double, denominator: Int = 10_000) {
    self.init(Int((value * Double(denominator)).rounded()), denominator)
  }

  /// The quotient.
  public var value: Double { Double(numerator) / Double(denominator) }
}
