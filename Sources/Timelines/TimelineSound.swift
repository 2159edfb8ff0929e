public import SystemPackage

/// A file whose sound goes with a film.
public struct TimelineSound: Sendable, Hashable {
  /// The file.
  public var path: FilePath
  /// Where in the file the film begins, in seconds.
  public var start = 0.0
  /// Its loudness: a factor of the samples.
  public var volume = 1.0
  /// How long it fades in at the film's beginning, and out at its end, in seconds.
  public var fade = 0.0

  /// All of a file's sound, as loud as it is.
  public init(_ path: FilePath) { self.path = path }
}
