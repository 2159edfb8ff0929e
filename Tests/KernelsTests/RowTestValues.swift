import BromideKernels
import BromideValues
import TestSupport
import Testing

/// Row lengths around every number of lanes.
let rowLengths = [1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 33, 100]

/// The compiled variants that this processor runs.
let compiledSets = InstructionSet.available.filter { $0 != .reference }

/// A row of random pixels with a few special ones.
func randomRow(count: Int, range: ClosedRange<Float>, seed: UInt64 = 1) -> PlanarRow {
  var generator = SeededGenerator(seed: seed)
  let row = PlanarRow(capacity: count)
  for x in 0..<count {
    row[x] = SIMD3(
      Float.random(in: range, using: &generator), Float.random(in: range, using: &generator),
      Float.random(in: range, using: &generator))
  }
  return row
}

func copy(_ row: PlanarRow) -> PlanarRow {
  let result = PlanarRow(capacity: row.capacity)
  for x in 0..<row.capacity { result[x] = row[x] }
  return result
}

func pixels(_ row: PlanarRow, count: Int) -> [SIMD3<Float>] { (0..<count).map { row[$0] } }

/// The largest difference between components, relative to values above 1.
func largestDifference(_ a: PlanarRow, _ b: PlanarRow, count: Int) -> Float {
  (0..<count).map { x in
    let d = a[x] - b[x]
    let size = b[x].replacing(with: -b[x], where: b[x] .< 0)
    let distance = d.replacing(with: -d, where: d .< 0)
    return (distance / (size + 1)).max()
  }.max() ?? 0
}

/// Expects equal bits from every compiled variant, also for rows that begin elsewhere.
func expectEqualBits(_ kernel: any PointKernel, count: Int, range: ClosedRange<Float>) {
  let input = randomRow(count: count, range: range)
  func made(_ set: InstructionSet) -> [SIMD3<Float>] {
    let row = copy(input)
    kernel.apply(to: row, x: 31, y: 5, count: count, isGrey: false, instructionSet: set)
    return pixels(row, count: count)
  }
  let whole = made(.baseline)
  for set in compiledSets {
    #expect(made(set) == whole, "\(set)")
    for first in [1, 13, 64, count - 1] {
      let part = PlanarRow(capacity: count)
      for x in first..<count { part[x - first] = input[x] }
      kernel.apply(
        to: part, x: 31 + first, y: 5, count: count - first, isGrey: false, instructionSet: set)
      #expect(pixels(part, count: count - first) == Array(whole[first...]), "\(set) \(first)")
    }
  }
}
