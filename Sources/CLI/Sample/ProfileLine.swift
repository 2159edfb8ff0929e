internal import BromideValues

/// Points at equal distances along a line.
struct ProfileLine: Sendable, Hashable {
  /// The default number of parts of a line.
  static let standardSteps = 100

  var start: SamplePlace
  var end: SamplePlace
  /// The number of parts. A line has one point more than parts.
  var steps = standardSteps

  /// Whether the points depend on the picture's size.
  var needsSize: Bool { start.needsSize || end.needsSize }

  /// Returns the points. If they depend on the picture's size, it is required.
  ///
  /// - Parameter clamp: Whether to move ends outside the picture to its edge.
  func places(in size: Size?, clamp: Bool) throws(SampleFailure) -> [SamplePlace] {
    let first = try start.resolved(in: size, clamp: clamp).point
    let last = try end.resolved(in: size, clamp: clamp).point
    return (0...steps).map { i in
      let share = Double(i) / Double(steps)
      // This formula returns exactly the ends for 0 and 1.
      return SamplePlace(
        point: NormalizedPoint(
          x: first.x * (1 - share) + last.x * share, y: first.y * (1 - share) + last.y * share),
        name: nil)
    }
  }
}
