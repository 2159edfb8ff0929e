internal import Sampling
internal import YCbCr

/// An input that is ready to be sampled.
struct OpenedPicture: Sendable {
  /// A clip's frames come one by one; a still has one.
  enum Frames: Sendable {
    case still(PointSampler)
    case clip(count: Int, rate: Double?, frame: @Sendable (Int) throws -> YCbCrFrame)
  }

  var frames: Frames
  /// How frames are understood; nil for other pictures.
  var reading: FrameReading?
  var facts: [Fact]
  /// What was wrong with the data; nil for a sound input.
  var damage: String?
  /// Why what was sampled counts for nothing; asked at the end.
  var loss: @Sendable () -> String? = { nil }
}
