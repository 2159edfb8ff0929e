import BromideKernels
import BromideValues
import TestSupport
import Testing

@Suite struct ResampleTests {
  /// Compares the sums of some source rows, weighted by the given filter, with double precision.
  private static func expectSums(
    _ kernel: RowSums, _ filter: RowSums.Filter, rows: [PlanarRow], channels: Int, columns: Int,
    gains: SIMD3<Float> = SIMD3(1, 1, 1), ceiling: Float = 1, add: (Range<Int>, Int) -> Void
  ) {
    var next = 0
    kernel.begin(outputs: 0..<filter.starts.count, columns: columns)
    for y in filter.starts.indices {
      while next < filter.starts[y] + filter.taps {
        let count = min(kernel.blockRows, rows.count - next)
        add(next..<next + count, y)
        next += count
      }
      for (x, c) in product(0..<columns, 0..<channels) {
        let expected = (0..<filter.taps).reduce(0.0) {
          let value = min(max(rows[filter.starts[y] + $1][x][c] * gains[c], 0), ceiling)
          return $0 + Double(filter.weights[y * filter.taps + $1]) * Double(value)
        }
        #expect(abs(Double(kernel[y][x][c]) - expected) < 1e-5)
      }
    }
  }

  private static func filter(starts: [Int], taps: Int) -> RowSums.Filter {
    var generator = SeededGenerator(seed: 5)
    return RowSums.Filter(
      starts: starts, taps: taps,
      weights: (0..<starts.count * taps).map { _ in .random(in: -1...1, using: &generator) })
  }

  /// Reduction, equal size and enlargement. When enlarging, several outputs start at the same
  /// source row.
  static let filters = [
    filter(starts: [0, 3, 6, 9, 13, 16], taps: 13), filter(starts: [0, 1, 2, 3, 4, 5, 6], taps: 4),
    filter(starts: [0, 0, 0, 0, 1, 1, 1, 1, 1, 2, 2, 2], taps: 5), filter(starts: [7], taps: 1),
    filter(starts: [0, 20, 40], taps: 3),
  ]

  @Test(arguments: InstructionSet.available, filters.indices)
  func weightedRowsAddUp(set: InstructionSet, index: Int) {
    let filter = Self.filters[index]
    for (channels, columns) in [(3, 1), (1, 15), (3, 16), (3, 64), (1, 65), (3, 143)] {
      let rows = (0..<filter.starts.last! + filter.taps).map {
        randomRow(count: columns, range: -0.5...1.5, seed: UInt64($0))
      }
      let gains = SIMD3<Float>(0.5, 1, 1.7)
      let kernel = RowSums(
        filter, channels: channels, gains: gains, ceiling: 0.9, capacity: columns,
        instructionSet: set)
      let block = PlanarRow.block(kernel.blockRows, capacity: columns)
      Self.expectSums(
        kernel, filter, rows: rows, channels: channels, columns: columns, gains: gains,
        ceiling: 0.9
      ) { range, y in
        for ((i, row), x) in product(range.enumerated(), 0..<columns) { block[i][x] = rows[row][x] }
        kernel.add(block, first: range.lowerBound, count: range.count, next: y)
      }
    }
  }

  @Test(arguments: InstructionSet.available)
  func rowsOfAPictureAddUpLikeRows(set: InstructionSet) throws {
    let filter = Self.filters[0]
    let frame = try CodedPicture(
      size: Size(width: 90, height: 31), channels: 3, ceiling: 2, instructionSet: set)
    for y in 0..<31 {
      frame.write(randomRow(count: 90, range: 0...2, seed: UInt64(y)), x: 0, y: y, count: 90)
    }
    let rows = (0..<29).map { y in
      let row = PlanarRow(capacity: 87)
      frame.read(x: 3, y: y + 2, count: 87, into: row)
      return row
    }
    let kernel = RowSums(
      filter, channels: 3, gains: SIMD3(1, 1.2, 2), ceiling: 1.5, capacity: 87, instructionSet: set)
    Self.expectSums(
      kernel, filter, rows: rows, channels: 3, columns: 87, gains: SIMD3(1, 1.2, 2), ceiling: 1.5
    ) { range, y in
      kernel.add(
        frame, x: 3, y: range.lowerBound + 2, first: range.lowerBound, count: range.count, next: y)
    }
  }

  @Test func sumsDoNotDependOnTheGroupingOfRows() {
    let filter = Self.filters[0]
    let rows = (0..<29).map { randomRow(count: 70, range: 0...1, seed: UInt64($0)) }
    let results = compiledSets.flatMap { set in
      [1, 5, 8].map { size in
        let kernel = RowSums(filter, channels: 3, capacity: 70, instructionSet: set)
        let block = PlanarRow.block(size, capacity: 70)
        kernel.begin(outputs: 0..<1, columns: 70)
        for first in stride(from: 0, to: 13, by: size) {
          let count = min(size, 13 - first)
          for i in 0..<count { for x in 0..<70 { block[i][x] = rows[first + i][x] } }
          kernel.add(block, first: first, count: count, next: 0)
        }
        return pixels(kernel[0], count: 70)
      }
    }
    for result in results { #expect(result == results[0]) }
  }

  @Test(arguments: InstructionSet.available, [1, 8, 13, 16, 40])
  func everyOutputIsItsNeighboursSum(set: InstructionSet, taps: Int) {
    var generator = SeededGenerator(seed: 7)
    let outputs = 23
    let starts = (0..<outputs).map { 10 + $0 * 2 }
    let weights = (0..<outputs * taps).map { _ in Float.random(in: -1...1, using: &generator) }
    let kernel = ResampleRowKernel(
      starts: starts, taps: taps, weights: weights, instructionSet: set)
    let row = randomRow(count: 10 + 2 * outputs + taps, range: 0...1)
    let result = PlanarRow(capacity: outputs)
    for range in [8..<20, 0..<23, 16..<17] {
      kernel.resample(row, origin: 4, outputs: range, channels: 3, into: result)
      for (i, c) in product(range, 0..<3) {
        let expected = (0..<taps).reduce(0.0) {
          $0 + Double(weights[i * taps + $1]) * Double(row[starts[i] - 4 + $1][c])
        }
        #expect(abs(Double(result[i - range.lowerBound][c]) - expected) < 1e-5)
      }
    }
  }

  @Test(arguments: [8, 13, 32])
  func compiledVariantsAreEqualToTheBit(taps: Int) {
    var generator = SeededGenerator(seed: 8)
    let starts = (0..<40).map { $0 * 3 }
    let weights = (0..<40 * taps).map { _ in Float.random(in: -1...1, using: &generator) }
    let row = randomRow(count: 160, range: 0...1)
    func resampled(_ set: InstructionSet, channels: Int) -> [SIMD3<Float>] {
      let result = PlanarRow(capacity: 40)
      ResampleRowKernel(starts: starts, taps: taps, weights: weights, instructionSet: set)
        .resample(row, origin: 0, outputs: 0..<40, channels: channels, into: result)
      return pixels(result, count: 40)
    }
    let first = resampled(compiledSets[0], channels: 3)
    for set in compiledSets {
      #expect(resampled(set, channels: 3) == first)
      // A single plane. The others are not written.
      #expect(resampled(set, channels: 1) == first.map { SIMD3($0.x, 0, 0) })
    }
  }
}

@Suite struct LinearRowKernelTests {
  @Test(arguments: InstructionSet.available, [1, 3])
  func samplesAreScaledAndClipped(set: InstructionSet, channels: Int) {
    var generator = SeededGenerator(seed: 1)
    let picture = ImageBuffer<UInt16>(size: Size(width: 37, height: 3), channels: channels) {
      x, y, c in .random(in: 0...65535, using: &generator)
    }
    let image = LinearImage(
      samples: picture.plane, channels: channels, white: 30_000, appliedGains: SIMD3(2, 1, 1.5))
    let gains = SIMD3<Float>(1.8, 1, 1.2)
    for ceiling in [Float(1), .infinity] {
      let kernel = LinearRowKernel(image, gains: gains, ceiling: ceiling, instructionSet: set)
      let row = PlanarRow(capacity: 30)
      kernel.read(x: 5, y: 1, count: 30, into: row)
      for (x, c) in product(0..<30, 0..<channels) {
        let camera = Double(picture[5 + x, 1, c]) / (30_000 * Double(image.appliedGains[c]))
        let expected = min(camera * Double(gains[c]), Double(ceiling))
        #expect(abs(Double(row[x][c]) - expected) < 1e-6)
      }
    }
  }
}

@Suite struct TurnKernelTests {
  @Test(arguments: [1, 2, 3, 6], Orientation.allCases)
  func everyPixelFollowsItsOrientation(bytes: Int, orientation: Orientation) {
    for stored in [Size(width: 7, height: 5), Size(width: 1, height: 4), Size(width: 6, height: 1)]
    {
      let upright = orientation.upright(stored)
      let count = stored.area * bytes
      var input = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ 11) }
      input += [0, 0, 0, 0]
      func place(_ x: Int, _ y: Int) -> Int {
        for v in 0..<upright.height {
          for u in 0..<upright.width
          where orientation.storedPosition(x: u, y: v, in: stored) == (x, y) {
            return (v * upright.width + u) * bytes
          }
        }
        return 0
      }
      let origin = place(0, 0)
      let row = upright.width * bytes
      let stepX = stored.width > 1 ? place(1, 0) - origin : orientation.isTransposed ? row : bytes
      let stepY = stored.height > 1 ? place(0, 1) - origin : orientation.isTransposed ? bytes : row
      var output = [UInt8](repeating: 0xEE, count: count + 16)
      unsafe output.withUnsafeMutableBytes { output in
        unsafe input.withUnsafeBytes { input in
          unsafe TurnKernel.turn(
            input.baseAddress!, stride: stored.width * bytes, size: stored, bytesPerPixel: bytes,
            to: output.baseAddress! + 8 + origin, stepX: stepX, stepY: stepY)
        }
      }
      #expect(
        output[..<8].allSatisfy { $0 == 0xEE } && output[(count + 8)...].allSatisfy { $0 == 0xEE })
      for (x, y, b) in Places(x: 0..<stored.width, y: 0..<stored.height).channels(bytes) {
        #expect(output[8 + place(x, y) + b] == input[(y * stored.width + x) * bytes + b])
      }
    }
  }
}
