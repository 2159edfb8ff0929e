internal import BromideSystem
internal import SystemPackage

extension ConvertCommand {
  /// The files of settings that recipes do not contain, which a saved recipe must not replace.
  var otherFiles: [(noun: String, path: FilePath)] {
    var files: [(noun: String, name: String)] = []
    if let logo = watermark.watermark { files.append(("watermark", logo)) }
    if case .file(_, let name) = optics.optics { files.append(("optics file", name)) }
    if !["own", "lock"].contains(picture.levels) {
      files.append(("photo of --levels", picture.levels))
    }
    let cameras = work.cameras.camerasFile.map { ("cameras file", $0.path) }
    return files.map { ($0.noun, FilePath(reversible: $0.name)) } + [cameras].compactMap(\.self)
  }
}
