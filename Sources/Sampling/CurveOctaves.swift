/// A smooth curve as a table of quadratics, 256 for each octave of its argument.
///
/// The steps are equal in relative size, so a power is as exact near black as near white: within
/// 10⁻⁸ of its value. If the quadratic of an interval has a larger error, where two pieces of a
/// curve meet, its numbers are missing. There and outside 2⁻²⁰ to 2⁵, the curve itself is used. A
/// power costs 40 ns, and this costs 2.
///
/// It is a class, because each copy of a structure would count references to its table and curve at
/// every pixel.
final class CurveOctaves: Sendable {
  /// Value, slope and bend of each interval.
  private let nodes: [SIMD4<Double>]
  private let zero: Double
  private let curve: @Sendable (Double) -> Double

  private static let octaves = -20..<5
  /// Bits of the significand that choose an interval.
  private static let bits = 8
  private static let shift = Double.significandBitCount - bits
  private static let first = Int(exp2(octaves.lowerBound).bitPattern >> shift)
  private static let largestError = 4e-9

  /// - Parameter curve: A curve over positive numbers.
  init(_ curve: @escaping @Sendable (Double) -> Double) {
    self.curve = curve
    zero = curve(0)
    nodes = (0..<Self.octaves.count << Self.bits).map { Self.node($0, curve) }
  }

  /// The curve at a number.
  @inline(__always)
  func callAsFunction(_ number: Double) -> Double {
    let pattern = number.bitPattern
    let index = Int(pattern >> Self.shift) - Self.first
    guard index >= 0, index < nodes.count else { return number == 0 ? zero : curve(number) }
    let node = nodes[index]
    let part = Double(pattern & (1 << UInt64(Self.shift) - 1)) * Self.unit
    let value = node.x + part * (node.y + part * node.z)
    return value.isNaN ? curve(number) : value
  }

  private static let unit = exp2(-shift)

  private static func exp2(_ exponent: Int) -> Double {
    Double(sign: .plus, exponent: exponent, significand: 1)
  }

  /// The curve of three channels.
  @inline(__always)
  func callAsFunction(_ numbers: SIMD3<Double>) -> SIMD3<Double> {
    SIMD3(self(numbers.x), self(numbers.y), self(numbers.z))
  }

  /// The quadratic through both ends and the middle of an interval, or no numbers if it is not the
  /// curve.
  private static func node(_ index: Int, _ curve: (Double) -> Double) -> SIMD4<Double> {
    func number(_ part: Double) -> Double {
      let start = Double(bitPattern: UInt64(first + index) << shift)
      let end = Double(bitPattern: UInt64(first + index + 1) << shift)
      return start + part * (end - start)
    }
    let (start, middle, end) = (curve(number(0)), curve(number(0.5)), curve(number(1)))
    let bend = 2 * (start + end - 2 * middle)
    let node = SIMD4(start, end - start - bend, bend, 0)
    for part in [0.2, 0.7] {
      let exact = curve(number(part))
      let value = node.x + part * (node.y + part * node.z)
      guard abs(value - exact) <= largestError * abs(exact) else {
        return SIMD4(repeating: .nan)
      }
    }
    return node
  }
}
