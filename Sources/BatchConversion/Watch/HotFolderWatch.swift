internal import Inputs
internal import Outputs
internal import PhotoLoading
internal import Platform
internal import RawDecoding
public import Scheduling
internal import SystemPackage

/// Converts what arrives in folders, until it is told to stop.
///
/// Every look plans the whole folders anew, so that names and collisions are those of all photos together; of that plan the photos run that have
/// arrived. What is done already is skipped by the rules for outputs that exist, also after a restart.
public struct HotFolderWatch {
  /// How it watches.
  public struct Options: Sendable {
    /// Seconds that a file must stay the same before it is opened.
    public var settle = 1.0
    /// Seconds after which a file that stays the same is taken although it does not open whole.
    public var patience = 30.0
    /// Seconds between looks, for folders whose changes the system does not tell of, as on a network; nil listens.
    public var interval: Double?

    /// The default: listens.
    public init() {}
  }

  private let request: PlanRequest
  private let options: Options
  private let runOptions: RunOptions

  /// - Parameters:
  ///   - request: Its inputs are folders.
  ///   - run: How each batch runs.
  public init(_ request: PlanRequest, options: Options, run: RunOptions) {
    self.request = request
    self.options = options
    runOptions = run
  }

  /// Watches until a signal comes.
  ///
  /// - Parameters:
  ///   - isStopped: Whether it is to end; asked about every fifth of a second.
  ///   - problem: Is told when the folders cannot be planned, once for each reason.
  ///   - batch: Is given each plan of photos that have arrived, and runs it.
  public func run(
    isStopped: () -> Bool, problem: (String) -> Void, batch: (Plan) -> Void
  ) {
    var folder = HotFolder(settle: options.settle, patience: options.patience)
    let events = FolderEvents(listens: options.interval == nil)
    let watch = Stopwatch()
    var lastProblem: String?
    while !isStopped() {
      let roots = request.inputs.map { FilePath(reversible: $0) }
      // Watched before it is looked at: what comes in between is seen by one of both.
      let isListening = events.watch(Self.folders(roots, request.isRecursive))
      do throws(PlanError) {
        var plan = try Plan(request)
        let arrived = Set(
          folder.arrivals(
            plan.jobs.map(\.input), now: watch.seconds, status: { try? FileSystem.status($0) },
            isWhole: { RawInspection.read(path: $0).failure == nil }))
        plan.jobs.removeAll { !arrived.contains($0.input) }
        plan.failures = []
        if !plan.jobs.isEmpty, !isStopped() { batch(plan) }
        lastProblem = nil
      } catch {
        if error.description != lastProblem { problem(error.description) }
        lastProblem = error.description
      }
      // A folder that was moved away and made again has lost its watch: so it is looked at from time to time in any case.
      // A file that may still grow is looked at again when it could have settled.
      let pause =
        folder.isWaiting
        ? min(options.settle, options.interval ?? options.settle)
        : options.interval ?? (isListening ? 10 : 2)
      let start = watch.seconds
      while !isStopped(), watch.seconds - start < pause {
        let before = watch.seconds
        events.wait(seconds: min(0.2, pause - (before - start)))
        // Woken before its time.
        if isListening, watch.seconds - before < 0.19, !folder.isWaiting { break }
      }
    }
  }

  /// The folders and, if they are searched, those in them.
  private static func folders(_ roots: [FilePath], _ isRecursive: Bool) -> [FilePath] {
    var all: [FilePath] = []
    var left = roots
    while let folder = left.popLast(), all.count < 10_000 {
      all.append(folder)
      guard isRecursive, let names = try? FileSystem.entries(of: folder) else { continue }
      for name in names where !name.isHidden {
        let path = folder.appending(name)
        if FileSystem.isFolder(path) { left.append(path) }
      }
    }
    return all
  }
}
