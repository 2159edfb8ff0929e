internal import Pixels
internal import Sampling

/// All places that are asked for, as far as they are known without the picture.
struct PlaceRequest: Sendable {
  /// Those stated one by one, and those of a grid that does not depend on the picture.
  var places: [SamplePlace]
  /// Whether places beyond a picture's edge move to it.
  var clamps = false
  /// Places that are not in `places`.
  var grid: PatchGrid?
  /// More of them, along a line.
  var line: ProfileLine?
  /// The number of dominant colours that are wanted in place of those of places.
  var palette: Int?

  /// Whether codes are counted in place of samples.
  var hasHistogram = false

  /// Whether nothing is asked for.
  var isEmpty: Bool {
    places.isEmpty && grid == nil && line == nil && palette == nil && !hasHistogram
  }

  /// The chart whose colours are compared.
  var chart: ColorChart? { grid?.chart }

  /// Whether places depend on the picture.
  var needsPicture: Bool {
    grid != nil || line != nil || palette != nil || hasHistogram
      || places.contains(where: \.needsSize)
  }

  /// The places in a picture of a size; nil if they depend on more of it, or lie outside.
  func points(in size: Size) -> [NormalizedPoint]? {
    guard grid == nil, line == nil, palette == nil, !hasHistogram,
      !places.contains(where: \.isRectangle)
    else { return nil }
    return try? places.map { try $0.resolved(in: size, clamp: clamps).point }
  }

  /// Settles the places that do not depend on the picture.
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

  /// All places in a picture.
  func places(in sampler: PointSampler) throws(SampleFailure) -> [SamplePlace] {
    var result: [SamplePlace] = []
    for place in places { result.append(try place.resolved(in: sampler.size, clamp: clamps)) }
    if let grid { result += try grid.places(in: sampler, clamp: clamps) }
    if let line { result += try line.places(in: sampler.size, clamp: clamps) }
    return result
  }
}
