internal import Pixels

/// Places at equal distances along a line.
struct ProfileLine: Sendable, Hashable {
  /// The number of parts of a line if none is stated.
  static let standardSteps = 100

  var start: SamplePlace
  var end: SamplePlace
  /// The number of parts; the places are one more.
  var steps = standardSteps

  /// Whether the places depend on the picture's size.
  var needsSize: Bool { start.needsSize || end.needsSize }

  /// The places, in a picture of a size if they depend on it.
  ///
  /// - Parameter clamp: Whether ends beyond the picture's edge move to it.
  func places(in size: Size?, clamp: Bool) throws(SampleFailure) -> [SamplePlace] {
    let first = try Self.point(start, size, clamp)
    let last = try Self.point(end, size, clamp)
    return (0...steps).map { i in
      let share = Double(i) / Double(steps)
      // Exactly the ends at both ends.
      return SamplePlace(
        point: NormalizedPoint(
          x: first.x * (1 - share) + last.x * share, y: first.y * (1 - share) + last.y * share),
        name: nil)
    }
  }

  private static func point(
    _ place: SamplePlace, _ size: Size?, _ clamp: Bool
  ) throws(SampleFailure) -> NormalizedPoint {
    guard let size else { return try place.inside(clamp: clamp).point }
    return try place.resolved(in: size, clamp: clamp).point
  }
}
