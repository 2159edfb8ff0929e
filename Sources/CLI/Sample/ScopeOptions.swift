internal import ArgumentParser
internal import BromideDevelop
internal import BromideDrawing
internal import BromideSampling
internal import BromideSystem
internal import BromideValues

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

  /// The options that were given, with their files.
  private var given: [(name: String, path: String)] {
    [
      ("waveform", waveform), ("parade", parade), ("vectorscope", vectorscope),
      ("false-colour", falseColour),
    ].compactMap { name, path in path.map { (name, $0) } }
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
    guard format == .csv, waveform != nil || parade != nil || vectorscope != nil else {
      throw UsageError(
        "--format \(format.rawValue): without points, only --waveform, --parade and --vectorscope print numbers, as csv"
      )
    }
  }

  /// The files of all pictures.
  var files: [String?] { [waveform, parade, vectorscope, falseColour] }

  /// The scopes to draw.
  func scopes(_ policy: ExistingOptions, isOverTime: Bool) -> [ScopePicture] {
    let kinds: [(ScopeCounts.Kind, String?)] = [
      (.waveform, waveform), (.parade, parade), (.vectorscope, vectorscope),
    ]
    return kinds.compactMap { kind, path in
      path.map {
        ScopePicture(
          kind, AnswerPicture(path: $0, policy: policy.policy), isOverTime: isOverTime)
      }
    }
  }

  /// Returns the exposure picture to draw, or `nil`.
  func falseColor(_ policy: ExistingOptions) -> FalseColorPicture? {
    falseColour.map { FalseColorPicture(AnswerPicture(path: $0, policy: policy.policy)) }
  }
}

/// A picture painted by its exposure, with a legend.
struct FalseColorPicture: Sendable {
  private let picture: AnswerPicture
  private static let longEdge = 1600

  init(_ picture: AnswerPicture) { self.picture = picture }

  /// Paints and writes one picture.
  func write(
    _ sampler: PointSampler, of name: String, messages: Messages
  ) throws(SampleFailure) {
    let painted: FalseColor
    do throws(DevelopError) {
      painted = try FalseColor(sampler, longEdge: Self.longEdge)
    } catch { throw SampleFailure(describing: error) }
    let request = "false-colour \(name) \(painted.shares) \(painted.image.size)"
    try picture.write("false-colour", request: request, messages: messages) {
      try Self.draw(painted, title: name)
    }
  }

  private static func draw(
    _ painted: FalseColor, title: String
  ) throws(DrawingError) -> ImageBuffer<UInt8> {
    let theme = Theme.dark
    let scale = 2.0
    let size = SIMD2(
      max(Double(painted.image.width) / scale, 640), Double(painted.image.height) / scale)
    let legend = 52.0
    let canvas = try Canvas(
      width: size.x, height: size.y + legend, scale: scale, background: theme.background)
    let width = Double(painted.image.width) / scale
    try canvas.draw(
      painted.image, in: Box(x: (size.x - width) / 2, y: 0, width: width, height: size.y))
    canvas.text(
      title, at: [12, size.y + 18],
      TextStyle(size: 12, ink: theme.text, isBold: true, limit: size.x - 24))
    let cells = Box(x: 12, y: size.y + 26, width: size.x - 24, height: 20)
      .grid(count: FalseColor.zones.count, columns: FalseColor.zones.count, gap: (8, 0))
    for ((zone, share), box) in zip(zip(FalseColor.zones, painted.shares), cells) {
      let ink = Ink(
        red: Double(zone.color.x) / 255, green: Double(zone.color.y) / 255,
        blue: Double(zone.color.z) / 255)
      canvas.fill(Box(x: box.x, y: box.y + 4, width: 10, height: 10), ink)
      let bounds =
        zone.range.lowerBound.isInfinite
        ? "< \(Axis.text(zone.range.upperBound))"
        : zone.range.upperBound.isInfinite
          ? "≥ \(Axis.text(zone.range.lowerBound))"
          : "\(Axis.text(zone.range.lowerBound))–\(Axis.text(zone.range.upperBound))"
      canvas.text(
        "\(bounds) %: \(Formatted.decimal(100 * share, digits: 1)) %", at: [box.x + 14, box.y + 9],
        TextStyle(size: 10, ink: theme.faintText, limit: box.width - 14),
        TextAnchor(.left, .middle))
    }
    return canvas.image
  }
}
