import BromideKernels
import BromideValues
import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import BromideRaw

/// Fujifilm's blocks with Bromide's decoder, compared with the encoded samples.
@Suite struct FujiTests {
  static let sets = InstructionSet.available.filter { $0 != .reference }

  /// Bases for each strip of each block, from all values that are treated differently.
  private func bases(blocks: Int, height: Int, seed: UInt64) -> [[UInt8]] {
    let noise = SeededNoise(seed: seed)
    let values: [UInt8] = [0, 1, 2, 3, 4, 9, 40, 255]
    return (0..<blocks).map { block in
      (0..<height / 6).map { values[Int(noise.bits($0 / 2, block) >> 8) % values.count] }
    }
  }

  /// A last block of every kind of width: complete, very narrow, and between.
  @Test(arguments: FujiPattern.allCases, [768, 792, 1032, 1536])
  func lossless(_ pattern: FujiPattern, width: Int) throws {
    for bits in [12, 14, 16] {
      let samples = SensorSamples.varied(Size(width: width, height: 24), bits: bits)
      let raw = MakerRaw.fuji(samples, .compressed(bits: bits), pattern: pattern)
      #expect(raw.samples.values == samples.values)
      try raw.expectOurSamples()
    }
  }

  @Test(arguments: FujiPattern.allCases, [12, 14, 16])
  func lossy(_ pattern: FujiPattern, bits: Int) throws {
    for (width, seed) in [(768, 1), (1560, 2)] {
      let size = Size(width: width, height: 36)
      let bases = bases(blocks: (width + 767) / 768, height: size.height, seed: UInt64(seed))
      let samples = SensorSamples.varied(size, bits: bits, seed: UInt64(seed))
      let raw = MakerRaw.fuji(samples, .compressed(bits: bits, bases: bases), pattern: pattern)
      #expect(raw.samples.values != samples.values)
      try raw.expectOurSamples()
    }
  }

  /// Gentle slopes, which have separate tables in lossy coding.
  @Test(arguments: FujiPattern.allCases, [UInt8(1), 2, 3, 5])
  func gentle(_ pattern: FujiPattern, base: UInt8) throws {
    let noise = SeededNoise(seed: 9)
    let size = Size(width: 768, height: 24)
    let values = (0..<size.area).map { i in
      UInt16(3000 + i % size.width + i / size.width + Int(noise.bits(i, 0) >> 40) % 4)
    }
    let bases = [Array(repeating: base, count: 4)]
    let samples = SensorSamples(size: size, values: values)
    try MakerRaw.fuji(samples, .compressed(bits: 14, bases: bases), pattern: pattern)
      .expectOurSamples()
  }

  /// Noise with the longest codes, and one constant value.
  @Test(arguments: FujiPattern.allCases, [12, 14, 16])
  func noiseAndFlat(_ pattern: FujiPattern, bits: Int) throws {
    let noise = SeededNoise(seed: 5)
    let size = Size(width: 792, height: 24)
    let any = (0..<size.area).map { UInt16(noise.bits($0, 3) >> 40 & ((1 << UInt64(bits)) - 1)) }
    try MakerRaw.fuji(
      SensorSamples(size: size, values: any), .compressed(bits: bits), pattern: pattern
    ).expectOurSamples()
    for value in [0, 1 << bits - 1] {
      let flat = SensorSamples(
        size: size, values: Array(repeating: UInt16(value), count: size.area))
      try MakerRaw.fuji(flat, .compressed(bits: bits), pattern: pattern).expectOurSamples()
    }
  }

  /// More blocks than lanes, more strips than a thread does in one go, and more threads than
  /// blocks.
  @Test(arguments: [1, 2, 3, 8]) func threads(_ count: Int) throws {
    let crew = Unpacking.threads(count)
    let samples = SensorSamples.varied(Size(width: 768 * 5 + 24, height: 66), bits: 14, seed: 7)
    try MakerRaw.fuji(samples, .compressed(bits: 14), pattern: .xtrans).expectOurSamples(crew: crew)
  }

  @Test(arguments: FujiPattern.allCases, [FujiCoding.plain, .packed14])
  func uncompressed(_ pattern: FujiPattern, coding: FujiCoding) throws {
    try MakerRaw.fuji(.varied(Size(width: 96, height: 30), bits: 14), coding, pattern: pattern)
      .expectOurSamples()
  }

  /// Truncated at any place: an error, never an ordinary success.
  @Test(arguments: [1, 15, 200, 9000], [false, true])
  func truncated(_ missing: Int, isLossy: Bool) throws {
    let size = Size(width: 792, height: 24)
    let bases = isLossy ? bases(blocks: 2, height: 24, seed: 3) : nil
    let noise = SeededNoise(seed: 5)
    let any = (0..<size.area).map { UInt16(noise.bits($0, 3) >> 50) }
    let file = MakerRaw.fuji(
      SensorSamples(size: size, values: any), .compressed(bits: 14, bases: bases), pattern: .bayer
    ).file()
    // The last bytes fill up 16.
    #expect((try? decoded(file.dropLast(16 + missing)))?.damage.isEmpty != true)
  }

  /// Flipped bits: the same samples or the same error, on every processor and number of threads.
  /// LibRaw's decoder is not compared, because it can throw in threads, which ends the process.
  @Test(arguments: 1...6) func damaged(_ seed: Int) throws {
    let folder = try TemporaryFolder()
    let crew = Unpacking.threads(2)
    for pattern in FujiPattern.allCases {
      let bases = seed % 2 == 0 ? bases(blocks: 2, height: 24, seed: UInt64(seed)) : nil
      let samples = SensorSamples.varied(Size(width: 792, height: 24), bits: 14)
      let raw = MakerRaw.fuji(samples, .compressed(bits: 14, bases: bases), pattern: pattern)
      // Few enough that some files remain decodable.
      let file = raw.damagedFile(bits: 1, seed: UInt64(seed)) { $0 >= 64 }
      let path = FilePath(try folder.write(file, as: "test.raf"))
      let expected = try? RawFrame(path: path, unpacking: Unpacking(instructionSet: .baseline))
      for isa in Self.sets {
        let ours = try? RawFrame(path: path, unpacking: Unpacking(instructionSet: isa, crew: crew))
        #expect(ours?.values == expected?.values, "\(isa)")
      }
    }
  }

  /// LibRaw 0.20 would treat files that Bromide's decoder rejects as plain samples. The error names
  /// the coding.
  @Test func errorsNameTheCoding() throws {
    let samples = SensorSamples.varied(Size(width: 768, height: 24), bits: 14)
    let sound = MakerRaw.fuji(
      samples, .compressed(bits: 14, bases: [[1, 1, 1, 1]]), pattern: .bayer)
    // Zeros are not a valid code.
    let broken = sound.changed { bytes in
      for i in 64..<bytes.count { bytes[i] = 0 }
    }
    let folder = try TemporaryFolder()
    let path = FilePath(try folder.write(sound.file(), as: "test.raf"))
    let isKnown = (try? RawFrame(path: path, unpacking: Unpacking(unpacker: .libraw))) != nil
    _ = try folder.write(broken.file(), as: "test.raf")
    do throws(RawError) {
      _ = try RawFrame(path: path)
      Issue.record("decoded")
    } catch {
      let words = "Fujifilm's lossy compression, which this LibRaw does not know"
      #expect(error.reason.hasSuffix(words) == !isKnown, "\(error)")
    }
  }
}
