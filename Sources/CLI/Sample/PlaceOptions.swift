internal import ArgumentParser
internal import BromideRuns
internal import BromideSampling
internal import BromideSystem
internal import BromideValues
internal import SystemPackage

/// The points to sample.
struct PlaceOptions: ParsableArguments {
  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Point to sample, such as 0.5,0.5 or 50%,50% or 1200px,800px",
      discussion: """
        0,0 is the top left and 1,1 is the bottom right. The first pixel is 0px.
        You can repeat this option.
        """,
      valueName: "x,y"),
    transform: PlaceText.place)
  var at: [SamplePlace] = []

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Rectangle to sample as one window",
      discussion: """
        Left, top, width and height are fractions, % or px.
        You can repeat this option.
        """,
      valueName: "x,y,w,h"),
    transform: PlaceText.rectangle)
  var rect: [SamplePlace] = []

  @Option(
    help: ArgumentHelp(
      "CSV file of points, x,y[,name] per line. - is standard input", valueName: "file"),
    completion: .file())
  var points: String?

  @Option(
    help: ArgumentHelp(
      "Sample the centre of every cell in a grid of columns and rows", valueName: "CxR"),
    transform: PlaceText.grid)
  var grid: Size?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Sample at equal distances along a line between two points",
      valueName: "x,y x,y"),
    transform: PlaceText.line)
  var profileLine: ProfileLine?

  @Option(
    help: ArgumentHelp(
      "Parts of --profile-line (default: \(ProfileLine.standardSteps))", valueName: "count"),
    transform: NumberValue.whole(1...100_000, noun: "a number of parts"))
  var steps: Int?

  @Option(
    help: ArgumentHelp(
      "Find up to this many dominant colours and their shares",
      valueName: "count"),
    transform: NumberValue.whole(1...64, noun: "a number of colours"))
  var palette: Int?

  @Flag(
    help: "Count the codes 0 to 255 of the picture or --rect in the first --space")
  var histogram = false

  @Option(
    help: ArgumentHelp(
      "Compare the patches of a colour chart with their known colours",
      discussion: "One of "
        + ColorChart.published.map(\.name).joined(separator: ", ") + ", or a CGATS file.",
      valueName: "chart"),
    completion: .list(ColorChart.published.map(\.name)))
  var chart: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Corners of --grid or --chart, or auto to find the chart",
      discussion: """
        The order is top left, top right, bottom right, bottom left: "x,y x,y x,y x,y".
        For --chart, use the centres of the corner patches.
        """,
      valueName: "points"),
    transform: PlaceText.corners)
  var corners: PatchGrid.Corners?

  @Option(
    help: ArgumentHelp(
      "Match luminance to this patch, or none (default: middle grey)",
      discussion: "Bromide does this before it compares the colours of a chart.",
      valueName: "patch"))
  var match: String?

  @Flag(help: "Move points outside 0 to 1 to the edge")
  var clamp = false

  mutating func validate() throws {
    if steps != nil, profileLine == nil { throw ValidationError("--steps needs --profile-line") }
    let others = [
      ("at", !at.isEmpty), ("rect", !rect.isEmpty), ("points", points != nil),
      ("grid", grid != nil), ("profile-line", profileLine != nil), ("palette", palette != nil),
    ]
    if histogram {
      let given = others.filter { $0.0 != "rect" } + [("chart", chart != nil)]
      if let other = given.first(where: \.1) {
        throw ValidationError("--histogram counts the picture or --rect; remove --\(other.0)")
      }
      if rect.count > 1 {
        throw ValidationError("--histogram counts one rectangle, not \(rect.count)")
      }
    }
    if palette != nil {
      let given = others.dropLast() + [("chart", chart != nil), ("clamp", clamp)]
      if let other = given.first(where: \.1) {
        throw ValidationError("--palette uses the full picture; remove --\(other.0)")
      }
    }
    if chart != nil {
      if let other = others.first(where: \.1) {
        throw ValidationError("--chart measures its patches; remove --\(other.0)")
      }
      if corners == nil {
        throw ValidationError("--chart requires --corners; use four points or auto")
      }
    } else {
      if corners != nil, grid == nil {
        throw ValidationError("--corners needs --grid, columns and rows, or --chart")
      }
      if case .auto = corners { throw ValidationError("--corners auto needs --chart") }
      if match != nil { throw ValidationError("--match needs --chart") }
    }
  }

  /// Whether there are points that are not on --profile-line.
  var hasOthersThanLine: Bool { !at.isEmpty || !rect.isEmpty || points != nil || grid != nil }

  /// Returns the points to sample.
  ///
  /// - Parameter standard: The points to sample if no option sets them, or `nil` if there are no
  ///   such points.
  /// - Parameter allowsNone: Whether the command has work without points.
  func request(standard: Size?, allowsNone: Bool = false) throws -> PlaceRequest {
    var request = PlaceRequest(places: at + rect, clamps: clamp)
    if let points {
      let path = FilePath(reversible: points)
      let text = try points == "-" ? InputSearch.standardInputText() : InputSearch.text(of: path)
      request.places += try PlaceText.places(
        csv: text, of: points == "-" ? "standard input" : path)
    }
    request.line = profileLine
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
        "no points; add --at, --rect, --points, --grid, --profile-line, --chart, --palette, --histogram or a scope"
      )
    }
    // Check points that do not depend on the picture before reading it.
    do throws(SampleFailure) { try request.settleWhatCanBe() } catch {
      throw UsageError(error.message)
    }
    return request
  }
}
