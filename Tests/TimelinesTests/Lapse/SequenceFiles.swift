import BromideValues
import TestSupport

/// Small raws with custom headers, in a folder.
struct SequenceFiles {
  let folder = TemporaryFolder.fresh

  /// Writes a grey or coloured raw of 64×48 sites.
  @discardableResult
  func write(
    _ name: String, color: SIMD3<Double> = SIMD3(repeating: 0.2),
    _ change: (inout DNGMetadata) -> Void = { _ in }
  ) throws -> String {
    var photo = SyntheticPhoto(.flat(color), size: Size(width: 64, height: 48))
    change(&photo.options.metadata)
    return try folder.write(photo.file(), as: name)
  }
}
