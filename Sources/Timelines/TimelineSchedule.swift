public import Develop

/// What a timeline shows in each frame.
public struct TimelineSchedule: Sendable {
  /// Frames in all; the last shows the end state.
  public let frameCount: Int
}

/// One frame.
public struct ScheduledFrame: Sendable {
  /// From 0.
  public var index: Int
  /// Seconds from the beginning.
  public var time: Double
  /// What is drawn, the lowest first.
  public var layers: [ScheduledLayer]
}

/// What one source shows in a frame.
public struct ScheduledLayer: Sendable {
  /// The source's place in the timeline.
  public var source: Int
  /// The frame of the source, from 0.
  public var frame: Int
  /// Seconds from the source's beginning.
  public var time: Double
  /// Of a sequence or clip, the photo's or the clip's frame's place; else 0.
  public var photo: Int
  /// The values of all parameters, the timeline's constants included.
  public var filters: FilterSettings
  /// Parameters that a curve carried beyond their range and that were brought back.
  public var clamped: [Parameter]
}
