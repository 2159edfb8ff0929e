internal import BromidePhotos
internal import BromideRuns
internal import BromideSystem
internal import SystemPackage

extension RenderCommand {
  /// Whether the path is a folder instead of a timeline.
  ///
  /// - Throws: `RenderError.input` unless it is one, or a file of a kind that can be shown.
  func isFolder(_ path: FilePath) throws -> Bool {
    let status: FileStatus
    do throws(SystemError) {
      status = try FileSystem.status(path)
    } catch {
      throw RenderError.input(
        error.isNotFound
          ? "\(path): there is no such timeline, folder, photo or clip"
          : "\(path): \(error.reason)")
    }
    switch status.kind {
    case .folder: return true
    case .other: throw RenderError.input("\(path): it is neither a file nor a folder")
    case .file:
      let kind = FileKind.of(path)
      if clips.layout == nil, kind.isIdentified, let reason = kind.rejection(by: .render) {
        throw RenderError.input("\(path): \(reason)")
      }
      return false
    }
  }
}
