internal import ArgumentParser
internal import BromideRaw
internal import BromideSystem
internal import SystemPackage

/// The user's cameras.
package struct CamerasOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Add cameras, or replace their colours, levels and areas",
      discussion: "The file is a JSON list. DNGs contain these numbers, so they stay unchanged.",
      valueName: "file.json"),
    completion: .file(extensions: ["json"]), transform: Self.cameras)
  var camerasFile: AddedCameras?

  /// No cameras.
  package init() {}

  /// Uses the cameras for all files that are opened later, also by worker processes that start
  /// later.
  package func use() { camerasFile?.use() }

  private static func cameras(_ text: String) throws -> AddedCameras {
    do throws(CameraFileError) { return try AddedCameras(path: FilePath(reversible: text)) } catch {
      throw ValidationError(error.reason)
    }
  }
}
