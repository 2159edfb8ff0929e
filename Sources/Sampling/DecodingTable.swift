internal import Color
internal import Kernels
internal import YCbCr

/// Decodes many code values by a table of their curve.
///
/// From 0 to 2, which matrices of video reach, it is linear between nodes a 4096th apart. The curves
/// of displays bend by less than 4.5 there, so the error stays below 4.5 / 8 / 4096² = 3.4·10⁻⁸, a
/// hundredth of a code of 16 bits; PQ's, which bends most near black, by a thirtieth of one from a hundredth of
/// its range on. Elsewhere it is the function itself. A power costs 40 ns, a
/// look-up 1.
struct DecodingTable: Sendable {
  private let table: CurveTable
  private let signal: SignalLight

  init(_ signal: SignalLight) {
    self.signal = signal
    table = CurveTable(steps: 4096, end: 2) { signal.transfer.decode($0) }
  }

  func callAsFunction(_ code: SIMD3<Double>) -> SIMD3<Double> {
    signal.shown(SIMD3(decode(code.x), decode(code.y), decode(code.z)))
  }

  /// The sums of linear light and of code values of some pixels, and the number of those with a
  /// channel from `limit` on.
  ///
  /// Eight pixels at a time go through a kernel. Where one of them is clipped, or beyond the table, and where the curve
  /// couples channels, they are taken one by one.
  func sum(
    _ row: RGBRow, _ columns: Range<Int>, limit: Float
  ) -> (light: SIMD3<Double>, codes: SIMD3<Double>, clipped: Int) {
    var (light, codes, clipped) = (SIMD3<Double>(), SIMD3<Double>(), 0)
    var sums = CurveSums()
    unsafe row.withValues(columns) { values in
      var next = 0
      while next < values.count {
        if !signal.couplesChannels {
          next += unsafe table.add(
            UnsafeBufferPointer(rebasing: values[next...]), below: limit, to: &sums)
        }
        let end = min(next + 24, values.count)
        for i in stride(from: next, to: end, by: 3) {
          let (r, g, b) = unsafe (values[i], values[i + 1], values[i + 2])
          let code = SIMD3(Double(r), Double(g), Double(b))
          codes += code
          light += self(code)
          clipped &+= max(r, max(g, b)) >= limit ? 1 : 0
        }
        next = end
      }
    }
    return (light + sums.light, codes + sums.plain, clipped)
  }

  @inline(__always)
  private func decode(_ code: Double) -> Double { table(code) ?? signal.transfer.decode(code) }
}
