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
    var lastProblem: String?
    var plan: Plan?
    let watch = ArrivalWatch(
      request.inputs.map { FilePath(reversible: $0) }, isRecursive: request.isRecursive,
      options: options)
    watch.run(
      isStopped: isStopped,
      files: {
        do throws(PlanError) {
          let whole = try Plan(request)
          (plan, lastProblem) = (whole, nil)
          return whole.jobs.map(\.input)
        } catch {
          if error.description != lastProblem { problem(error.description) }
          lastProblem = error.description
          return nil
        }
      },
      isWhole: { RawInspection.read(path: $0).failure == nil },
      arrived: { files in
        guard var some = plan else { return }
        let arrived = Set(files)
        some.jobs.removeAll { !arrived.contains($0.input) }
        some.failures = []
        batch(some)
      })
  }
}
