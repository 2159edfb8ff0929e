public import Pixels

/// Why a colour cannot be sampled as asked.
public enum SamplingError: Error, Sendable, Hashable {
  /// The place is outside 0…1.
  case outside(NormalizedPoint)
  /// Four corners through which no perspective goes: three on a line, or crossing sides.
  case noPerspective
  /// Too bright or too dark for a white balance; the text says which.
  case noBalance(String)
  /// The picture has no such values; the text says which has.
  case missing(String)
}

extension SamplingError: CustomStringConvertible {
  /// Why the colour cannot be sampled, in English, for a person.
  public var description: String {
    switch self {
    case .outside(let point):
      "\(point.x),\(point.y) is outside the picture: coordinates are 0 to 1 (clamping moves it to the edge)"
    case .noPerspective:
      "the four corners make no chart: give them in order around it, no three on a line"
    case .noBalance(let text), .missing(let text): text
    }
  }
}
