internal import BromidePhotos
internal import BromideRaw
public import BromideSystem
internal import SystemPackage

/// Converts new photos in folders until you stop it.
///
/// Each check plans the entire folders, so that names and collisions consider all photos. Then only
/// the new photos run. After a restart, the policy for existing outputs skips finished photos.
public struct HotFolderWatch {
  /// The settings of a watch.
  public struct Options: Sendable {
    /// Seconds that a file must stay unchanged before it is opened.
    public var settle = 1.0
    /// Seconds to wait for an incomplete file. After that, it is converted anyway.
    public var patience = 30.0
    /// Seconds between checks, or `nil` to use events. Network folders need checks because they do
    /// not report changes.
    public var interval: Double?

    /// Creates the default settings, which use events.
    public init() {}
  }

  private let request: ConvertRequest
  private let options: Options
  private let runOptions: RunOptions

  /// Creates a watch.
  ///
  /// - Parameters:
  ///   - request: The request. Its inputs must be folders.
  ///   - run: The options of each batch.
  public init(_ request: ConvertRequest, options: Options, run: RunOptions) {
    self.request = request
    self.options = options
    runOptions = run
  }

  /// Watches until a signal arrives.
  ///
  /// - Parameters:
  ///   - isStopped: Returns whether to stop. This is called every fifth of a second.
  ///   - problem: Receives a message if the folders cannot be planned, once for each reason.
  ///   - batch: Receives the plan for new photos and runs it.
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
      isWhole: { RawInspection.read(path: $0, context: request.settings.context).failure == nil },
      arrived: { files in
        guard let plan else { return }
        let arrived = Set(files)
        batch(
          Plan(
            jobs: plan.jobs.filter { arrived.contains($0.input) }, warnings: plan.warnings,
            keptExtensions: plan.keptExtensions))
      })
  }
}
