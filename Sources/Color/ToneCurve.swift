/// How scene-linear values become display-linear ones.
public enum ToneMode: String, Sendable, Hashable, Codable, CaseIterable {
  /// One fixed film-like curve, the same for every photo.
  case standard
  /// None: scene-linear values clipped to 0…1.
  case linear
}
