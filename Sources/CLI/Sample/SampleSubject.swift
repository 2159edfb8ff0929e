internal import ArgumentParser
internal import BromideSampling

/// The part of a picture that a command samples: points, a chart, a line, or all of it.
protocol SampleSubject: ParsableArguments {
  static var configuration: CommandConfiguration { get }
  /// The name of the command, such as `sample chart`.
  static var fullName: String { get }
  /// The section of the help.
  static var title: String { get }
  /// The visibility of options for windows and for comparisons.
  static var windows: ArgumentVisibility { get }
  /// The visibility of plots, which require a course.
  static var plots: ArgumentVisibility { get }
  /// The visibility of scopes, which do not depend on points.
  static var scopes: ArgumentVisibility { get }
  /// The places of the options.
  var places: PlaceRequest { get }
}

extension SampleSubject {
  static var windows: ArgumentVisibility { .default }
  static var plots: ArgumentVisibility { .default }
  static var scopes: ArgumentVisibility { .hidden }

  /// The configuration of a subcommand of `sample`.
  fileprivate static func subcommand(
    _ name: String, _ abstract: String, examples: String
  ) -> CommandConfiguration {
    CommandConfiguration(
      commandName: name, abstract: abstract,
      discussion: """
        Examples:
        \(examples)

        Exit status: 0 success, 1 some inputs failed, 64 wrong usage, 130 interrupted.
        """)
  }
}

extension PlaceOptions: SampleSubject {
  static let fullName = "sample"
  static let title = "Points"
  static let scopes = ArgumentVisibility.default

  static let configuration = CommandConfiguration(
    commandName: "sample", _superCommandName: "bromide",
    abstract: "Sample colours of raw photos, pictures and video frames.",
    usage: "bromide sample [<options>] [<inputs> ...]",
    discussion: """
      Points range from 0,0 at the top left to 1,1 at the bottom right. They do not depend on the \
      resolution. The centre of pixel i of n is at (i+0.5)/n.

      Examples:
        bromide sample photo.nef --at 0.5,0.5 --at 0.25,0.75 --window 15
        bromide sample clip.y4m --frames 0..47 --at 0.5,0.5 --format csv
        bromide sample cam.nv12 --input-size 3840x2160 --grid 6x4 --space oklch
        bromide sample *.dng --points chart.csv --space linear --format csv
        bromide sample chart colorchecker24 photo.nef
        bromide sample frame.jpg --against photo.nef --grid 6x4 --window 15
        bromide sample frame.jpg --at .3,.4 --compare
        bromide sample --watch inbox --at .5,.5 --format csv
        some-camera | bromide sample - --layout nv12 --input-size 1280x720 \\
          --at .5,.5 --average 0.5s

      Exit status: 0 success, 1 some inputs failed, 64 wrong usage, 130 interrupted.
      """,
    subcommands: CompletionScript.isRequested ? [] : tasks)

  /// The subcommands.
  static var tasks: [any ParsableCommand.Type] {
    [SampleTask<ChartOptions>.self, SampleTask<LineOptions>.self, SampleTask<PaletteOptions>.self]
  }
}

/// `bromide sample chart`.
struct ChartOptions: SampleSubject {
  static let fullName = "sample chart"
  static let title = "Chart"
  static let plots = ArgumentVisibility.hidden
  static let configuration = subcommand(
    "chart", "Compare the patches of a colour chart with their known colours.",
    examples: """
        bromide sample chart colorchecker24 photo.nef --space lab
        bromide sample chart colorchecker24 photo.nef --tolerance 3 --swatch a.png
        bromide sample chart it8.txt scan.tif --corners ".1,.1 .9,.1 .9,.9 .1,.9"
      """)

  @Argument(
    help: ArgumentHelp(
      ColorChart.published.map(\.name).joined(separator: ", ") + " or a file",
      discussion: "The file is a CGATS text."),
    completion: .list(ColorChart.published.map(\.name)))
  var chart: String

  @OptionGroup var place: ChartPlaceOptions

  @Option(
    help: ArgumentHelp(
      "Match luminance to this patch, or none (default: middle grey)",
      discussion: "Bromide does this before it compares the colours.",
      valueName: "patch"))
  var match: String?

  @Flag(help: "Move points outside 0 to 1 to the edge")
  var clamp = false

  var places: PlaceRequest {
    PlaceRequest(chartName: chart, match: match, corners: place.corners, clamps: clamp)
  }
}

/// The place of a chart in a picture.
struct ChartPlaceOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Centres of the corner patches, or auto (default: auto)",
      discussion: "The order is top left, top right, bottom right, bottom left.",
      valueName: "points"),
    transform: PlaceText.corners)
  var corners: PatchGrid.Corners = .auto
}

/// `bromide sample line`.
struct LineOptions: SampleSubject {
  static let fullName = "sample line"
  static let title = "Line"
  static let configuration = subcommand(
    "line", "Sample at equal distances along a line between two points.",
    examples: """
        bromide sample line ".1,.5 .9,.5" photo.nef --steps 20 --format csv
        bromide sample line "0px,0px 100%,100%" chart.png --space lab --plot line.png
      """)

  @Argument(
    help: ArgumentHelp("The ends of the line: \"x,y x,y\""), transform: PlaceText.line)
  var line: ProfileLine

  @Option(
    help: ArgumentHelp(
      "Parts of the line (default: \(ProfileLine.standardSteps))", valueName: "count"),
    transform: Self.parts)
  var steps: Int?

  @Flag(help: "Move ends outside 0 to 1 to the edge")
  var clamp = false

  static let parts = NumberValue.whole(1...100_000, noun: "a number of parts")

  var places: PlaceRequest {
    var line = line
    line.steps = steps ?? ProfileLine.standardSteps
    return PlaceRequest(line: line, clamps: clamp)
  }
}

/// `bromide sample palette`.
struct PaletteOptions: SampleSubject {
  static let fullName = "sample palette"
  static let title = "Palette"
  static let windows = ArgumentVisibility.hidden
  static let plots = ArgumentVisibility.hidden
  static let configuration = subcommand(
    "palette", "Find the dominant colours of a picture and their shares.",
    examples: """
        bromide sample palette 6 photo.jpg --space hex,oklab
        bromide sample palette 4 photo.nef --as convert --format css > colours.css
      """)

  @Argument(
    help: "Largest number of colours", transform: Self.colors)
  var count: Int

  static let colors = NumberValue.whole(1...64, noun: "a number of colours")

  var places: PlaceRequest { PlaceRequest(palette: count) }
}
