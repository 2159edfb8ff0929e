internal import CBromideKernels

/// The compiled variant of a kernel. You can force any variant that the processor supports.
public enum InstructionSet: String, Sendable, Hashable, Codable, CaseIterable, Comparable {
  /// The plain Swift form of the formula. It is slow. Read it first.
  case reference
  /// C for the oldest processor of the architecture (SSE2 for x86-64, NEON for arm64).
  case baseline
  /// x86-64-v3: AVX2, FMA.
  case v3
  /// x86-64-v4: AVX-512 F, BW, CD, DQ, VL.
  case v4

  /// The fastest variant that this processor supports.
  public static let best: InstructionSet =
    switch bromide_best_instruction_set() {
    case 2: .v4
    case 1: .v3
    default: .baseline
    }

  /// All variants that this processor supports, plainest first.
  public static var available: [InstructionSet] { allCases.filter { $0 <= best } }

  /// Whether `left` is the lesser set.
  public static func < (left: InstructionSet, right: InstructionSet) -> Bool {
    left.rank < right.rank
  }

  private var rank: Int { Self.allCases.firstIndex(of: self)! }

  /// The variant's number in the C functions (0 baseline, 1 v3, 2 v4). The reference has no C form.
  package var code: Int32 { Int32(max(rank - 1, 0)) }
}
