public import Develop

/// One parameter's values over a source's time.
public struct ParameterTrack: Sendable {
  /// Which one moves.
  public let parameter: Parameter
}
