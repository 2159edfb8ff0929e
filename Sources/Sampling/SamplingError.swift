public import Pixels

/// A reason why a colour cannot be sampled.
public enum SamplingError: Error, Sendable, Hashable {
  /// The place is outside 0…1.
  case outside(NormalizedPoint)
  /// The four corners define no perspective: three lie on a line, or sides cross.
  case noPerspective
  /// The place is too bright or too dark for a white balance; the text says which.
  case noBalance(String)
  /// The picture lacks the requested values; the text says which pictures have them.
  case missing(String)
}

extension SamplingError: CustomStringConvertible {
  /// A message for a person, in English.
  public var description: String {
    switch self {
    case .outside(let point):
      "\(point.x),\(point.y) is outside the picture: coordinates are 0 to 1 (clamping moves it to the edge)"
    case .noPerspective:
      "the four corners do not form a chart: give them in order around it, no three on a line"
    case .noBalance(let text), .missing(let text): text
    }
  }
}
