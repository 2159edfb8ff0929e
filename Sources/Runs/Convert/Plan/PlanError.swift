internal import BromideSystem
public import SystemPackage

/// A problem that stops a batch before it starts. Bromide has not written any file.
public enum PlanError: Error, Sendable, Hashable {
  /// The request does not name any inputs.
  case noInputs
  /// A photo on standard input has no name, so you must name its output file.
  case namelessInput
  /// An argument is invalid.
  case input(InputError)
  /// Several inputs have the same output file, or standard output if `file` is `nil`.
  case severalInputs(Int, file: FilePath?)
  /// Several inputs have the same output. `others` more outputs have the same problem.
  case collision([FilePath], output: FilePath, others: Int)
  /// An output would overwrite an input.
  case overwritesInput(FilePath, output: FilePath)
  /// An output would overwrite a file with settings of the run.
  case overwritesFile(FilePath, output: FilePath)
  /// The levels for all photos cannot be found. `photo` is the requested photo, or `nil` if any
  /// photo would do.
  case noLevels(photo: FilePath?, reason: String)
}

extension PlanError: CustomStringConvertible {
  /// A sentence about the error, without a full stop.
  public var description: String {
    switch self {
    case .noInputs:
      return "no photos to convert"
    case .namelessInput:
      return "a photo on standard input has no name for its picture"
    case .input(let error):
      return error.description
    case .severalInputs(let count, let file):
      return
        "\(file.map { "\($0)" } ?? "standard output") takes one picture, but there are \(count) inputs; name a folder"
    case .collision(let inputs, let output, let others):
      let names = inputs.prefix(4).map(\.visible).joined(separator: ", ")
      let more = inputs.count > 4 ? " and \(inputs.count - 4) more" : ""
      let further = others > 0 ? " (and \(others) more such names)" : ""
      return "\(names)\(more) would all be written as \(output)\(further)"
    case .overwritesInput(let input, let output), .overwritesFile(let input, let output):
      return "\(output) would overwrite the input \(input)"
    case .noLevels(_, let reason):
      return "no levels to lock: \(reason)"
    }
  }
}
