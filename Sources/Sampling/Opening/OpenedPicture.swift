package import BromideCodecs
package import BromidePhotos

/// An input that is ready to be sampled.
package struct OpenedPicture: Sendable {
  /// The frames of an input: a single picture, or the frames of a clip.
  package enum Frames: Sendable {
    case still(PointSampler)
    case clip(count: Int, rate: Double?, frame: @Sendable (Int) throws -> YCbCrFrame)
  }

  package var frames: Frames
  /// The reading of frames, or `nil` for other pictures.
  package var reading: FrameReading?
  package var facts: [Fact]
  /// The damage to the data, or `nil` if the input is intact.
  package var damage: String?
  /// Problems that do not prevent sampling, such as guessed colours.
  package var warnings: [Warning] = []
  /// The report of a raw photo's sidecar, or `nil` if it has no sidecar or sidecars are off.
  package var sidecar: SidecarReport?
  /// Explains at the end why the samples are void, if they are.
  package var loss: @Sendable () -> String? = { nil }
}
