package import Sidecars
package import YCbCr

/// An input that is ready to be sampled.
package struct OpenedPicture: Sendable {
  /// The frames of an input: one of a still, or those of a clip one by one.
  package enum Frames: Sendable {
    case still(PointSampler)
    case clip(count: Int, rate: Double?, frame: @Sendable (Int) throws -> YCbCrFrame)
  }

  package var frames: Frames
  /// How frames are understood, or nil for other pictures.
  package var reading: FrameReading?
  package var facts: [Fact]
  /// The damage to the data, or nil if the input is sound.
  package var damage: String?
  /// What became of a raw photo's sidecar; nil if there is none, or none was to be read.
  package var sidecar: SidecarReport?
  /// Explains at the end why the samples are void, if they are.
  package var loss: @Sendable () -> String? = { nil }
}
