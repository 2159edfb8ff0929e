internal import TestSupport

/// One picture of the set: its name states the case, its text the special feature.
struct TestImage {
  let name: String
  let about: String
  /// Whether the file is in the repository; the others are generated when needed.
  var isCommitted = false
  let photo: SyntheticPhoto

  init(_ name: String, _ about: String, committed: Bool = false, _ photo: SyntheticPhoto) {
    self.name = name
    self.about = about
    isCommitted = committed
    self.photo = photo
  }
}
