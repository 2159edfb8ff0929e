public import SystemPackage

/// A file with audio for a video.
public struct TimelineSound: Sendable, Hashable {
  /// The file.
  public var path: FilePath
  /// The position in the file for the start of the video, in seconds.
  public var start = 0.0
  /// The volume, as a factor of the samples.
  public var volume = 1.0
  /// The duration of the fades at the start and end of the video, in seconds.
  public var fade = 0.0

  /// Creates audio from a complete file at its original volume.
  public init(_ path: FilePath) { self.path = path }
}
