internal import BromideKernels
internal import BromideValues

/// The choice of filters for the rows of a band.
enum PNGFilterChoice: Sendable, Hashable {
  /// The filter with the smallest sum of absolute differences. The middle row of each group of
  /// `everyRows` rows is measured.
  case leastDifferences(everyRows: Int)
  /// One filter for all rows. The first row uses the most similar filter that does not need the row
  /// above, because it is missing.
  case fixed(PNGFilter)
}

extension PNGBandEncoder {
  /// Filters rows of a band.
  ///
  /// - Returns: The rows in `output`. Each begins with its filter's code.
  func filterRows(
    _ range: Range<Int>, of rows: UnsafeRawBufferPointer, _ choice: PNGFilterChoice,
    into output: UnsafeMutableBufferPointer<UInt8>
  ) -> UnsafeBufferPointer<UInt8> {
    var target = UnsafeMutableRawPointer(output.baseAddress!)
    let base = rows.baseAddress!
    var chosen = PNGFilter.none
    for row in range {
      let bytes = unsafe UnsafeRawBufferPointer(start: base + row * rowBytes, count: rowBytes)
      let above = unsafe row == 0 ? nil : base + (row - 1) * rowBytes
      switch choice {
      case .leastDifferences(let every):
        guard row < 2 || row % every == 0 || row == range.lowerBound else { break }
        let middle = row == 0 ? 0 : min(row + every / 2, range.upperBound - 1)
        chosen = unsafe leastDifferences(
          UnsafeRawBufferPointer(start: base + middle * rowBytes, count: rowBytes),
          above: row == 0 ? nil : base + (middle - 1) * rowBytes)
      case .fixed(let filter):
        chosen = row > 0 ? filter : filter > .up ? .sub : .none
      }
      unsafe target.storeBytes(of: chosen.rawValue, as: UInt8.self)
      unsafe self.filter.apply(chosen, to: bytes, above: above, into: target + 1)
      if format.sample == .uint16 {
        unsafe self.filter.exchangeBytes(target + 1, count: rowBytes / 2)
      }
      unsafe target += rowBytes + 1
    }
    return unsafe UnsafeBufferPointer(rebasing: output[..<(range.count * (rowBytes + 1))])
  }

  private func leastDifferences(
    _ row: UnsafeRawBufferPointer, above: UnsafeRawPointer?
  ) -> PNGFilter {
    let costs = unsafe filter.costs(of: row, above: above)
    return PNGFilter.allCases.min { costs[Int($0.rawValue)] < costs[Int($1.rawValue)] }!
  }
}
