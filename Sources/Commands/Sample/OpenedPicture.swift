internal import Sampling
internal import YCbCr

/// An input that is ready to be sampled.
struct OpenedPicture: Sendable {
  /// The frames of an input: one of a still, or those of a clip one by one.
  enum Frames: Sendable {
    case still(PointSampler)
    case clip(count: Int, rate: Double?, frame: @Sendable (Int) throws -> YCbCrFrame)
  }

  var frames: Frames
  /// How frames are understood, or nil for other pictures.
  var reading: FrameReading?
  var facts: [Fact]
  /// The damage to the data, or nil if the input is sound.
  var damage: String?
  /// Explains at the end why the samples are void, if they are.
  var loss: @Sendable () -> String? = { nil }
}
