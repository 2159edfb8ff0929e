internal import ArgumentParser
internal import Timelines

/// How moments become one frame.
struct MotionOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Blur motion by this shutter angle, such as 180deg",
      discussion: "The default is from the timeline, or 0deg.",
      valueName: "angle"), transform: Self.shutter)
  var motionBlur: Double?

  @Option(
    help: ArgumentHelp(
      "Blend frames of a sequence or clip", of: Choice.names(Retiming.Blend.self),
      standard: "from the timeline, or nearest",
      note: "Bromide blends if a frame's time is between two photos."),
    completion: .list(Choice.names(Retiming.Blend.self)), transform: Choice.value)
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
      throw ValidationError("--stack and --blend both say how photos become one; give one of them")
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
      throw UsageError("--blend has nothing to work on: no source is a sequence or a clip")
    }
  }

  private func apply(
    _ stack: Retiming.Blend, to timeline: inout Timeline, isPicture: Bool
  ) throws(UsageError) {
    guard timeline.sources.count == 1 else {
      throw UsageError(
        "--stack combines the photos of one sequence, but the timeline has \(timeline.sources.count) sources; state stack in the timeline"
      )
    }
    switch timeline.sources[0].content {
    case .sequence, .clip: break
    case .photo, .tiles, .sheet, .text, .color:
      throw UsageError("--stack has nothing to work on: there is no sequence and no clip")
    }
    guard isPicture || [.average, .max, .min].contains(stack) else {
      throw UsageError(
        "--stack \(stack.rawValue) reads all photos anew for each frame of a film; name a picture (-o x.png), or take average, max or min"
      )
    }
    timeline.sources[0].retiming.blend = stack
    timeline.sources[0].retiming.stacks = true
    if isPicture { timeline.sources[0].duration = .frames(1) }
  }
}
