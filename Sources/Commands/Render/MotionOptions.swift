internal import ArgumentParser
internal import Timelines

/// How moments become one frame.
struct MotionOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Angle of the shutter, for which what moves is blurred: 180deg (default: the timeline's, else 0deg).",
      valueName: "angle"), transform: Self.shutter)
  var motionBlur: Double?

  @Option(
    help: ArgumentHelp(
      "How the photos of a sequence or clip become one frame where it falls between them",
      of: Choice.names(Retiming.Blend.self), standard: "the timeline's, else nearest"),
    completion: .list(Choice.names(Retiming.Blend.self)), transform: Choice.value)
  var blend: Retiming.Blend?

  private static func shutter(_ text: String) throws -> Double {
    guard let shutter = Timeline.shutter(text) else {
      throw ValidationError("expected the angle of a shutter, 0deg to 720deg")
    }
    return shutter
  }

  /// Applies the options to a timeline.
  func apply(to timeline: inout Timeline) throws(UsageError) {
    timeline.shutter = motionBlur ?? timeline.shutter
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
}
