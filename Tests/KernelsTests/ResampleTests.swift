import Kernels
import Pixels
import TestSupport
import Testing

@Suite struct ResampleTests {
  @Test(arguments: InstructionSet.available, [1, 3])
  func weightedRowsAddUp(set: InstructionSet, channels: Int) {
    for count in rowLengths {
      let a = randomRow(count: count, range: -0.5...1.5, seed: 1)
      let b = randomRow(count: count, range: -0.5...1.5, seed: 2)
      let sum = randomRow(count: count, range: 5...6)
      let untouched = copy(sum)
      let kernel = AddRowKernel(instructionSet: set)
      kernel.add(a, weight: 0.25, isFirst: true, count: count, channels: channels, to: sum)
      kernel.add(b, weight: -0.5, isFirst: false, count: count, channels: channels, to: sum)
      for x in 0..<count {
        for c in 0..<3 {
          let (p, q) = (min(max(a[x][c], 0), 1), min(max(b[x][c], 0), 1))
          let expected = c < channels ? 0.25 * p - 0.5 * q : untouched[x][c]
          #expect(abs(sum[x][c] - expected) < 1e-6)
        }
      }
    }
  }

  @Test(arguments: InstructionSet.available, [16, 32, 48])
  func everyOutputIsItsNeighboursSum(set: InstructionSet, taps: Int) {
    var generator = SeededGenerator(seed: 7)
    let outputs = 23
    let starts = (0..<outputs).map { Int32(10 + $0 * 2) }
    let weights = (0..<outputs * taps).map { _ in Float.random(in: -1...1, using: &generator) }
    let kernel = ResampleRowKernel(
      starts: starts, taps: taps, weights: weights, instructionSet: set)
    let row = randomRow(count: 10 + 2 * outputs + taps, range: 0...1)
    let result = PlanarRow(capacity: outputs)
    kernel.resample(row, origin: 4, outputs: 3..<20, channels: 3, into: result)
    for i in 3..<20 {
      for c in 0..<3 {
        let expected = (0..<taps).reduce(0.0) {
          $0 + Double(weights[i * taps + $1]) * Double(row[Int(starts[i]) - 4 + $1][c])
        }
        #expect(abs(Double(result[i - 3][c]) - expected) < 1e-5)
      }
    }
  }

  @Test func compiledVariantsAreEqualToTheBit() {
    var generator = SeededGenerator(seed: 8)
    let starts = (0..<40).map { Int32($0 * 3) }
    let weights = (0..<40 * 32).map { _ in Float.random(in: -1...1, using: &generator) }
    let row = randomRow(count: 160, range: 0...1)
    let results = compiledSets.map { set in
      let result = PlanarRow(capacity: 40)
      ResampleRowKernel(starts: starts, taps: 32, weights: weights, instructionSet: set)
        .resample(row, origin: 0, outputs: 0..<40, channels: 3, into: result)
      return pixels(result, count: 40)
    }
    for result in results { #expect(result == results[0]) }
  }
}

@Suite struct LinearRowKernelTests {
  @Test(arguments: InstructionSet.available, [1, 3])
  func samplesAreScaledAndClipped(set: InstructionSet, channels: Int) {
    var generator = SeededGenerator(seed: 1)
    var picture = ImageBuffer<UInt16>(size: Size(width: 37, height: 3), channels: channels)
    for y in 0..<3 {
      for x in 0..<37 {
        for c in 0..<channels { picture[x, y, c] = .random(in: 0...65535, using: &generator) }
      }
    }
    let image = LinearImage(
      samples: picture.plane, channels: channels, white: 30_000, appliedGains: SIMD3(2, 1, 1.5))
    let gains = SIMD3<Float>(1.8, 1, 1.2)
    for ceiling in [Float(1), .infinity] {
      let kernel = LinearRowKernel(image, gains: gains, ceiling: ceiling, instructionSet: set)
      let row = PlanarRow(capacity: 30)
      kernel.read(x: 5, y: 1, count: 30, into: row)
      for x in 0..<30 {
        for c in 0..<channels {
          let camera = Double(picture[5 + x, 1, c]) / (30_000 * Double(image.appliedGains[c]))
          let expected = min(camera * Double(gains[c]), Double(ceiling))
          #expect(abs(Double(row[x][c]) - expected) < 1e-6)
        }
      }
    }
  }
}

@Suite struct TurnKernelTests {
  @Test(arguments: [1, 2, 3, 6], Orientation.allCases)
  func everyPixelGoesWhereItsOrientationSays(bytes: Int, orientation: Orientation) {
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
      let stepX =
        stored.width > 1 ? place(1, 0) - origin : orientation.isTransposed ? row : bytes
      let stepY =
        stored.height > 1 ? place(0, 1) - origin : orientation.isTransposed ? bytes : row
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
      for y in 0..<stored.height {
        for x in 0..<stored.width {
          for b in 0..<bytes {
            #expect(output[8 + place(x, y) + b] == input[(y * stored.width + x) * bytes + b])
          }
        }
      }
    }
  }
}
