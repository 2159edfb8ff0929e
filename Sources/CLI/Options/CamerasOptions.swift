internal import ArgumentParser
package import BromideRaw
internal import BromideSystem
internal import SystemPackage

/// The user's cameras.
package struct CamerasOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Add cameras, or replace their colours, levels and areas",
      discussion: "The file is a JSON list. DNGs contain these numbers, so they stay unchanged.",
      valueName: "file.json"),
    completion: .file(extensions: ["json"]), transform: Self.read)
  var camerasFile: CamerasFile?

  /// No cameras.
  package init() {}

  /// The cameras, or `nil` without a file.
  package var cameras: AddedCameras? { camerasFile?.cameras }

  private static func read(_ text: String) throws -> CamerasFile {
    let path = FilePath(reversible: text)
    do throws(CameraFileError) {
      return CamerasFile(path: path, cameras: try AddedCameras(path: path))
    } catch { throw ValidationError(error.reason) }
  }
}

/// The user's cameras, and their file.
struct CamerasFile: Sendable {
  let path: FilePath
  let cameras: AddedCameras
}
