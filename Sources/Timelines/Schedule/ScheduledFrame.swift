public import Develop

/// One frame.
public struct ScheduledFrame: Sendable {
  /// From 0.
  public var index: Int
  /// Seconds from the beginning at which it is shown: index / fps.
  public var time: Double
  /// What is drawn, the lowest first.
  public var layers: [ScheduledLayer]

  /// A frame with its layers, the lowest first.
  public init(index: Int, time: Double, layers: [ScheduledLayer]) {
    self.index = index
    self.time = time
    self.layers = layers
  }
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

  /// What a source shows; without `photo` and `clamped` its only photo, with nothing out of range.
  public init(
    source: Int, frame: Int, time: Double, photo: Int = 0, filters: FilterSettings,
    clamped: [Parameter] = []
  ) {
    self.source = source
    self.frame = frame
    self.time = time
    self.photo = photo
    self.filters = filters
    self.clamped = clamped
  }
}
