internal import BromidePhotos

/// The stage at which the work on an input failed, and the reason.
package struct StageFailure: Error, Sendable, Hashable {
  package var stage: Outcome.Stage
  /// A sentence without the file's name.
  package var reason: String
  package var remedy: Remedy?

  package init(_ stage: Outcome.Stage, _ reason: String, remedy: Remedy? = nil) {
    self.stage = stage
    self.reason = reason
    self.remedy = remedy
  }

  /// Creates a failure for a photo that could not be loaded.
  init(_ error: PhotoError) {
    switch error.cause {
    case .opening: self.init(.open, error.reason)
    case .decoding, .changed: self.init(.decode, error.reason)
    case .damaged: self.init(.decode, error.reason, remedy: .keepDamaged)
    case .guessedColors, .levels, .optics: self.init(.develop, error.reason)
    }
  }
}
