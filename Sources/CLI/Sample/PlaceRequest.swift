internal import BromideSampling
internal import BromideValues

/// All requested points that do not depend on the picture.
struct PlaceRequest: Sendable {
  /// Single points, and the points of a grid that does not depend on the picture.
  var places: [SamplePlace]
  /// Whether to move points outside the picture to its edge.
  var clamps = false
  /// A grid with points that are not in `places` yet.
  var grid: PatchGrid?
  /// Additional points along a line.
  var line: ProfileLine?
  /// The number of dominant colours to find instead of sampling points.
  var palette: Int?

  /// Whether to count codes instead of sampling points.
  var hasHistogram = false

  /// Whether the request is empty.
  var isEmpty: Bool {
    places.isEmpty && grid == nil && line == nil && palette == nil && !hasHistogram
  }

  /// The chart to compare with.
  var chart: ColorChart? { grid?.chart }

  /// Whether points depend on the picture.
  var needsPicture: Bool {
    grid != nil || line != nil || palette != nil || hasHistogram
      || places.contains(where: \.needsSize)
  }

  /// Returns the points in a picture of this size, or `nil` if they depend on its pixels or are
  /// outside.
  func points(in size: Size) -> [NormalizedPoint]? {
    guard grid == nil, line == nil, palette == nil, !hasHistogram,
      !places.contains(where: \.isRectangle)
    else { return nil }
    return try? places.map { try $0.resolved(in: size, clamp: clamps).point }
  }

  /// Resolves the points that do not depend on the picture.
  mutating func settleWhatCanBe() throws(SampleFailure) {
    if let grid, !grid.needsPicture {
      places += try grid.places(in: nil, clamp: clamps)
      self.grid = nil
    }
    if let line, !line.needsSize {
      places += try line.places(in: nil, clamp: clamps)
      self.line = nil
    }
    for i in places.indices where !places[i].needsSize {
      places[i] = try places[i].inside(clamp: clamps)
    }
  }

  /// Returns all points in a picture.
  func places(in sampler: PointSampler) throws(SampleFailure) -> [SamplePlace] {
    var result: [SamplePlace] = []
    for place in places { result.append(try place.resolved(in: sampler.size, clamp: clamps)) }
    if let grid { result += try grid.places(in: sampler, clamp: clamps) }
    if let line { result += try line.places(in: sampler.size, clamp: clamps) }
    return result
  }
}
