import BromideRuns
import Testing

@Suite struct EarlyWorkTests {
  private struct Failure: Error, Equatable {}

  @Test func bodiesGiveTheirResultsAndFailures() throws {
    #expect(EarlyWork.during { 7 } == 7)
    #expect(throws: Failure()) { try EarlyWork.during { throw Failure() } }
    // As often as there are commands to read.
    #expect((0..<20).map { number in EarlyWork.during { number } } == Array(0..<20))
  }
}
