internal import BromideSystem
internal import BromideTimelines
package import SystemPackage

/// The file or folder to preview.
package struct PreviewSubject: Sendable, Hashable {
  /// The type of a subject.
  package enum Kind: String, Sendable, Hashable {
    /// A timeline document.
    case timeline
    /// A folder of photos, shown as a time-lapse without flicker.
    case folder
    /// A raw or finished picture.
    case photo
  }

  /// The path of the file or folder.
  package let path: FilePath
  /// The type of the subject.
  package let kind: Kind

  /// Creates a subject, or returns `nil` for other files.
  ///
  /// - Parameter path: A folder, or a document or photo with a known suffix.
  package init?(_ path: FilePath) {
    self.path = path
    if FileSystem.isFolder(path) {
      kind = .folder
    } else if Timeline.isDocument(path) {
      kind = .timeline
    } else if ServedFolder.isPicture(path) {
      kind = .photo
    } else {
      return nil
    }
  }
}
