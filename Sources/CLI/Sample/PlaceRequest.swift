internal import BromideRuns
internal import BromideSampling
internal import BromideSystem
internal import BromideValues
internal import SystemPackage

/// The places to sample: first as the options name them, then settled.
struct PlaceRequest: Sendable {
  /// Single points and rectangles. Settled, these are all points that do not depend on the picture.
  var places: [SamplePlace] = []
  /// A CSV file of points, or `-`.
  var list: String?
  /// The columns and rows of a grid.
  var cells: Size?
  /// A published chart, or a CGATS file.
  var chartName: String?
  /// The patch for matching the luminance of a chart.
  var match: String?
  /// The corners of the grid or the chart.
  var corners: PatchGrid.Corners?
  /// Points along a line. Settled, only if they are not in `places`.
  var line: ProfileLine?
  /// The number of dominant colours to find instead of sampling points.
  var palette: Int?
  /// Whether to count codes instead of sampling points.
  var hasHistogram = false
  /// Whether to move points outside the picture to its edge.
  var clamps = false
  /// The settled grid or chart with points that are not in `places`.
  private(set) var grid: PatchGrid?

  /// Whether options name points that are not on a line.
  var hasOthersThanLine: Bool { !places.isEmpty || list != nil || cells != nil }

  /// Reads the list and the chart, and resolves the points that do not depend on the picture.
  ///
  /// - Parameters:
  ///   - standard: The grid to sample if no option sets points, or `nil` without such a grid.
  ///   - allowsNone: Whether the command has work without points.
  mutating func settle(standard: Size?, allowsNone: Bool) throws {
    if let list {
      let path = FilePath(reversible: list)
      let text = try list == "-" ? InputSearch.standardInputText() : InputSearch.text(of: path)
      places += try PlaceText.places(csv: text, of: list == "-" ? "standard input" : path)
    }
    if let chartName { grid = try PatchGrid(chart: chartName, match: match, corners: corners) }
    if let cells = cells ?? (isEmpty ? standard : nil) {
      grid = PatchGrid(columns: cells.width, rows: cells.height, corners: corners)
    }
    guard !isEmpty || allowsNone else {
      throw UsageError(
        "no points; add --at, --rect, --points, --grid, --histogram or a scope, or use sample chart, sample line or sample palette"
      )
    }
    // Check points that do not depend on the picture before reading it.
    do throws(SampleFailure) { try settleWhatCanBe() } catch { throw UsageError(error.message) }
  }

  private mutating func settleWhatCanBe() throws(SampleFailure) {
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
}

/// A settled request.
extension PlaceRequest {
  /// Whether there is nothing to sample.
  var isEmpty: Bool { places.isEmpty && hasOnlyPlaces }

  /// The chart to compare with.
  var chart: ColorChart? { grid?.chart }

  /// Whether points depend on the picture.
  var needsPicture: Bool { !hasOnlyPlaces || places.contains(where: \.needsSize) }

  private var hasOnlyPlaces: Bool {
    grid == nil && line == nil && palette == nil && !hasHistogram
  }

  /// Returns the points in a picture of this size, or `nil` if they depend on its pixels or are
  /// outside.
  func points(in size: Size) -> [NormalizedPoint]? {
    guard hasOnlyPlaces, !places.contains(where: \.isRectangle) else { return nil }
    return try? places.map { try $0.resolved(in: size, clamp: clamps).point }
  }

  /// Returns all points in a picture.
  func places(in sampler: PointSampler) throws(SampleFailure) -> [SamplePlace] {
    var result = try places.map { place throws(SampleFailure) in
      try place.resolved(in: sampler.size, clamp: clamps)
    }
    if let grid { result += try grid.places(in: sampler, clamp: clamps) }
    if let line { result += try line.places(in: sampler.size, clamp: clamps) }
    return result
  }
}
