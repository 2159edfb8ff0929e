/// A white balance as people read it.
enum BalanceWords {
  /// `2.105,1.000,1.552: 5210 K, tint 3.1`.
  static func text(_ multipliers: [Double], temperature: Double, tint: Double) -> String {
    multipliers.map { Summary.decimal($0, digits: 3) }.joined(separator: ",")
      + ": \(Summary.decimal(temperature, digits: 0)) K, tint \(Summary.decimal(tint, digits: 1))"
  }
}
