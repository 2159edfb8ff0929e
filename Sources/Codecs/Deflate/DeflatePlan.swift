internal import BromideKernels

/// One way to encode a part: its sequences (in the scratch memory), their symbol counts, and codes.
struct DeflatePlan {
  let sequences: Int
  let counts: [UInt32]
  let codes: DeflateCodes
  /// The cost in bits, without the header.
  let cost: Int

  /// Plans literals and runs.
  init(
    findingRunsIn part: UnsafeBufferPointer<UInt8>, with kernel: DeflateKernel, sampled: Bool,
    into output: UnsafeMutablePointer<DeflateSequence>
  ) {
    let sequences = unsafe kernel.findRuns(in: part, into: output)
    unsafe self.init(part, sequences: sequences, in: output, with: kernel, sampled: sampled)
  }

  init(
    _ part: UnsafeBufferPointer<UInt8>, sequences: Int,
    in output: UnsafeMutablePointer<DeflateSequence>, with kernel: DeflateKernel, sampled: Bool
  ) {
    var counts = [UInt32](repeating: 0, count: DeflateKernel.symbolCount)
    unsafe kernel.count(
      UnsafeBufferPointer(start: output, count: sequences), of: part.baseAddress!,
      sampled: sampled, into: &counts)
    self.sequences = sequences
    self.counts = counts
    codes = DeflateCodes(counts: counts, isSample: sampled)
    cost = codes.cost(of: counts)
  }
}
