extension PNGBandEncoder {
  /// Returns the filter choices with which to encode the full band. For small bands, these are all
  /// choices. Otherwise, it is the choice with the smallest result for the middle part.
  func promisingFilters(
    for rows: UnsafeRawBufferPointer, scratch: PNGScratch
  ) -> [PNGFilterChoice] {
    let count = rows.count / rowBytes
    guard effort.filters.count > 1, count > 4 * rowsPerPart else { return effort.filters }
    let middle = count / 2 / rowsPerPart * rowsPerPart
    let costs = effort.filters.map { filters in
      let part = unsafe filterRows(
        middle..<min(middle + rowsPerPart, count), of: rows, filters, into: scratch.rows)
      return unsafe deflate.cost(of: part, scratch: scratch.deflate)
    }
    return [effort.filters[costs.indices.min { costs[$0] < costs[$1] }!]]
  }
}
