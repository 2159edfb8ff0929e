internal import BromideRuns
internal import BromideSystem
internal import BromideValues
internal import SystemPackage

/// The places that options name.
struct GivenPlaces {
  /// Points and rectangles.
  var single: [SamplePlace] = []
  /// A CSV file of points, or `-`.
  var list: String?
  var grid: Size?
  /// A published chart, or a CGATS file.
  var chart: String?
  /// The patch for matching the luminance of a chart.
  var match: String?
  /// The corners of the grid or the chart.
  var corners: PatchGrid.Corners?
  var line: ProfileLine?
  /// The number of parts of the line, or `nil` to use the default.
  var steps: Int?
  /// The number of dominant colours to find.
  var palette: Int?
  var histogram = false
  /// Whether to move points outside the picture to its edge.
  var clamp = false

  /// Whether there are points that are not on a line.
  var hasOthersThanLine: Bool { !single.isEmpty || list != nil || grid != nil }

  /// Returns the points to sample.
  ///
  /// - Parameter standard: The points to sample if no option sets them, or `nil` if there are no
  ///   such points.
  /// - Parameter allowsNone: Whether the command has work without points.
  func request(standard: Size?, allowsNone: Bool = false) throws -> PlaceRequest {
    var request = PlaceRequest(places: single, clamps: clamp)
    if let list {
      let path = FilePath(reversible: list)
      let text = try list == "-" ? InputSearch.standardInputText() : InputSearch.text(of: path)
      request.places += try PlaceText.places(csv: text, of: list == "-" ? "standard input" : path)
    }
    request.line = line
    if let steps { request.line?.steps = steps }
    request.palette = palette
    request.hasHistogram = histogram
    if let chart { request.grid = try PatchGrid(chart: chart, match: match, corners: corners) }
    let isNothing = request.isEmpty
    if let grid = grid ?? (isNothing ? standard : nil) {
      request.grid = PatchGrid(columns: grid.width, rows: grid.height, corners: corners)
    }
    guard !request.isEmpty || allowsNone else {
      throw UsageError(
        "no points; add --at, --rect, --points, --grid, --histogram or a scope, or use sample chart, sample line or sample palette"
      )
    }
    // Check points that do not depend on the picture before reading it.
    do throws(SampleFailure) { try request.settleWhatCanBe() } catch {
      throw UsageError(error.message)
    }
    return request
  }
}
