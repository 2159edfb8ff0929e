internal import TestSupport

/// One picture of the set. Its name describes the case, and its text the special feature.
struct TestImage {
  let name: String
  let about: String
  /// Whether the file is in the repository. Other files are generated when needed.
  var isCommitted = false
  let photo: SyntheticPhoto

  init(_ name: String, _ about: String, committed: Bool = false, _ photo: SyntheticPhoto) {
    self.name = name
    self.about = about
    isCommitted = committed
    self.photo = photo
  }
}
