import Kernels
import Testing

@Suite struct KernelsTests {
  @Test func theReferenceAndTheBaselineAreAlwaysThere() {
    #expect(InstructionSet.available.prefix(2) == [.reference, .baseline])
    #expect(InstructionSet.available.last == .best)
  }
}
