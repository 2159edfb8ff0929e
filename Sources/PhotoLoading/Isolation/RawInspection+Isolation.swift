internal import Metadata
package import RawDecoding
package import SystemPackage

extension RawInspection {
  /// All that a file's header tells, read here or in a worker, as `PhotoIsolation` has it. A file on which LibRaw crashes
  /// tells nothing but that.
  package static func read(path: FilePath) -> RawInspection {
    guard let pool = PhotoIsolation.current else { return RawInspection(path: path) }
    do throws(RawError) {
      return try pool.ask(.inspection(path), InputFile(path))
    } catch {
      return RawInspection(
        metadata: PhotoMetadata(), readings: CameraReadings(), failure: error)
    }
  }
}
