internal import BromideDevelop
internal import BromidePhotos
internal import BromideSampling
internal import BromideSystem
internal import BromideValues
internal import SystemPackage

extension ServedFile {
  /// Returns the sentences of warnings about this file, without paths of the server.
  ///
  /// The look table is one of the server's settings, so `serve` prints its warnings at the start.
  func sentences(_ warnings: [Warning], _ settings: PhotoSettings) -> [String] {
    let own = settings.tableWarnings
    let name = ByteText.visible(self.name, escapesControls: true)
    return warnings.filter { !own.contains($0) }.map { warning in
      let text = warning.text.replacing("\(path)", with: name)
      guard case .file(let profile) = settings.recipe.profile,
        let file = FilePath(profile.path).lastComponent
      else { return text }
      return text.replacing(profile.path, with: file.string)
    }
  }
}

extension PictureMaker.Made {
  /// The header with warnings, one per line, as percent-encoded UTF-8.
  static let warningHeader = "X-Bromide-Warning"
  /// Maximum characters in the header, because a file can contain long names.
  private static let mostCharacters = 1024

  /// The headers about the picture.
  var headers: [(name: String, value: String)] {
    let text = warnings.joined(separator: "\n").prefix(Self.mostCharacters)
    return text.isEmpty ? [] : [(Self.warningHeader, PercentText.encoded(text.utf8))]
  }
}
