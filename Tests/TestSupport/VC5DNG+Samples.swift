internal import BromideValues
internal import Foundation

extension VC5DNG {
  /// The samples that decoding gives, row by row, computed with the standard's formulas and
  /// sufficiently large integers.
  public var expected: [UInt16] {
    let planes = (0..<4).map(plane)
    let bits = Int.bitWidth - options.white.leadingZeroBitCount
    let curve = (0...4095).map { value in
      UInt16(Int(65_535 * (pow(113, Double(value) / 4095) - 1) / 112) >> (16 - bits))
    }
    var samples = [UInt16](repeating: 0, count: size.area)
    for y in 0..<size.height / 2 {
      for x in 0..<size.width / 2 {
        let i = y * (size.width / 2) + x
        let green = planes[0][i]
        let (red, blue, difference) = (
          planes[1][i] - 2048, planes[2][i] - 2048, planes[3][i] - 2048
        )
        let sites = [green + 2 * red, green + difference, green - difference, green + 2 * blue]
          .map { curve[min(max($0, 0), 4095)] }
        let order = isGBRG ? [1, 3, 0, 2] : [0, 1, 2, 3]
        for (site, color) in order.enumerated() {
          samples[(2 * y + site / 2) * size.width + 2 * x + site % 2] = sites[color]
        }
      }
    }
    return samples
  }

  /// A channel's values.
  private func plane(_ channel: Int) -> [Int] {
    let sizes = Self.bandSizes(size)
    // 16 bits are signed.
    var low = bands[channel][0].map { Int(Int16(truncatingIfNeeded: $0)) }
    for level in 0..<3 {
      let three = (1...3).map { high(channel, 3 * level + $0) }
      let band = sizes[3 * level + 1]
      let out =
        level < 2 ? sizes[3 * level + 4] : Size(width: size.width / 2, height: size.height / 2)
      let left = halved(joinedDown(low, three[1], band))
      let right = halved(joinedDown(three[0], three[2], band))
      let tall = Size(width: band.height * 2, height: band.width)
      let joined = joinedDown(transposed(left, tall), transposed(right, tall), tall)
      // Rows are columns here.
      low = [Int](repeating: 0, count: out.area)
      for y in 0..<out.height {
        for x in 0..<out.width {
          let value = joined[x * tall.width + y]
          low[y * out.width + x] =
            level < 2 ? min(max(value * 2, -32_768), 32_767) : min(max(value >> 1, 0), 16_383)
        }
      }
    }
    return low
  }

  /// A band's coefficients.
  private func high(_ channel: Int, _ band: Int) -> [Int] {
    bands[channel][band].map { magnitude in
      let m = abs(magnitude)
      let value = (m + 768 * m * m * m / (255 * 255 * 255)) * quanta[channel][band]
      return magnitude < 0 ? max(-value, -32_768) : min(value, 32_767)
    }
  }

  private func halved(_ values: [Int]) -> [Int] {
    values.map { min(max($0 >> 1, -32_768), 32_767) }
  }

  /// Twice as many rows.
  private func joinedDown(_ low: [Int], _ high: [Int], _ size: Size) -> [Int] {
    var rows = [Int](repeating: 0, count: 2 * size.area)
    let last = size.height - 1
    for x in 0..<size.width {
      func l(_ y: Int) -> Int { low[y * size.width + x] }
      for y in 0...last {
        let (even, odd) =
          switch y {
          case 0: (11 * l(0) - 4 * l(1) + l(2), 5 * l(0) + 4 * l(1) - l(2))
          case last:
            (5 * l(y) + 4 * l(y - 1) - l(y - 2), 11 * l(y) - 4 * l(y - 1) + l(y - 2))
          default: (8 * l(y) + l(y - 1) - l(y + 1), 8 * l(y) + l(y + 1) - l(y - 1))
          }
        let difference = high[y * size.width + x]
        rows[2 * y * size.width + x] = (even + 4) >> 3 + difference
        rows[(2 * y + 1) * size.width + x] = (odd + 4) >> 3 - difference
      }
    }
    return rows
  }

  /// - Parameter size: The size afterwards.
  private func transposed(_ values: [Int], _ size: Size) -> [Int] {
    (0..<size.area).map { i in
      let (y, x) = i.quotientAndRemainder(dividingBy: size.width)
      return values[x * size.height + y]
    }
  }
}
