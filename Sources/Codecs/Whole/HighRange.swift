internal import BromideLibc
public import BromideValues

/// Light above white in a JPEG XL or AVIF: the curve of its codes, and the brightest light.
public struct HighRange: Sendable, Hashable, Codable {
  /// The stops above white that the picture can show, in `JPEGOptions.headrooms`.
  public var headroom: Double
  /// The curve of BT.2100.
  public var curve: HighRangeCurve

  /// - Parameter headroom: In `JPEGOptions.headrooms`.
  public init(headroom: Double, curve: HighRangeCurve = .pq) {
    precondition(JPEGOptions.headrooms.contains(headroom), "a headroom in range")
    self.headroom = headroom
    self.curve = curve
  }

  /// The space of the samples: the primaries of Rec. 2020 and the curve.
  public var space: RGBSpace { RGBSpace.of(.bt2020, curve == .pq ? .pq : .hlg) }

  /// The luminance of the brightest light in cd/m².
  public var peak: Double { HighRangeCurve.white * exp2(headroom) }
}
