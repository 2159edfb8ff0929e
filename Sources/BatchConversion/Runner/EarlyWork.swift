internal import Outputs
internal import Platform
internal import RawDecoding

/// What every run's first photo needs and no argument changes, made on a thread of its own while the arguments are read.
///
/// The tables of cameras are read, and settings become text, whose forty types the runtime meets for the first time: 2 of the 90
/// milliseconds that a 24-megapixel photo takes.
public enum EarlyWork {
  /// Runs a body, which no result of this depends on, and does the early work meanwhile.
  public static func during<R>(_ body: () throws -> R) rethrows -> R {
    // Tests count the threads that a run asks for.
    let thread =
      Refusals.areWished
      ? nil
      : WorkerThread {
        RawFile.readTables()
        _ = Fingerprint.digest(of: PictureSettings())
      }
    defer { thread?.join() }
    return try body()
  }
}
