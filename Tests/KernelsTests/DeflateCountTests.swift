import BromideKernels
import TestSupport
import Testing

/// Counts of bytes compared with a simple loop.
@Suite struct DeflateCountTests {
  /// Bytes like differences of a photograph's pixels: `share` in 64 have any value, and the others
  /// are near zero.
  private static func bytes(_ count: Int, share: Int) -> [UInt8] {
    var generator = SeededGenerator(seed: UInt64(share) * 1009 + UInt64(count))
    var bytes: [UInt8] = []
    for _ in 0..<count {
      let isAnywhere = Int.random(in: 0..<64, using: &generator) < share
      let value = Int.random(in: isAnywhere ? 0...255 : -3...3, using: &generator)
      bytes.append(UInt8(truncatingIfNeeded: value))
    }
    return bytes
  }

  private static func counted(
    _ data: [UInt8], _ sequences: [DeflateSequence], sampled: Bool, _ set: InstructionSet
  ) -> [UInt32] {
    var counts = [UInt32](repeating: 0, count: DeflateKernel.symbolCount)
    let kernel = DeflateKernel(instructionSet: set)
    unsafe sequences.withUnsafeBufferPointer { sequences in
      unsafe (data + [0]).withUnsafeBufferPointer { data in
        unsafe kernel.count(sequences, of: data.baseAddress!, sampled: sampled, into: &counts)
      }
    }
    return Array(counts[..<256])
  }

  private static func expected(
    _ data: [UInt8], _ sequences: [DeflateSequence], sampled: Bool
  ) -> [UInt32] {
    var counts = [UInt32](repeating: 0, count: 256)
    var at = 0
    for sequence in sequences {
      for place in at..<at + Int(sequence.literals) where !sampled || place % 512 < 128 {
        counts[Int(data[place])] += sampled ? 4 : 1
      }
      at += Int(sequence.literals) + Int(sequence.length)
    }
    return counts
  }

  private static func check(_ data: [UInt8], _ sequences: [DeflateSequence]) {
    for sampled in [false, true] {
      let expected = Self.expected(data, sequences, sampled: sampled)
      for set in compiledSets {
        #expect(
          Self.counted(data, sequences, sampled: sampled, set) == expected,
          "\(set), sampled \(sampled), \(data.count) bytes")
      }
    }
  }

  /// Around complete vectors, around groups of vectors, and around the maximum count of a column:
  /// 255 vectors.
  @Test(arguments: [0, 1, 14, 17, 18, 40, 64])
  func countsMatchALoop(share: Int) {
    for (vectors, more) in product([0, 1, 2, 3, 254, 255, 256, 510, 511, 700], [0, 1, 63]) {
      let count = 64 * vectors + more
      let sequence = DeflateSequence(literals: UInt32(count), length: 0, distance: 0)
      Self.check(Self.bytes(count, share: share), [sequence])
    }
  }

  /// Every column of a value is full at the same time.
  @Test func countsASingleValue() {
    let sequence = DeflateSequence(literals: 64 * 600, length: 0, distance: 0)
    for value: UInt8 in [0, 9, 10, 245, 246, 255] {
      Self.check([UInt8](repeating: value, count: 64 * 600), [sequence])
    }
  }

  @Test(arguments: [3, 20, 40])
  func literalsBetweenMatchesAreCounted(share: Int) {
    var generator = SeededGenerator(seed: 5)
    let data = Self.bytes(200_000, share: share)
    for longest in [20, 130, 300, 5000] {
      var sequences: [DeflateSequence] = []
      var at = 0
      while true {
        let literals = Int.random(in: 0...longest, using: &generator)
        let length = Int.random(in: 3...258, using: &generator)
        guard at + literals + length <= data.count else { break }
        sequences.append(
          DeflateSequence(literals: UInt32(literals), length: UInt16(length), distance: 7))
        at += literals + length
      }
      Self.check(data, sequences)
    }
  }
}
