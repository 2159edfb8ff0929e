internal import ArgumentParser
internal import BromideDrawing
internal import BromideValues

/// The destination and format of curves.
struct CurvesOutputOptions: ParsableArguments {
  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "A .png, .jpg or .tif file, a folder, or - (default: the terminal)",
      discussion: """
        Bromide creates missing folders.
        Use - to write one picture to standard output.
        """,
      valueName: "path"),
    completion: .file())
  var output: String?

  @OptionGroup var existing: ExistingOptions

  @OptionGroup var coding: EncodingOptions

  @Option(choice: "Format on standard output", standard: "text")
  var format: CurveFormat?

  @Flag(help: "Same as --format csv")
  var csv = false

  mutating func validate() throws {
    if csv, let format, format != .csv {
      throw ValidationError("--csv contradicts --format \(format.rawValue); remove one")
    }
  }

  /// The format of numbers to print, or `nil` to draw instead.
  var data: CurveFormat? { csv ? .csv : format == .text ? nil : format }
}

/// The format of standard output.
enum CurveFormat: String, CaseIterable {
  /// A plot.
  case text
  case csv
  case json
}

/// The subject of a picture, and its look.
struct CurvesPictureOptions: ParsableArguments {
  @Flag(help: "Draw all curves in one plot")
  var overlay = false

  @Flag(help: "Also draw the speed (the derivative with respect to time)")
  var derivative = false

  @Flag(help: "Add a strip of dots that shows the motion at equal time steps")
  var filmstrip = false

  @Option(
    help: ArgumentHelp(
      "Draw a movement with a detour",
      discussion: "For example 'ease(2) 0→10 in 4s, at 1.5s → 3 in 2s'.",
      valueName: "text"))
  var detour: String?

  @Option(
    help: ArgumentHelp(
      "Draw the delays of a sort function, such as 'radial(middle)'",
      discussion: "The picture shows the delay of each cell in a grid.",
      valueName: "text"))
  var sort: String?

  @Option(
    help: ArgumentHelp(
      "Columns and rows for --sort, 1 to 64 each (default: 8x6)", valueName: "CxR"),
    transform: NumberValue.grid(
      1...DelaySheet.mostCells,
      expected: "columns and rows from 1 to \(DelaySheet.mostCells), such as 8x6"))
  var grid: Size?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Number of steps in --csv and --format json (default: 100)", valueName: "count"),
    transform: NumberValue.whole(1...1_000_000))
  var steps: Int?

  @Option(
    help: ArgumentHelp(
      "Draw the animated parameters of a timeline and their keys",
      discussion: "With --csv, Bromide prints them for every frame.",
      valueName: "file.yaml"),
    completion: .file(extensions: ["yaml", "yml", "json"]))
  var timeline: String?

  @Option(choice: "Colour theme", standard: "light")
  var theme: ThemeName = .light

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Pixels per unit of the drawing, 0.5 to 8 (default: 2)", valueName: "factor"),
    transform: NumberValue.decimal(0.5...8))
  var scale = 2.0

  /// All options that change the picture.
  var request: String {
    "\(overlay) \(derivative) \(filmstrip) \(theme.rawValue) \(scale)"
  }
}

/// The themes by name.
enum ThemeName: String, CaseIterable {
  case light
  case dark

  var theme: Theme { self == .light ? .light : .dark }
}
