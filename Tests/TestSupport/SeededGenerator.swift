/// Random numbers in a sequence that is the same in every run and on every machine: SplitMix64 (Steele, Lea and
/// Flood 2014).
public struct SeededGenerator: RandomNumberGenerator, Sendable {
  private let noise: SeededNoise
  private var place = 0

  /// Any seed; 0 is one like others.
  public init(seed: UInt64) { noise = SeededNoise(seed: seed) }

  /// 64 random bits.
  public mutating func next() -> UInt64 {
    place += 1
    return noise.bits(place, 0)
  }

  /// So many random bytes.
  public mutating func bytes(_ count: Int) -> [UInt8] {
    (0..<count).map { _ in UInt8(truncatingIfNeeded: next()) }
  }
}
