public import BromideDevelop
internal import BromideSystem
internal import Synchronization

extension Photo {
  /// Develops the photo to a picture in memory on all processors, without blocking the calling
  /// task's thread.
  ///
  /// If the task is cancelled, the call ends at the next band of rows, a few milliseconds later.
  /// Decoding itself is not interrupted.
  ///
  /// - Parameters:
  ///   - recipe: The settings. `Sample` replaces their `sample`.
  ///   - sample: `UInt8.self` or `UInt16.self`.
  ///   - progress: Receives the progress from 0 to 1, on any thread.
  /// - Throws: `BromideError`, with the kind `.cancelled` if the task is cancelled.
  public func developed<Sample: PictureSample>(
    _ recipe: DevelopRecipe = .standard, as sample: Sample.Type = UInt8.self,
    progress: (@Sendable (Double) -> Void)? = nil
  ) async throws(BromideError) -> Picture<Sample> {
    let stop = StopFlag()
    return try await Self.blocking(stop, store.input) { [self] () throws(BromideError) in
      try developed(
        recipe, as: sample, crew: Crew(threads: Machine.cores),
        report: { done in
          progress?(done)
          return !stop.isSet
        })
    }
  }

  /// Runs work on a thread with a large stack while the task waits.
  ///
  /// - Parameter stop: Set if the task is cancelled.
  static func blocking<Value: Sendable>(
    _ stop: StopFlag, _ input: PhotoInput?,
    _ work: @escaping @Sendable () throws(BromideError) -> Value
  ) async throws(BromideError) -> Value {
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let run: @Sendable () -> Void = {
          guard !stop.isSet else {
            continuation.resume(
              returning: Result<Value, BromideError>.failure(
                BromideError(.cancelled, input?.name, "cancelled")))
            return
          }
          continuation.resume(returning: Result { () throws(BromideError) in try work() })
        }
        if !DetachedThread.run(run) { run() }
      }
    } onCancel: {
      stop.set()
    }
    return try result.get()
  }
}

/// Whether a run should end.
final class StopFlag: Sendable {
  private let flag = Atomic<Bool>(false)

  var isSet: Bool { flag.load(ordering: .relaxed) }

  func set() { flag.store(true, ordering: .relaxed) }
}
