internal import BromideKernels
internal import BromideSystem

/// The settings for measurements that a plan depends on: lateral colour of X-Trans, which the
/// geometry corrects.
///
/// Everything else is measured when rows start.
struct Measuring: Sendable {
  var instructionSet = InstructionSet.best
  /// The threads that measure together. The result does not depend on their number.
  var crew = Crew.alone
}
