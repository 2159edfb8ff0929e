internal import Metadata
package import RawDecoding
package import SystemPackage

extension RawInspection {
  /// All that a file's header tells, read here or in a worker, as `PhotoIsolation` has it. A file on which LibRaw crashes
  /// tells nothing but that.
  ///
  /// - Parameter headerless: As for `OpenedPhoto`.
  package static func read(path: FilePath, as headerless: HeaderlessRaw? = nil) -> RawInspection {
    guard let pool = PhotoIsolation.current else {
      return RawInspection(path: path, as: headerless).explained
    }
    do throws(RawError) {
      let inspection: RawInspection = try pool.ask(
        .inspection(path, headerless), InputFile(path))
      return inspection.explained
    } catch {
      return RawInspection(
        metadata: PhotoMetadata(), readings: CameraReadings(), failure: error)
    }
  }

  /// With its failure in the words of the table of kinds.
  private var explained: RawInspection {
    var inspection = self
    inspection.failure = failure.map(FileKind.explained)
    return inspection
  }
}
