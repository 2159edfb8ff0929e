internal import BatchConversion
internal import Kernels

/// What `--version` says.
enum VersionText {
  static var text: String {
    """
    bromide \(BromideVersion.number)
    instruction set \(InstructionSet.best.rawValue)
    """
  }
}
