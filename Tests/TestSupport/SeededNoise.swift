/// Random numbers that depend on a seed and a place only, so that any part of a picture can be made
/// alone, in any order.
public struct SeededNoise: Sendable, Hashable {
  /// Equal seeds give equal numbers, on every machine.
  public var seed: UInt64

  /// Any seed; 0 is one like others.
  public init(seed: UInt64) {
    self.seed = seed
  }

  /// 64 random bits for a place: the finaliser of SplitMix64 (Steele, Lea and Flood 2014).
  public func bits(_ x: Int, _ y: Int) -> UInt64 {
    var z = seed &+ UInt64(bitPattern: Int64(x)) &* 0x9E37_79B9_7F4A_7C15
    z = z &+ UInt64(bitPattern: Int64(y)) &* 0xD1B5_4A32_D192_ED03
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// Evenly in 0 ..< 1.
  public func uniform(_ x: Int, _ y: Int) -> Double {
    Double(bits(x, y) >> 11) * 0x1p-53
  }

  /// Mean 0, standard deviation 1: the sum of four even numbers, near enough to a normal one.
  public func normal(_ x: Int, _ y: Int) -> Double {
    let bits = bits(x, y)
    let sum =
      (bits & 0xFFFF) &+ (bits >> 16 & 0xFFFF) &+ (bits >> 32 & 0xFFFF) &+ (bits >> 48)
    // Four numbers of 0 ... 65535 have the mean 131070 and the variance 4 · 65536² / 12.
    return (Double(sum) - 131_070) * (3.0.squareRoot() / 65_536)
  }

  /// Smooth noise in 0 … 1 with a feature about every unit of x and y.
  public func smooth(_ x: Double, _ y: Double) -> Double {
    let (cellX, cellY) = (x.rounded(.down), y.rounded(.down))
    let (column, row) = (Int(cellX), Int(cellY))
    let (fx, fy) = (x - cellX, y - cellY)
    let (u, v) = (fx * fx * (3 - 2 * fx), fy * fy * (3 - 2 * fy))
    let top = uniform(column, row) * (1 - u) + uniform(column + 1, row) * u
    let bottom = uniform(column, row + 1) * (1 - u) + uniform(column + 1, row + 1) * u
    return top * (1 - v) + bottom * v
  }

  /// Smooth noise of several scales, each half as strong and twice as fine as the one before; in 0 … 1.
  public func fractal(_ x: Double, _ y: Double, octaves: Int) -> Double {
    var (sum, weight, total, scale) = (0.0, 1.0, 0.0, 1.0)
    for octave in 0..<octaves {
      var layer = self
      layer.seed &+= UInt64(octave) &* 0xA076_1D64_78BD_642F
      sum += weight * layer.smooth(x * scale, y * scale)
      total += weight
      weight /= 2
      scale *= 2
    }
    return sum / total
  }
}
