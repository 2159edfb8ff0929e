/// A length or a distance as deflate encodes it: a symbol and extra bits (RFC 1951, 3.2.5).
public struct DeflateSymbol: Sendable, Hashable {
  /// 257 … 285 for a length, 0 … 29 for a distance.
  public let symbol: Int
  /// Number of extra bits after the symbol: 0 … 5 for a length, 0 … 13 for a distance.
  public let extraBits: Int
  /// Value of the extra bits.
  public let extra: Int

  /// - Parameter length: 3 … 258.
  public init(length: Int) {
    self =
      length == 258
      ? DeflateSymbol(symbol: 285, extraBits: 0, extra: 0)
      : DeflateSymbol(value: length - 3, base: 257, stepsPerOctaveLog2: 2)
  }

  /// - Parameter distance: 1 … 32768.
  public init(distance: Int) {
    self.init(value: distance - 1, base: 0, stepsPerOctaveLog2: 1)
  }

  private init(symbol: Int, extraBits: Int, extra: Int) {
    self.symbol = symbol
    self.extraBits = extraBits
    self.extra = extra
  }

  /// Both tables of the standard follow one rule: 2^(k+1) symbols of one value each, then 2^k
  /// symbols an octave.
  private init(value: Int, base: Int, stepsPerOctaveLog2 k: Int) {
    var extraBits = 0
    while value >> extraBits >= 2 << k { extraBits += 1 }
    self.init(
      symbol: base + (extraBits << k) + value >> extraBits, extraBits: extraBits,
      extra: value & ((1 << extraBits) - 1))
  }
}
