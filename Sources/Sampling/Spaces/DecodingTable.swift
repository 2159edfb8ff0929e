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

  /// Sums over the rows of a window.
  struct RowSums {
    private var single = SIMD3<Double>()
    private var singleCodes = SIMD3<Double>()
    private var kernel = CurveSums()
    /// The pixels with a clipped channel.
    private(set) var clipped = 0

    /// The sum of linear light.
    var light: SIMD3<Double> { single + kernel.light }
    /// The sum of code values.
    var codes: SIMD3<Double> { singleCodes + kernel.plain }

    /// Adds pixels one after the other with a curve that is more exact than the table. So small
    /// windows of many points keep the digits of single points.
    mutating func add(
      _ row: RGBRow, _ columns: Range<Int>, _ curve: CurveOctaves, _ signal: SignalLight,
      limit: Double
    ) {
      unsafe row.withValues(columns) { values in
        for i in stride(from: 0, to: values.count, by: 3) {
          let code = unsafe SIMD3(
            Double(values[i]), Double(values[i + 1]), Double(values[i + 2]))
          add(code, signal.shown(curve(code)), isClipped: code.max() >= limit)
        }
      }
    }

    fileprivate mutating func add(_ code: SIMD3<Double>, _ light: SIMD3<Double>, isClipped: Bool) {
      single += light
      singleCodes += code
      clipped &+= isClipped ? 1 : 0
    }

    @unsafe fileprivate mutating func add(
      _ values: UnsafeBufferPointer<Float>, _ table: CurveTable, below limit: Float
    ) -> Int {
      unsafe table.add(values, below: limit, to: &kernel)
    }
  }

  /// Adds linear light and code values of some pixels, and counts the pixels with a channel of at
  /// least `limit`.
  ///
  /// A kernel adds eight pixels together. Pixels are added singly if one of the eight is clipped or
  /// outside the table, or if the curve couples channels.
  func sum(
    _ row: RGBRow, _ columns: Range<Int>, limit: Float, into sums: inout RowSums
  ) {
    unsafe row.withValues(columns) { values in
      var next = 0
      while next < values.count {
        if !signal.couplesChannels {
          next += unsafe sums.add(
            UnsafeBufferPointer(rebasing: values[next...]), table, below: limit)
        }
        let end = min(next + 24, values.count)
        for i in stride(from: next, to: end, by: 3) {
          let (r, g, b) = unsafe (values[i], values[i + 1], values[i + 2])
          let code = SIMD3(Double(r), Double(g), Double(b))
          sums.add(code, self(code), isClipped: max(r, max(g, b)) >= limit)
        }
        next = end
      }
    }
  }

  @inline(__always)
  private func decode(_ code: Double) -> Double { table(code) ?? signal.transfer.decode(code) }
}
