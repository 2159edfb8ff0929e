internal import TestSupport

/// One picture of the set: its name states the case, the text says what is special about it.
struct TestImage {
  let name: String
  let about: String
  /// Whether the file lies in the repository; the others are made where they are wanted.
  var isCommitted = false
  let photo: SyntheticPhoto

  init(_ name: String, _ about: String, committed: Bool = false, _ photo: SyntheticPhoto) {
    self.name = name
    self.about = about
    isCommitted = committed
    self.photo = photo
  }
}
