internal import Color
internal import YCbCr

/// Decodes many code values by a table of their curve.
///
/// From 0 to 2, which matrices of video reach, it is linear between nodes a 4096th apart. The curves
/// of displays bend by less than 4.5 there, so the error stays below 4.5 / 8 / 4096² = 3.4·10⁻⁸, a
/// hundredth of a code of 16 bits; PQ's, which bends most near black, by a thirtieth of one from a hundredth of
/// its range on. Elsewhere it is the function itself. A power costs 40 ns, a
/// look-up 1.
struct DecodingTable: Sendable {
  /// Each node with the way to the next.
  private let nodes: [SIMD2<Double>]
  private let signal: SignalLight

  init(_ signal: SignalLight) {
    self.signal = signal
    let values = (0...Self.steps * Self.end).map {
      signal.transfer.decode(Double($0) / Double(Self.steps))
    }
    nodes = zip(values, values.dropFirst()).map { SIMD2($0, $1 - $0) }
  }

  func callAsFunction(_ code: SIMD3<Double>) -> SIMD3<Double> {
    unsafe nodes.withUnsafeBufferPointer { nodes in
      unsafe signal.shown(
        SIMD3(decode(code.x, nodes), decode(code.y, nodes), decode(code.z, nodes)))
    }
  }

  /// The sums of linear light and of code values of some pixels, and the number of those with a
  /// channel from `limit` on.
  func sum(
    _ row: RGBRow, _ columns: Range<Int>, limit: Float
  ) -> (light: SIMD3<Double>, codes: SIMD3<Double>, clipped: Int) {
    var (light, codes, clipped) = (SIMD3<Double>(), SIMD3<Double>(), 0)
    unsafe nodes.withUnsafeBufferPointer { nodes in
      unsafe row.withValues(columns) { values in
        for i in stride(from: 0, to: values.count, by: 3) {
          let (r, g, b) = unsafe (values[i], values[i + 1], values[i + 2])
          let code = SIMD3(Double(r), Double(g), Double(b))
          codes += code
          unsafe light +=
            signal.shown(
              SIMD3(decode(code.x, nodes), decode(code.y, nodes), decode(code.z, nodes)))
          clipped &+= max(r, max(g, b)) >= limit ? 1 : 0
        }
      }
    }
    return (light, codes, clipped)
  }

  @inline(__always)
  private func decode(_ code: Double, _ nodes: UnsafeBufferPointer<SIMD2<Double>>) -> Double {
    let place = code * Double(Self.steps)
    guard place >= 0, place < Double(Self.steps * Self.end) else {
      return signal.transfer.decode(code)
    }
    let index = Int(place)
    let node = unsafe nodes[index]
    return node.x + (place - Double(index)) * node.y
  }

  /// Nodes from 0 to 1.
  private static let steps = 4096
  /// Where the table ends.
  private static let end = 2
}
