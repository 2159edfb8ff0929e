public import BromideDevelop

/// The method to fit a source into the frame or its box if the proportions differ.
public enum SourceFit: String, Sendable, Hashable, CaseIterable {
  /// Shows the entire picture, with the background at the sides.
  case contain
  /// Fills the frame and crops the picture evenly.
  case cover
  /// Shows the entire picture over an enlarged and blurred copy.
  case blur

  /// The method for developing the picture itself.
  public var request: SizeRequest.Fit { self == .cover ? .cover : .contain }
}
