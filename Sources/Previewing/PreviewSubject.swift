internal import Platform
internal import Serving
package import SystemPackage
internal import Timelines

/// What is looked at.
package struct PreviewSubject: Sendable, Hashable {
  /// What kind of thing it is.
  package enum Kind: String, Sendable, Hashable {
    /// A document.
    case timeline
    /// A folder of photos, as a time-lapse without flicker.
    case folder
    /// A raw or finished picture.
    case photo
  }

  /// Where it lies.
  package let path: FilePath
  /// What kind of thing it is.
  package let kind: Kind

  /// - Parameter path: A document or a photo by its suffix, or a folder.
  /// - Returns: nil for anything else.
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
