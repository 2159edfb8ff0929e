public import BromideValues

/// A reason why a colour cannot be sampled.
public enum SamplingError: Error, Sendable, Hashable {
  /// The point is outside 0…1.
  case outside(NormalizedPoint)
  /// A side of the window is outside the range of `SampleWindow.Side`.
  case window
  /// The four corners do not define a perspective: three are on a line, or sides cross.
  case noPerspective
  /// The window is too bright or too dark for a white balance, as the text explains.
  case noBalance(String)
  /// The picture does not have the requested values. The text names the pictures that do.
  case missing(String)
}

extension SamplingError: CustomStringConvertible {
  /// A message for a person, in English.
  public var description: String {
    switch self {
    case .outside(let point):
      "\(point.x),\(point.y) is outside the picture: coordinates are 0 to 1 (clamping moves it to the edge)"
    case .window: "the window: \(SampleWindow.Side.accepted)"
    case .noPerspective:
      "the four corners do not form a chart: give them in order around it, no three on a line"
    case .noBalance(let text), .missing(let text): text
    }
  }
}
