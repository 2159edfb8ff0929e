/// Finds the last of several ascending times that is not after a given time.
///
/// A binary search over a thousand keys mispredicts ten branches, which takes about 50 ns. So the
/// index divides the range into as many even cells as there are times. Each cell stores the start
/// of its search. Evenly spaced keys then need one step, and very uneven keys a binary search.
@usableFromInline
struct TimeIndex: Sendable {
  @usableFromInline let times: [Double]
  /// For each cell, the number of times before its start. One more entry marks the end.
  @usableFromInline let begins: [Int32]
  @usableFromInline let origin: Double
  @usableFromInline let cellsPerSecond: Double

  /// - Parameter times: One or more finite times in ascending order.
  init(_ times: [Double]) {
    self.times = times
    let cells = times.count
    origin = times[0]
    let span = times[cells - 1] - origin
    // Use a single cell if the span is 0, overflows, or is too short to divide.
    let scale = Double(cells) / span
    cellsPerSecond = span > 0 && span.isFinite && scale.isFinite ? scale : 0
    var begins: [Int32] = []
    var next = 0
    for cell in 0...cells {
      while next < cells, TimeIndex.cell(times[next], times[0], cellsPerSecond, cells) < cell {
        next += 1
      }
      begins.append(Int32(next))
    }
    self.begins = begins
  }

  /// Returns the index, or −1 if every time is later. NaN is earlier than all times.
  @inlinable func last(notAfter time: Double) -> Int {
    guard time >= origin else { return -1 }
    if time >= times[times.count - 1] { return times.count - 1 }
    let cell = TimeIndex.cell(time, origin, cellsPerSecond, times.count)
    var low = Int(begins[cell])
    var high = Int(begins[cell + 1])
    while low < high {
      let middle = (low + high) >> 1
      if times[middle] <= time { low = middle + 1 } else { high = middle }
    }
    return low - 1
  }

  /// Returns the cell of a time. Keys and queries use the same rounding, so a search always finds a
  /// key in its cell.
  @inlinable @inline(__always)
  static func cell(
    _ time: Double, _ origin: Double, _ cellsPerSecond: Double, _ cells: Int
  ) -> Int {
    cellsPerSecond > 0 ? Int(min((time - origin) * cellsPerSecond, Double(cells - 1))) : 0
  }
}
