public import Develop

/// How a source fits the frame, or its box on the frame, where its proportions are others.
public enum SourceFit: String, Sendable, Hashable, CaseIterable {
  /// All of it shows, with the ground beside it.
  case contain
  /// It fills the frame, and is cut off evenly.
  case cover
  /// All of it shows over itself: enlarged to fill the frame, and blurred.
  case blur

  /// How the picture itself is developed.
  public var request: SizeRequest.Fit { self == .cover ? .cover : .contain }
}
