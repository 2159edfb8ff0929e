/// When a source shows.
public struct ScheduledSource: Sendable {
  /// The timeline's frame that shows its first.
  public let firstFrame: Int
  let timing: SourceTiming
  /// Its parameters that move.
  public let tracks: [ScheduledTrack]

  /// How many frames it has.
  public var frameCount: Int { timing.frameCount }
  /// Seconds from its beginning to its end state.
  public var seconds: Double { timing.seconds }

  /// The seconds from the source's beginning that a frame of it shows.
  public func time(ofFrame frame: Int) -> Double { timing.time(ofFrame: frame) }
}
