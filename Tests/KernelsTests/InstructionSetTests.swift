import BromideKernels
import Testing

@Suite struct InstructionSetTests {
  @Test func theReferenceAndTheBaselineAreAlwaysAvailable() {
    #expect(InstructionSet.available.prefix(2) == [.reference, .baseline])
    #expect(InstructionSet.available.last == .best)
  }
}
