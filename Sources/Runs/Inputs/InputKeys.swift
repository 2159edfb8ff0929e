internal import BromideSystem
package import SystemPackage

/// The files that a run reads, which its outputs must not replace.
package struct InputKeys: Sendable {
  private let paths: [String: FilePath]

  /// Creates the keys of files. `-` is not a file.
  package init(_ inputs: [FilePath]) {
    paths = Dictionary(
      inputs.filter { $0 != "-" }.map { ($0.collisionKey, $0) },
      uniquingKeysWith: { first, _ in first })
  }

  /// Returns the error for the first output that would overwrite an input, or `nil` without one.
  ///
  /// Links lead to their files, and names that differ only in case are the same name.
  package func problem(with outputs: [FilePath]) -> PlanError? {
    for output in outputs {
      if let input = paths[output.collisionKey] { return .overwritesInput(input, output: output) }
    }
    return nil
  }
}
