public import BromideDevelop
internal import BromideRuns
internal import BromideSampling
internal import BromideSystem
internal import Synchronization
public import SystemPackage

/// Converts many photos into a folder, as `bromide convert` does.
///
/// Creating a batch finds the photos and names the pictures, and writes nothing. One bad photo never stops the others.
///
/// ```swift
/// let batch = try Batch(["~/photos"], to: "out")
/// for await outcome in batch.outcomes() { print(outcome.input, outcome.status) }
/// ```
public struct Batch: Sendable {
  /// The end of one photo.
  public struct Outcome: Sendable, Hashable {
    /// The way a photo ended, in order of severity.
    public enum Status: String, Sendable, Hashable, CaseIterable {
      /// The picture is complete.
      case converted
      /// The picture is current, or a file that Bromide did not write has its name.
      case skipped
      /// The batch was cancelled before this photo ended.
      case interrupted
      /// The picture is complete, but not all of the photo could be decoded.
      case damaged
      /// Bromide wrote no picture.
      case failed
    }

    /// The photo's path.
    public let input: String
    /// The picture's path, or nil if none was written.
    public let output: String?
    /// The way the photo ended.
    public let status: Status
    /// The reason as a sentence, or nil for a converted photo.
    public let reason: String?
  }

  private let plan: Plan
  /// Number of photos, those that cannot be found among them.
  public var count: Int { plan.jobs.count + plan.failures.count }
  /// The pictures that will be written, in the order of the photos.
  public var outputs: [String] { plan.jobs.map(\.output.name) }

  /// Finds photos and names their pictures.
  ///
  /// - Parameters:
  ///   - inputs: Paths of photos and folders.
  ///   - folder: The folder of the pictures, which is created if necessary.
  ///   - recipe: How pictures look.
  ///   - options: How pictures are written.
  ///   - isRecursive: Whether folders in folders are searched.
  ///   - damaged: The treatment of damaged photos.
  /// - Throws: `BromideError` if an input is missing, or two photos would get one picture.
  public init(
    _ inputs: [FilePath], to folder: FilePath, recipe: DevelopRecipe = .standard,
    options: WriteOptions = WriteOptions(), isRecursive: Bool = false,
    damaged: DamagePolicy = .fail
  ) throws(BromideError) {
    let settings = options.settings(
      for: options.format, .developing(recipe, damaged: damaged))
    let request = PlanRequest(
      // A list or standard input is meant by a name of its own in the command only.
      inputs: inputs.map { ($0.isAbsolute ? $0 : FilePath(".").pushing($0)).reversible },
      destination: .folder(folder), isRecursive: isRecursive, settings: settings,
      ifExists: options.ifExists)
    do throws(PlanError) { plan = try Plan(request) } catch {
      throw BromideError(.request, nil, error.description)
    }
  }

  /// Finds photos and names their pictures: the same as with `FilePath`s.
  public init(
    _ inputs: [String], to folder: String, recipe: DevelopRecipe = .standard,
    options: WriteOptions = WriteOptions(), isRecursive: Bool = false,
    damaged: DamagePolicy = .fail
  ) throws(BromideError) {
    try self.init(
      inputs.map { FilePath($0) }, to: FilePath(folder), recipe: recipe, options: options,
      isRecursive: isRecursive, damaged: damaged)
  }

  /// Converts the photos on all processors.
  ///
  /// - Returns: The outcomes in the order in which photos end. If you stop to iterate, or cancel the task, the batch ends: photos
  ///   that have not begun are left out, and no incomplete file remains.
  public func outcomes() -> AsyncStream<Outcome> {
    let (stream, continuation) = AsyncStream<Outcome>.makeStream()
    let stopper = Stopper()
    continuation.onTermination = { _ in stopper.stop() }
    let plan = plan
    let work: @Sendable () -> Void = {
      var run = RunOptions()
      run.watchesSignals = false
      var runner = BatchRunner(plan, options: run)
      runner.begins = { stopper.set($0) }
      _ = runner.run(observer: Teller(continuation))
      continuation.finish()
    }
    if !DetachedThread.run(work) { work() }
    return stream
  }
}

/// Stops a run that has begun, or one that begins later.
private final class Stopper: Sendable {
  private struct State {
    var isStopped = false
    var stop: (@Sendable () -> Void)?
  }

  private let state = Mutex(State())

  func set(_ stop: @escaping @Sendable () -> Void) {
    let isStopped = state.withLock { state in
      state.stop = stop
      return state.isStopped
    }
    if isStopped { stop() }
  }

  func stop() {
    let stop = state.withLock { state in
      state.isStopped = true
      return state.stop
    }
    stop?()
  }
}

/// Tells the outcomes of a run.
private final class Teller: RunObserver {
  private let continuation: AsyncStream<Batch.Outcome>.Continuation

  init(_ continuation: AsyncStream<Batch.Outcome>.Continuation) {
    self.continuation = continuation
  }

  func finished(_ outcome: BromideRuns.Outcome) {
    let status: Batch.Outcome.Status =
      switch outcome.status {
      case .converted: .converted
      case .skipped: .skipped
      case .interrupted: .interrupted
      case .damaged: .damaged
      case .failed: .failed
      }
    continuation.yield(
      Batch.Outcome(
        input: outcome.input, output: outcome.output, status: status, reason: outcome.reason))
  }

  func progress(_ tally: Tally<BromideRuns.Outcome.Status>, elapsed: Double) {}
}
