internal import Platform
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

  /// - Parameter path: A document by its suffix, else a folder, else a photo.
  package init(_ path: FilePath) {
    self.path = path
    kind =
      Timeline.isDocument(path) ? .timeline : FileSystem.isFolder(path) ? .folder : .photo
  }
}
