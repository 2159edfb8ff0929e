internal import ArgumentParser
internal import BromideRuns
internal import BromideSampling

/// Pictures of the signal.
struct ScopeOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Draw luma above each column of the picture",
      discussion: "With --frames, each column is a frame.", valueName: "file.png"),
    completion: .file())
  var waveform: String?

  @Option(
    help: ArgumentHelp(
      "Draw red, green and blue above each column, side by side", valueName: "file.png"),
    completion: .file())
  var parade: String?

  @Option(
    help: ArgumentHelp("Draw Cr above Cb, with the targets of colour bars", valueName: "file.png"),
    completion: .file())
  var vectorscope: String?

  @Option(
    name: [.customLong("false-colour"), .customLong("false-color")],
    help: ArgumentHelp(
      "Paint exposure in the zones of ARRI's cameras", valueName: "file.png"),
    completion: .file())
  var falseColour: String?

  private var scopes: [(kind: ScopeCounts.Kind, path: String?)] {
    [(.waveform, waveform), (.parade, parade), (.vectorscope, vectorscope)]
  }

  /// The options that were given, with their files.
  var given: [(name: String, path: String)] {
    (scopes.map { ($0.rawValue, $1) } + [("false-colour", falseColour)])
      .compactMap { name, path in path.map { (name, $0) } }
  }

  /// Whether any scope is drawn.
  var isGiven: Bool { !given.isEmpty }

  /// - Throws: `UsageError` for scopes that cannot be drawn.
  func check(_ format: AnswerFormat, hasPoints: Bool, hasFrames: Bool) throws(UsageError) {
    for (name, path) in given { try AnswerPicture.check(path, of: name) }
    if falseColour != nil, hasFrames {
      throw UsageError("--false-colour paints one frame; choose it with --frame")
    }
    guard isGiven, !hasPoints, format != .text else { return }
    guard format == .csv, scopes.contains(where: { $0.path != nil }) else {
      throw UsageError(
        "--format \(format.rawValue): without points, only --waveform, --parade and --vectorscope print numbers, as csv"
      )
    }
  }

  /// Returns the scopes to draw.
  func pictures(_ existing: ExistingOptions, isOverTime: Bool) -> [ScopePicture] {
    scopes.compactMap { kind, path in
      existing.picture(path).map { ScopePicture(Scope(kind, isOverTime: isOverTime), $0) }
    }
  }
}
