public import Develop

/// One frame of a schedule.
public struct ScheduledFrame: Sendable {
  /// Index of the frame, from 0.
  public var index: Int
  /// Seconds from the beginning: index / fps.
  public var time: Double
  /// The layers, lowest first.
  public var layers: [ScheduledLayer]

  /// Creates a frame with its layers, lowest first.
  public init(index: Int, time: Double, layers: [ScheduledLayer]) {
    self.index = index
    self.time = time
    self.layers = layers
  }
}

/// The contents of one source in a frame.
public struct ScheduledLayer: Sendable {
  /// Index of the source in the timeline.
  public var source: Int
  /// Frame of the source, from 0.
  public var frame: Int
  /// Seconds from the source's beginning.
  public var time: Double
  /// For a sequence or clip, the index of the photo or of the clip's frame; otherwise 0.
  public var photo: Int
  /// The values of all parameters, the timeline's constants included.
  public var filters: FilterSettings
  /// Parameters whose values a curve carried beyond their range and which were limited.
  public var clamped: [Parameter]

  /// Creates a layer, by default of a source's only photo with nothing limited.
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
