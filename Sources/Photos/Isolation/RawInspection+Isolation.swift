internal import BromideCodecs
package import BromideRaw
package import SystemPackage

extension RawInspection {
  /// Reads all facts from a file's header, here or in a worker, as the context says.
  ///
  /// If LibRaw crashes, the result contains only this error.
  ///
  /// - Parameter headerless: The same as for `OpenedPhoto`.
  package static func read(
    path: FilePath, as headerless: HeaderlessRaw? = nil, context: RunContext
  ) -> RawInspection {
    guard let pool = context.workers else {
      return RawInspection(path: path, as: headerless, cameras: context.cameras).explained
    }
    do throws(RawError) {
      let inspection: RawInspection = try pool.query(
        .inspection(path, headerless), InputFile(path))
      return inspection.explained
    } catch {
      return RawInspection(
        metadata: PhotoMetadata(), readings: CameraReadings(), failure: error)
    }
  }

  /// A copy with an error message that uses the table of file kinds.
  private var explained: RawInspection {
    var inspection = self
    inspection.failure = failure.map(FileKind.explained)
    return inspection
  }
}
