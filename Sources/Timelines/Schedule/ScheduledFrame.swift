public import BromideDevelop

/// One frame of a schedule.
public struct ScheduledFrame: Sendable {
  /// The index of the frame, starting at 0.
  public var index: Int
  /// Seconds from the start: index / fps.
  public var time: Double
  /// The layers, lowest first.
  public var layers: [ScheduledLayer]
  /// The layers at moments of equal weight while the shutter is open. Empty without movement or
  /// without a shutter.
  public var exposures: [[ScheduledLayer]] = []

  /// Creates a frame with its layers, lowest first.
  public init(index: Int, time: Double, layers: [ScheduledLayer]) {
    self.index = index
    self.time = time
    self.layers = layers
  }
}

/// The contents of one source in a frame.
public struct ScheduledLayer: Sendable {
  /// The index of the source in the timeline.
  public var source: Int
  /// The frame of the source, starting at 0.
  public var frame: Int
  /// Seconds from the source's start.
  public var time: Double
  /// The index of the photo in a sequence or of the frame in a clip. For other sources, 0.
  public var photo: Int
  /// The values of all parameters, including the timeline's constants.
  public var filters: FilterSettings
  /// Parameters that were clamped because a curve exceeded their range.
  public var clamped: [Parameter]
  /// The position, or `nil` if the layer fills the frame.
  public var place: LayerPlace?
  /// The visible part, or `nil` to show all.
  public var wipe: LayerWipe?
  /// The photos that the layer mixes in linear light, or empty for a single photo.
  public var parts: [PhotoPart] = []
  /// The photo for the fields of a text, or `nil` for other layers.
  public var subject: Subject?

  /// A photo with its weight in a layer, from 0 to 1.
  public struct PhotoPart: Sendable, Hashable, Codable {
    /// The index of the photo in its source.
    public var photo: Int
    /// The weight.
    public var weight: Double

    /// Creates a photo with its weight.
    public init(photo: Int, weight: Double) {
      self.photo = photo
      self.weight = weight
    }
  }

  /// A photo below a text.
  public struct Subject: Sendable, Hashable {
    /// The index of its source in the timeline.
    public var source: Int
    /// The index of the photo in its source.
    public var photo: Int
  }

  /// Creates a layer. By default, it shows a source's only photo, without clamped parameters.
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
