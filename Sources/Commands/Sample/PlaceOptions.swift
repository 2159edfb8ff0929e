internal import ArgumentParser
internal import Inputs
internal import Pixels
internal import Platform
internal import Sampling
internal import SystemPackage

/// The places to sample.
struct PlaceOptions: ParsableArguments {
  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Place to sample, from 0,0 at the top left to 1,1 at the bottom right, or in % or px: 50%,50%, 1200px,800px, counted from 0; repeatable.",
      valueName: "x,y"),
    transform: PlaceText.place)
  var at: [SamplePlace] = []

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Rectangle to sample as one window: its left, top, width and height, each a fraction, % or px; repeatable.",
      valueName: "x,y,w,h"),
    transform: PlaceText.rectangle)
  var rect: [SamplePlace] = []

  @Option(
    help: ArgumentHelp("CSV file of places, x,y[,name] per line.", valueName: "file"),
    completion: .file())
  var points: String?

  @Option(
    help: ArgumentHelp(
      "Sample the centre of every cell of a grid of columns and rows.", valueName: "CxR"),
    transform: PlaceText.grid)
  var grid: Size?

  @Option(
    help: ArgumentHelp(
      "Compare a colour chart's patches with their known colours: "
        + ColorChart.published.map(\.name).joined(separator: ", ") + ", or a CGATS file.",
      valueName: "chart"),
    completion: .list(ColorChart.published.map(\.name)))
  var chart: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Top left, top right, bottom right and bottom left corner of --grid, or centre of --chart's patch there; auto finds the chart.",
      valueName: "x,y x,y x,y x,y|auto"),
    transform: PlaceText.corners)
  var corners: PatchGrid.Corners?

  @Option(
    help: ArgumentHelp(
      "Patch of the chart whose luminance is matched before colours are compared, or none (default: the middle grey).",
      valueName: "patch"))
  var match: String?

  @Flag(help: "Move places outside 0 to 1 to the edge.")
  var clamp = false

  mutating func validate() throws {
    if chart != nil {
      let others = [
        ("at", !at.isEmpty), ("rect", !rect.isEmpty), ("points", points != nil),
        ("grid", grid != nil),
      ]
      if let other = others.first(where: \.1) {
        throw ValidationError("--chart measures its own patches; leave out --\(other.0)")
      }
      if corners == nil {
        throw ValidationError(
          "--chart needs --corners: four places, or auto to have the chart found")
      }
    } else {
      if corners != nil, grid == nil {
        throw ValidationError("--corners needs --grid, columns and rows, or --chart")
      }
      if case .auto = corners { throw ValidationError("--corners auto needs --chart") }
      if match != nil { throw ValidationError("--match needs --chart") }
    }
  }

  /// The places to sample.
  ///
  /// - Parameter standard: What is sampled where no option names a place; nil for nothing.
  func request(standard: Size?) throws -> PlaceRequest {
    var request = PlaceRequest(places: at + rect, clamps: clamp)
    if let points {
      let path = FilePath(reversible: points)
      request.places += try PlaceText.places(csv: InputSearch.text(of: path), of: path)
    }
    if let chart { request.grid = try PatchGrid(chart: chart, match: match, corners: corners) }
    let isNothing = request.places.isEmpty && request.grid == nil
    if let grid = grid ?? (isNothing ? standard : nil) {
      request.grid = PatchGrid(columns: grid.width, rows: grid.height, corners: corners)
    }
    guard !request.places.isEmpty || request.grid != nil else {
      throw UsageError(
        "no place to sample: give --at X,Y, --rect X,Y,W,H, --points FILE, --grid CxR or --chart NAME"
      )
    }
    // What does not depend on a picture is refused before one is read.
    do throws(SampleFailure) { try request.settleWhatCanBe() } catch {
      throw UsageError(error.message)
    }
    return request
  }
}
