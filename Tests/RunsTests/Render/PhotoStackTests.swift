import BromideKernels
import BromideSystem
import BromideTimelines
import BromideValues
import Foundation
import TestSupport
import Testing

@testable import BromideRuns

/// Stacks of made-up photos against the plain definitions, in bands of any size.
@Suite struct PhotoStackTests {
  private static let size = Size(width: 13, height: 11)
  private static let transfer = RGBSpace.srgb.transfer

  /// Codes of a photo: noise about a value of each sample, with some far off.
  private func codes(_ photo: Int) -> [UInt16] {
    let noise = SeededNoise(seed: 7)
    return (0..<Self.size.area * 3).map { sample in
      if noise.uniform(sample, 90 + photo) < 0.1 { return photo.isMultiple(of: 2) ? 65535 : 0 }
      let middle = 4000 + 40_000 * noise.uniform(sample, 1)
      return UInt16(max(middle + 1500 * noise.normal(sample, 2 + photo), 0))
    }
  }

  private func stack(
    _ operation: Retiming.Blend, _ count: Int, _ room: PhotoStack.Room = PhotoStack.Room(),
    grows: Bool = false
  ) throws -> [UInt16] {
    let stack = PhotoStack(
      operation, size: Self.size, transfer: Self.transfer, instructionSet: .best, grows: grows,
      room: room)
    let all = (0..<count).map(codes)
    try unsafe stack.add(Array(0..<count), Crew(threads: 2)) {
      photo, rows, receive throws(FrameError) in
      // Two threads add pieces from the last to the first, with other ends than the bands. They
      // also add rows that were not requested.
      let codes = all[photo]
      let (samples, pieces) = (Self.size.width * 3, (Self.size.height + 3) / 4)
      Crew(threads: 2).forEach(
        pieces, makeScratch: {},
        work: { piece, _ in
          let first = 4 * (pieces - 1 - piece)
          let made = first..<min(first + 4, Self.size.height)
          guard made.overlaps(rows) else { return }
          unsafe Array(codes[made.lowerBound * samples..<made.upperBound * samples])
            .withUnsafeBytes { bytes in unsafe receive(first, bytes) }
        })
    }
    var result = [UInt16](repeating: 0, count: Self.size.area * 3)
    unsafe result.withUnsafeMutableBufferPointer { codes in
      unsafe stack.write(rows: 0..<Self.size.height, into: codes)
    }
    return result
  }

  private func light(_ code: UInt16) -> Double { Self.transfer.decode(Double(code) / 65535) }

  private func code(_ light: Double) -> Double { 65535 * Self.transfer.encode(light) }

  /// The smallest room: one sample in memory, one row in the file. The others end in the middle of
  /// a row, or in the middle of the rows that a thread adds.
  private static let rooms = [(0, 0), (500, 0), (7000, 20_000), (1 << 20, 0)].map {
    PhotoStack.Room(memory: $0.0, sums: 0, file: $0.1)
  }

  @Test(arguments: [1, 2, 7, 8, 30, 255, 256, 301])
  func mediansAreTheMiddle(count: Int) throws {
    let found = try stack(.median, count)
    let all = (0..<count).map(codes)
    for i in found.indices {
      let sorted = all.map { $0[i] }.sorted()
      let (low, high) = (sorted[(count - 1) / 2], sorted[count / 2])
      let middle = low == high ? Double(low) : code((light(low) + light(high)) / 2)
      #expect(abs(Double(found[i]) - middle) <= (low == high ? 0 : 0.6), "sample \(i)")
    }
    for room in Self.rooms { #expect(try stack(.median, count, room) == found) }
  }

  /// A mean in bands equals a mean that grows.
  @Test(arguments: [1, 12])
  func meansAreMeans(count: Int) throws {
    let found = try stack(.average, count, grows: true)
    let all = (0..<count).map(codes)
    for i in found.indices {
      let mean = all.reduce(0) { $0 + light($1[i]) } / Double(count)
      #expect(abs(Double(found[i]) - code(mean)) <= 1, "sample \(i)")
    }
    #expect(try stack(.average, count) == found)
    for room in Self.rooms { #expect(try stack(.average, count, room) == found) }
  }

  /// The mean of the values within 2.5 standard deviations.
  @Test(arguments: [1, 12, 30])
  func sigmaLeavesOutliersOut(count: Int) throws {
    let found = try stack(.sigma, count)
    let all = (0..<count).map(codes)
    for i in found.indices {
      let lights = all.map { light($0[i]) }
      let mean = lights.reduce(0, +) / Double(count)
      let variance = lights.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(count)
      let limit = 2.5 * variance.squareRoot()
      // Where one lies at the very limit, it may count or not.
      guard lights.allSatisfy({ abs(abs($0 - mean) - limit) > 1e-4 || limit == 0 }) else {
        continue
      }
      let kept = lights.filter { abs($0 - mean) <= limit + 1e-9 }
      #expect(abs(Double(found[i]) - code(kept.reduce(0, +) / Double(kept.count))) <= 3, "\(i)")
    }
    for room in Self.rooms { #expect(try stack(.sigma, count, room) == found) }
  }

  /// Strips of rows that contain all photos give the same picture as complete photos.
  @Test(arguments: [Retiming.Blend.median, .sigma], [1, 7, 30])
  func stripsGiveTheSamePicture(operation: Retiming.Blend, count: Int) throws {
    let all = (0..<count).map(codes)
    let samples = Self.size.width * 3
    let expected = try stack(operation, count)
    for (height, strips) in [(11, 1), (4, 3), (1, 11)] {
      let stack = try #require(
        StripStack(
          operation, photos: count, size: Self.size, transfer: Self.transfer,
          instructionSet: .best, room: height * 2 * samples * count, leastHeight: 1))
      #expect(stack.strips.count == strips)
      var found: [UInt16] = []
      try unsafe stack.draw(
        Crew(threads: 2),
        make: { index, rows, target in
          unsafe Array(all[index][rows.lowerBound * samples..<rows.upperBound * samples])
            .withUnsafeBytes { unsafe target.copyMemory(from: $0) }
        },
        into: { codes in unsafe found += Array(codes) })
      #expect(found == expected, "\(strips)")
    }
  }

  /// 100 photos with 24 MP have strips of at least 20 rows. Photos that need too much memory, and
  /// sums, have no strips.
  @Test func stripsCoverThePicture() throws {
    func strips(_ operation: Retiming.Blend, _ count: Int, height: Int = 4000) -> [Range<Int>]? {
      StripStack(
        operation, photos: count, size: Size(width: 6000, height: height),
        transfer: Self.transfer, instructionSet: .best)?.strips
    }
    let found = try #require(strips(.median, 100))
    #expect(found.flatMap { $0 } == Array(0..<4000) && found.allSatisfy { $0.count >= 20 })
    #expect(strips(.median, 140) == nil && strips(.average, 8) == nil)
    #expect(strips(.sigma, 48, height: 16_000) == nil)
  }

  /// The tables give the codes of the transfer function.
  @Test(arguments: [TransferFunction.srgb, .adobeRGB, .prophoto, .bt2020, .linear])
  func lightHasTheNearestCode(transfer: TransferFunction) {
    let light = StackLight(transfer)
    let noise = SeededNoise(seed: 9)
    for i in 0..<200_000 {
      let value: Float =
        i < 65536 ? light[UInt16(i)] : Float(pow(noise.uniform(i, 0), 1 + Double(i % 9)))
      let exact = (65535 * min(max(transfer.encode(Double(value)), 0), 1)).rounded()
      if Double(light.code(value)) != exact {
        Issue.record("\(value): \(light.code(value)) instead of \(exact)")
        return
      }
    }
    #expect(light.code(-1) == 0 && light.code(0) == 0 && light.code(7) == 65535)
    #expect(light.code(.leastNonzeroMagnitude) == 0 && light.code(.infinity) == 65535)
  }

  /// The stack needs 100 MB more than a 16-bit output, or 1.5 times the output.
  @Test(arguments: [2, 24, 60, 150])
  func memoryIsBounded(megapixels: Int) {
    let area = megapixels * 1_000_000
    for operation in Retiming.Blend.stacking {
      let most = max(6 * area + 101_000_000, 9 * area)
      #expect(PhotoStack.memory(operation, photos: 1000, area: area) <= most, "\(operation)")
    }
  }
}
