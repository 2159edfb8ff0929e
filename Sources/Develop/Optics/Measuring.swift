internal import Kernels
internal import Scheduling

/// Who measures what a plan depends on: lateral colour of X-Trans, which geometry takes away. The rest is measured where rows
/// begin.
struct Measuring: Sendable {
  var instructionSet = InstructionSet.best
  /// Measures together. What is found does not depend on its size.
  var crew = Crew.alone
}
