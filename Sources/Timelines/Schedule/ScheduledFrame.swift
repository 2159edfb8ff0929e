public import Develop

/// One frame of a schedule.
public struct ScheduledFrame: Sendable {
  /// Index of the frame, from 0.
  public var index: Int
  /// Seconds from the beginning: index / fps.
  public var time: Double
  /// The layers, lowest first.
  public var layers: [ScheduledLayer]
  /// The layers at moments of equal weight while the shutter is open, in which something moves; empty
  /// if nothing does, or without a shutter.
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
  /// Where it lies; nil if it fills the frame.
  public var place: LayerPlace?
  /// How much of it shows; nil for all.
  public var wipe: LayerWipe?
  /// The photos that the layer is mixed from in linear light; empty for a single one.
  public var parts: [PhotoPart] = []
  /// The photo that a text with fields is about; nil for other layers.
  public var subject: Subject?

  /// A photo with its weight in a layer, 0…1.
  public struct PhotoPart: Sendable, Hashable, Codable {
    /// Index of the photo in its source.
    public var photo: Int
    /// Its share.
    public var weight: Double

    /// A photo with its share.
    public init(photo: Int, weight: Double) {
      self.photo = photo
      self.weight = weight
    }
  }

  /// A photo that shows below a text.
  public struct Subject: Sendable, Hashable {
    /// Index of its source in the timeline.
    public var source: Int
    /// Index of the photo in its source.
    public var photo: Int
  }

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
