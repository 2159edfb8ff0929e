internal import ArgumentParser
internal import BromideValues

/// Points, which the options of `bromide sample` name.
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
    transform: NumberValue.grid(
      1...1000, expected: "COLUMNSxROWS (6x4), each from 1 to 1000"))
  var grid: Size?

  @Flag(
    help: "Count the codes 0 to 255 of the picture or --rect in the first --space")
  var histogram = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Corners of --grid",
      discussion: """
        The order is top left, top right, bottom right, bottom left: "x,y x,y x,y x,y".
        """,
      valueName: "points"),
    transform: PlaceText.corners)
  var corners: PatchGrid.Corners?

  @Flag(help: "Move points outside 0 to 1 to the edge")
  var clamp = false

  // The earlier names of `sample chart`, `sample line` and `sample palette`.
  @Option(help: .hidden) var chart: String?
  @Option(help: .hidden) var match: String?

  @Option(parsing: .unconditional, help: .hidden, transform: PlaceText.line)
  var profileLine: ProfileLine?

  @Option(help: .hidden, transform: LineOptions.parts) var steps: Int?
  @Option(help: .hidden, transform: PaletteOptions.colors) var palette: Int?

  mutating func validate() throws {
    if steps != nil, profileLine == nil { throw ValidationError("--steps needs sample line") }
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
        throw ValidationError(
          "--chart requires --corners; use four points or auto, or sample chart")
      }
    } else {
      if corners != nil, grid == nil {
        throw ValidationError("--corners needs --grid, columns and rows, or sample chart")
      }
      if case .auto = corners { throw ValidationError("--corners auto needs sample chart") }
      if match != nil { throw ValidationError("--match needs sample chart") }
    }
  }

  var places: PlaceRequest {
    var line = profileLine
    if let steps { line?.steps = steps }
    return PlaceRequest(
      places: at + rect, list: points, cells: grid, chartName: chart, match: match,
      corners: corners, line: line, palette: palette, hasHistogram: histogram, clamps: clamp)
  }
}
