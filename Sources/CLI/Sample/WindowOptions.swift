internal import ArgumentParser
internal import BromideSampling

/// The pixels to sample around a point.
struct WindowOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Side of the window in pixels or %, or 40x20 (default: 1)",
      discussion: """
        % is a percentage of the short edge.
        For a chart, the default is most of a patch.
        """,
      valueName: "side"),
    transform: Self.side)
  var window: SampleWindow?

  @Option(choice: "Shape of the window", standard: "square")
  var shape: SampleWindow.Shape = .square

  @Option(choice: "Pixel lookup", standard: "nearest")
  var lookup: SampleWindow.Lookup = .nearest

  @Option(
    choice: "Combine the pixels of a window", standard: "mean",
    note: "Bromide combines them in linear light.")
  var statistic: SampleWindow.Statistic = .mean

  @Option(
    help: ArgumentHelp(
      "Extra statistics: sd, min, max, count, clipped, gamut, alpha, evenness",
      discussion: "Separate several names with commas.",
      valueName: "list"),
    transform: Self.statistics)
  var stats: [SampleColumn] = []

  @Option(
    choice: "Use of transparency", standard: "weight",
    note: "weight weights each pixel by its opacity.")
  var alpha: AlphaUse?

  mutating func validate() throws {
    if window?.height != nil, shape == .round {
      throw ValidationError("--shape round requires a --window with one number")
    }
  }

  /// The window around points, or `nil` to use the default window.
  var value: SampleWindow? {
    guard window != nil || shape != .square || lookup != .nearest || statistic != .mean else {
      return nil
    }
    let window = window ?? SampleWindow()
    return SampleWindow(
      side: window.side, height: window.height, shape: shape, lookup: lookup, statistic: statistic)
  }

  private static func side(_ text: String) throws -> SampleWindow {
    guard let window = SampleWindow(text) else { throw ValidationError(SampleWindow.accepted) }
    return window
  }

  private static func statistics(_ text: String) throws -> [SampleColumn] {
    try text.split(separator: ",", omittingEmptySubsequences: false).map {
      try Choice.value(String($0))
    }
  }

  /// Rejects window options if there are only rectangles.
  func checkRectangles() throws {
    let given = [
      ("window", window != nil), ("shape", shape != .square), ("lookup", lookup != .nearest),
    ]
    if let name = given.first(where: \.1)?.0 {
      throw UsageError("--\(name) cannot be combined with --rect; remove one")
    }
  }
}

/// A statistic of a window, in addition to its colour.
enum SampleColumn: String, Sendable, Hashable, CaseIterable {
  case sd, min, max, count, clipped
  /// The fraction of pixels outside the gamut of the first printed RGB space.
  case gamut
  /// The opacity of the pixels.
  case alpha
  /// The light of the darkest quarter as a fraction of the brightest quarter's light.
  case evenness

  /// Whether every component has a separate value.
  var isSpread: Bool { [.sd, .min, .max].contains(self) }
}
