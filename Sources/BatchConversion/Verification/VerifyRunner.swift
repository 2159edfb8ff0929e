internal import Costs
public import Outputs
internal import PictureFiles
internal import Platform
public import Scheduling
internal import SystemPackage

/// Reads complete pictures, and their photos if they are known.
public struct VerifyRunner {
  private let plan: VerifyPlan
  private let options: RunOptions

  /// Finds the pictures. Call `run` to read them.
  ///
  /// - Throws: `VerifyError`.
  public init(_ request: VerifyRequest, options: RunOptions = RunOptions()) throws(VerifyError) {
    plan = try VerifyPlan(request)
    self.options = options
  }

  /// The number of pictures to read.
  public var count: Int { plan.pictures.count }

  /// Reads all pictures. Ctrl-C and SIGTERM stop it in an orderly way.
  public func run(observer: any RunObserver<VerifyOutcome>) -> RunResult<VerifyOutcome> {
    let watch = Stopwatch()
    var result = RunResult<VerifyOutcome>()
    for outcome in plan.known { result.add(outcome, observer) }
    let (pictures, sources) = (plan.pictures, plan.sources)
    let scheduler = Scheduler<VerifyWork>(
      count: pictures.count, options: ScheduleOptions(jobs: options.jobs)
    ) { VerifyWork(pictures[$0], sources) }
    result.run(
      scheduler, options: options, observer: observer,
      outcome: { ($0.outcome, isPipeClosed: false) },
      unstarted: { VerifyOutcome(pictures[$0], input: nil, .interrupted) })
    if !result.wasInterrupted {
      for photo in sources.unused {
        result.add(VerifyOutcome(nil, input: photo, .missing, "it has no picture"), observer)
      }
    }
    result.seconds = watch.seconds
    return result
  }
}

/// Verifies one picture, with memory for one row or strip.
private final class VerifyWork: StagedWork, @unchecked Sendable {
  typealias Failure = Never

  private let picture: FilePath
  private let sources: SourceIndex
  private(set) var outcome: VerifyOutcome

  init(_ picture: FilePath, _ sources: SourceIndex) {
    self.picture = picture
    self.sources = sources
    outcome = VerifyOutcome(picture, input: nil, .interrupted)
  }

  func open() -> Int? { 0 }

  func prepare(_ context: StageContext) -> Int {
    let reading = Stopwatch()
    defer { Trace.note("read", picture.data, reading) }
    do throws(SystemError) {
      outcome = try verified()
    } catch {
      outcome = VerifyOutcome(picture, input: nil, .failed, error.reason)
    }
    return 0
  }

  private func verified() throws(SystemError) -> VerifyOutcome {
    let check = try PictureCheck(picture)
    let fingerprint = check.fingerprint
    var source = SourceIndex.Match.unknown
    if let photo = fingerprint.flatMap(Fingerprint.photo) {
      source = try sources.match(picture, photo)
    } else {
      sources.claim(picture)
    }
    let input: FilePath? =
      switch source {
      case .same(let photo), .changed(let photo, _): photo
      case .unknown: nil
      }
    func outcome(_ status: VerifyOutcome.Status, _ reason: String? = nil) -> VerifyOutcome {
      VerifyOutcome(picture, input: input, status, reason)
    }
    switch (check.finding, source) {
    case (.damaged(let reason), _): return outcome(.damaged, reason)
    case (.unread(let reason), _): return outcome(.failed, reason)
    case (.foreign, _): return outcome(.foreign, "Bromide did not write it")
    case (_, .changed(_, let reason)): return outcome(.stale, reason)
    case _ where fingerprint.map(Fingerprint.isDraft) ?? false:
      return outcome(.stale, "photos were missing or damaged when it was made")
    case (.unchecked, _): return outcome(.unchecked, "the checksum of its pixels is missing")
    case (.whole, _): return outcome(.whole)
    }
  }
}
