internal import ArgumentParser
internal import BromideTimelines

/// Options for combining several moments into one frame.
struct MotionOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Blur motion by this shutter angle, such as 180deg",
      discussion: "The default is from the timeline, or 0deg.",
      valueName: "angle"), transform: Self.shutter)
  var motionBlur: Double?

  @Option(
    choice: "Blend frames between photos", standard: "from the timeline, or nearest",
    note: "Bromide blends if a frame's time is between two photos.")
  var blend: Retiming.Blend?

  @Option(
    help: ArgumentHelp(
      "Stack the photos of a sequence in one picture or a growing film",
      discussion: """
        One of \(Retiming.Blend.stacking.map(\.rawValue).joined(separator: ", ")).
        sigma is the mean without outliers.
        The output is one picture for -o trails.png.
        """,
      valueName: "name"),
    completion: .list(Retiming.Blend.stacking.map(\.rawValue)), transform: Self.stacking)
  var stack: Retiming.Blend?

  mutating func validate() throws {
    if stack != nil, blend != nil {
      throw ValidationError("--stack cannot be combined with --blend; remove one")
    }
  }

  private static func stacking(_ text: String) throws -> Retiming.Blend {
    guard let blend = Retiming.Blend(rawValue: text), blend.takesAll else {
      throw ValidationError(
        "expected \(Retiming.Blend.stacking.map(\.rawValue).joined(separator: ", "))")
    }
    return blend
  }

  private static func shutter(_ text: String) throws -> Double {
    guard let shutter = Timeline.shutter(text) else {
      throw ValidationError("expected the angle of a shutter, 0deg to 720deg")
    }
    return shutter
  }

  /// Applies the options to a timeline.
  ///
  /// - Parameter isPicture: Whether the output is one picture.
  func apply(to timeline: inout Timeline, isPicture: Bool) throws(UsageError) {
    timeline.shutter = motionBlur ?? timeline.shutter
    if let stack { return try apply(stack, to: &timeline, isPicture: isPicture) }
    guard let blend else { return }
    var isUsed = false
    for index in timeline.sources.indices {
      switch timeline.sources[index].content {
      case .sequence, .clip:
        timeline.sources[index].retiming.blend = blend
        isUsed = true
      case .photo, .tiles, .sheet, .text, .color: break
      }
    }
    guard isUsed else {
      throw UsageError("--blend requires a sequence or a clip; remove it")
    }
  }

  private func apply(
    _ stack: Retiming.Blend, to timeline: inout Timeline, isPicture: Bool
  ) throws(UsageError) {
    guard timeline.sources.count == 1 else {
      throw UsageError(
        "--stack requires one source, but the timeline has \(timeline.sources.count); set stack in the timeline"
      )
    }
    switch timeline.sources[0].content {
    case .sequence, .clip: break
    case .photo, .tiles, .sheet, .text, .color:
      throw UsageError("--stack requires a sequence or a clip; remove it")
    }
    guard isPicture || [.average, .max, .min].contains(stack) else {
      throw UsageError(
        "--stack \(stack.rawValue) requires a single picture; use -o x.png, or average, max or min for films"
      )
    }
    timeline.sources[0].retiming.blend = stack
    timeline.sources[0].retiming.stacks = true
    if isPicture { timeline.sources[0].duration = .frames(1) }
  }
}
