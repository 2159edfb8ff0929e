import BromideKernels
import BromideValues
import TestSupport

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
