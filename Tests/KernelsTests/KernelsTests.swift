import Testing

@testable import Kernels

@Suite struct KernelsTests {
  @Test func theReferenceAndTheBaselineAreAlwaysThere() {
    #expect(InstructionSet.available.prefix(2) == [.reference, .baseline])
    #expect(InstructionSet.available.last == .best)
  }
}
