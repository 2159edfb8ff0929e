internal import Color
internal import Pixels

/// Decodes many code values by a table of a transfer function.
///
/// Between 4097 nodes it is linear. The curves of displays bend by less than 3.4 in 0…1, so the
/// error stays below 3.4 / 8 / 4096² = 2.6·10⁻⁸, a hundredth of a code of 16 bits; beyond 0…1 it is
/// the function itself. A power costs 40 ns, a look-up 1.
struct DecodingTable: Sendable {
  private let nodes: [Double]
  private let function: TransferFunction

  init(_ function: TransferFunction) {
    self.function = function
    // One more, so that 1 has a right neighbour.
    nodes = (0...Self.steps + 1).map { function.decode(Double($0) / Double(Self.steps)) }
  }

  @inline(__always)
  func callAsFunction(_ code: Double) -> Double {
    guard code >= 0, code <= 1 else { return function.decode(code) }
    let place = code * Double(Self.steps)
    let index = Int(place)
    return unsafe nodes.withUnsafeBufferPointer { nodes in
      let (left, right) = unsafe (nodes[index], nodes[index + 1])
      return left + (place - Double(index)) * (right - left)
    }
  }

  @inline(__always)
  func callAsFunction(_ code: SIMD3<Double>) -> SIMD3<Double> {
    SIMD3(self(code.x), self(code.y), self(code.z))
  }

  private static let steps = 4096
}
