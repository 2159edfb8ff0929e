import BromideKernels
import TestSupport
import Testing

@Suite struct DeflateKernelTests {
  /// Bytes of every kind that the encoder meets.
  static let samples: [[UInt8]] = {
    var random = SeededGenerator(seed: 11)
    let noise = random.bytes(5000)
    let quiet = random.bytes(6000).map { $0 % 4 }
    let flat = [UInt8](repeating: 9, count: 3000)
    let period = (0..<7000).map { UInt8($0 % 300 % 251) }
    let mixed = noise[..<500] + flat[..<1500] + noise[..<700] + [1, 2, 3] + flat[..<97] + quiet
    let far =
      noise[..<40] + quiet.map { $0 &+ 100 } + [UInt8](repeating: 1, count: 30000) + noise[..<40]
    // Runs of all lengths around the shortest that counts, at every position in a block of 64.
    let stretches = (0..<3000).flatMap { index in
      [UInt8](
        repeating: UInt8(index % 2),
        count: Int.random(in: 1...(index % 9 == 0 ? 300 : 15), using: &random))
    }
    return [
      [], [1], [1, 1, 1], Array(flat[..<31]), Array(flat[..<64]), Array(flat[..<65]), flat, noise,
      quiet, period, Array(mixed), Array(far), stretches,
    ]
  }()

  @Test(arguments: InstructionSet.available, samples.indices)
  func sequencesGiveTheBytesBack(instructionSet: InstructionSet, sample: Int) {
    let data = Self.samples[sample]
    let runs = runs(of: data, instructionSet)
    #expect(expanded(runs, literalsOf: data) == data)
    #expect(runs == self.runs(of: data, .reference))
    #expect(runs.allSatisfy { $0.length == 0 || $0.distance == 1 })
    for ((depth, isLazy), cost) in product(product([1, 4, 40], [false, true]), [16, 64, 128]) {
      let effort = DeflateMatchEffort(depth: depth, isLazy: isLazy)
      let found = matches(of: data, cut: data.count / 3, effort, cost, instructionSet)
      #expect(expanded(found, literalsOf: data) == data)
      #expect(found == matches(of: data, cut: data.count / 3, effort, cost, .reference))
    }
  }

  /// Runs by definition: a byte belongs to a run if it and 11 neighbours repeat the byte before
  /// them.
  @Test(arguments: InstructionSet.available, samples.indices)
  func findsExactlyTheRuns(instructionSet: InstructionSet, sample: Int) {
    let data = Self.samples[sample]
    var expected = [Bool](repeating: false, count: data.count)
    for start in data.indices.dropFirst() where start + 12 <= data.count {
      if (start..<start + 12).allSatisfy({ data[$0] == data[start - 1] }) {
        for i in start..<start + 12 { expected[i] = true }
      }
    }
    let found = runs(of: data, instructionSet).flatMap {
      [Bool](repeating: false, count: Int($0.literals))
        + [Bool](repeating: true, count: Int($0.length))
    }
    #expect(found == expected)
  }

  @Test func findsAllMatchesInTheWindow() {
    let flat = Self.samples[6]
    // 3000 equal bytes: one literal, eleven matches of 258 and one of 161.
    #expect(runs(of: flat, .best).count == 12)
    let effort = DeflateMatchEffort(depth: 8, isLazy: true)
    let far = matches(of: Self.samples[11], cut: 0, effort, 128, .best)
    // The last 40 bytes occurred 36040 bytes before, outside the window. The bytes after them did
    // not occur.
    #expect(far.allSatisfy { $0.distance <= 32768 })
    let period = matches(of: Self.samples[9], cut: 0, effort, 128, .best)
    #expect(period.contains { $0.distance == 300 && $0.length == 258 })
    let noise = matches(of: Self.samples[7], cut: 0, effort, 128, .best)
    #expect(noise.count == 1)
  }

  @Test func usedMatcherFindsTheSameAsANewOne() {
    let matcher = DeflateMatcher(instructionSet: .best)
    let effort = DeflateMatchEffort(depth: 8, isLazy: true)
    for (_, data) in product(0..<2, Self.samples) {
      matcher.begin()
      let used = find(in: data, 0, matcher, effort, 64)
      #expect(used == matches(of: data, cut: 0, effort, 64, .best))
    }
  }

  @Test(arguments: InstructionSet.available)
  func countsEverySymbol(instructionSet: InstructionSet) {
    for data in Self.samples {
      let found = matches(of: data, cut: 0, DeflateMatchEffort(depth: 4, isLazy: false), 128, .best)
      var expected = [UInt32](repeating: 0, count: DeflateKernel.symbolCount)
      var offset = 0
      for sequence in found {
        for i in 0..<Int(sequence.literals) { expected[Int(data[offset + i])] += 1 }
        offset += Int(sequence.literals) + Int(sequence.length)
        if sequence.length > 0 {
          expected[symbol(Int(sequence.length), Self.lengthBases) + 257] += 1
          expected[symbol(Int(sequence.distance), Self.distanceBases) + 288] += 1
        }
      }
      #expect(counts(found, data, sampled: false, instructionSet) == expected)
      let sampled = counts(found, data, sampled: true, instructionSet)
      #expect(sampled == counts(found, data, sampled: true, .reference))
      #expect(Array(sampled[256...]) == Array(expected[256...]))
    }
  }

  /// RFC 1950, 8.2, in exact arithmetic: the sum of bytes, and the sum of these sums.
  @Test(arguments: InstructionSet.available)
  func checksumIsTheStandards(instructionSet: InstructionSet) {
    var random = SeededGenerator(seed: 13)
    let kernel = DeflateKernel(instructionSet: instructionSet)
    // The largest possible sums, and more blocks than are added at once.
    let white = [UInt8](repeating: 255, count: 700_001)
    for data in Self.samples + [white, random.bytes(700_001)] {
      for count in [data.count, data.count / 2, min(data.count, 1023)] {
        let offset = min(data.count - count, Int.random(in: 0...63, using: &random))
        let (a, b) = (Int.random(in: 0..<65521, using: &random), 65520)
        let part = data[offset..<offset + count]
        var (sum, sums) = (a, b)
        for byte in part {
          sum += Int(byte)
          sums += sum
        }
        let adler = unsafe data.withUnsafeBufferPointer { bytes in
          unsafe kernel.adler32(
            UInt32(b << 16 | a), UnsafeBufferPointer(rebasing: bytes[part.indices]))
        }
        #expect(adler == UInt32((sums % 65521) << 16 | sum % 65521))
      }
    }
  }

  /// Short codes are written in groups of eight, long ones in groups of four, within one run of
  /// literals.
  @Test(arguments: InstructionSet.available, [4, 11, 14])
  func emitsTheReferencesBits(instructionSet: InstructionSet, longestLiteral: Int) {
    var random = SeededGenerator(seed: 12)
    for data in Self.samples {
      let found = matches(of: data, cut: 0, DeflateMatchEffort(depth: 4, isLazy: true), 128, .best)
      // Any bits can be written, not just a Huffman code: 1 to 14 bits (15 for distances, plus 5
      // extra ones).
      let codes = (0..<DeflateKernel.codeCount).map { index -> UInt32 in
        let longest = index < 256 ? longestLiteral : index < 512 ? 19 : 15
        let length = UInt32(Int.random(in: 1...longest, using: &random))
        return length << 24 | UInt32.random(in: 0..<(1 << length), using: &random)
      }
      for held in 0..<8 {
        #expect(
          emit(found, data, codes, held, instructionSet)
            == emit(found, data, codes, held, .reference))
      }
    }
  }

  @Test func symbolsMatchTheStandard() {
    for length in 3...258 {
      let result = DeflateSymbol(length: length)
      let index = symbol(length, Self.lengthBases)
      #expect(result.symbol == 257 + index)
      #expect(result.extra == length - Self.lengthBases[index])
      #expect(1 << result.extraBits > result.extra)
    }
    for distance in 1...32768 {
      let result = DeflateSymbol(distance: distance)
      let index = symbol(distance, Self.distanceBases)
      #expect(result.symbol == index)
      #expect(result.extra == distance - Self.distanceBases[index])
      #expect(result.extraBits == max(0, index / 2 - 1))
    }
  }

  /// RFC 1951, 3.2.5, as printed.
  private static let lengthBases = [
    3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131,
    163, 195, 227, 258,
  ]
  private static let distanceBases = [
    1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537,
    2049, 3073, 4097, 6145, 8193, 12289, 16385, 24577,
  ]

  private func symbol(_ value: Int, _ bases: [Int]) -> Int { bases.lastIndex { $0 <= value }! }

  private func expanded(_ sequences: [DeflateSequence], literalsOf data: [UInt8]) -> [UInt8] {
    var output: [UInt8] = []
    for sequence in sequences {
      output += data[output.count..<output.count + Int(sequence.literals)]
      guard sequence.length > 0 else { continue }
      #expect((3...258).contains(sequence.length))
      for _ in 0..<sequence.length { output.append(output[output.count - Int(sequence.distance)]) }
    }
    return output
  }

  private func runs(of data: [UInt8], _ instructionSet: InstructionSet) -> [DeflateSequence] {
    let kernel = DeflateKernel(instructionSet: instructionSet)
    return unsafe data.withUnsafeBufferPointer { data in
      unsafe [DeflateSequence](
        unsafeUninitializedCapacity: DeflateKernel.maximumSequences(for: data.count)
      ) { output, count in
        count = unsafe kernel.findRuns(in: data, into: output.baseAddress!)
      }
    }
  }

  /// Two calls, the second with the bytes of the first as history.
  private func matches(
    of data: [UInt8], cut: Int, _ effort: DeflateMatchEffort, _ cost: Int,
    _ instructionSet: InstructionSet
  ) -> [DeflateSequence] {
    let matcher = DeflateMatcher(instructionSet: instructionSet)
    matcher.begin()
    let first = find(in: Array(data[..<cut]), 0, matcher, effort, cost)
    return first + find(in: data, cut, matcher, effort, cost)
  }

  private func find(
    in data: [UInt8], _ start: Int, _ matcher: DeflateMatcher, _ effort: DeflateMatchEffort,
    _ cost: Int
  ) -> [DeflateSequence] {
    unsafe data.withUnsafeBufferPointer { data in
      let part = unsafe UnsafeBufferPointer(rebasing: data[start...])
      return unsafe [DeflateSequence](
        unsafeUninitializedCapacity: DeflateKernel.maximumSequences(for: part.count)
      ) { output, count in
        count = unsafe matcher.findMatches(
          in: part, history: start, effort: effort, literalCost: cost, into: output.baseAddress!)
      }
    }
  }

  private func counts(
    _ sequences: [DeflateSequence], _ data: [UInt8], sampled: Bool,
    _ instructionSet: InstructionSet
  ) -> [UInt32] {
    var counts = [UInt32](repeating: 0, count: DeflateKernel.symbolCount)
    let kernel = DeflateKernel(instructionSet: instructionSet)
    unsafe sequences.withUnsafeBufferPointer { sequences in
      unsafe (data + [0]).withUnsafeBufferPointer { data in
        unsafe kernel.count(sequences, of: data.baseAddress!, sampled: sampled, into: &counts)
      }
    }
    return counts
  }

  private func emit(
    _ sequences: [DeflateSequence], _ data: [UInt8], _ codes: [UInt32], _ held: Int,
    _ instructionSet: InstructionSet
  ) -> [UInt8] {
    let kernel = DeflateKernel(instructionSet: instructionSet)
    var bits = DeflateBits()
    bits.count = UInt32(held)
    bits.value = 0x55 & ((1 << UInt64(held)) - 1)
    var output = [UInt8](repeating: 0, count: 6 * data.count + 64)
    let written = unsafe sequences.withUnsafeBufferPointer { sequences in
      unsafe (data + [0]).withUnsafeBufferPointer { data in
        unsafe output.withUnsafeMutableBufferPointer { output in
          unsafe kernel.emit(
            sequences, of: data.baseAddress!, codes: codes, bits: &bits,
            into: output.baseAddress!) - output.baseAddress!
        }
      }
    }
    return output[..<written] + [UInt8(bits.value), UInt8(bits.count)]
  }
}
