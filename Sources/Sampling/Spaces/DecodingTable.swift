internal import BromideCodecs
internal import BromideKernels
internal import BromideValues

/// Decodes many code values with a table of their curve.
///
/// From 0 to 2, the range of video matrices, it is linear between nodes 1/4096 apart. Display
/// curves have a second derivative below 4.5 there, so the error is below 4.5 / 8 / 4096² =
/// 3.4·10⁻⁸, a hundredth of a 16-bit code. PQ bends most near black. Above a hundredth of its
/// range, its error is a thirtieth of a code. Outside the table, the function itself is used. A
/// power takes 40 ns, a look-up 1 ns.
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

  /// Returns the sums of linear light and code values of some pixels, and the number of pixels with
  /// a channel of at least `limit`.
  ///
  /// A kernel adds eight pixels together. Pixels are added singly if one of the eight is clipped or
  /// outside the table, or if the curve couples channels.
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
